"""A table's state: the fold of its log."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from spadille.core.events import (
    BidPlaced,
    CardPlayed,
    CardsDealt,
    CardsPassed,
    DealScored,
    Event,
)
from spadille.core.match import Match
from spadille.core.match import apply as apply_to_match
from spadille.core.scoring import Score
from spadille.core.seats import BySeat, Seat, with_seat
from spadille.core.value import Value, replace
from spadille.protocol.levels import USUAL, Levels
from spadille.protocol.news import (
    Agreed,
    ClockRanOut,
    DeckRevealed,
    LevelChanged,
    MatchStarted,
    OwnerReturned,
    Person,
    PersonChanged,
    ProgramCame,
    SeatFilled,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    StandInCame,
    StandInReason,
    keeper,
)
from spadille.protocol.rest import TableSummary
from spadille.protocol.table import SeatInfo, Stage, TableInfo
from spadille.server.tables.dress import dressed
from spadille.server.tables.events import GAME, DeckSealed, TableEvent, TableMade
from spadille.server.tables.places import places

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadille.protocol.rest import Dress


class SeatState(Value, cache_hash=True):
    """Who holds a seat, and who plays it."""

    owner: Person | None = None
    open: bool = False
    stand_in: StandInReason | None = None
    agreed: bool = False
    timeouts: int = 0
    """How often in a row the owner's clock ran out."""
    program: bool = False
    """Whether a program plays for the owner."""

    @property
    def played_by_owner(self) -> bool:
        """Whether a person, and no computer, plays here."""
        return self.owner is not None and self.stand_in is None


EMPTY = SeatState()

SeatEvent: TypeAlias = (
    PersonChanged
    | SeatLeft
    | SeatOpened
    | SeatFilled
    | StandInCame
    | OwnerReturned
    | ClockRanOut
    | ProgramCame
    | Agreed
)
"""The events that change one seat, and nothing else."""


class TableState(Value):
    """Everything about a table that its log tells."""

    id: str
    made: TableMade
    seats: BySeat[SeatState] = (EMPTY, EMPTY, EMPTY, EMPTY)
    match_number: int = 0
    match: Match | None = None
    sealed: DeckSealed | None = None
    """The deck of the deal under way, or of the next one."""
    saw: tuple[tuple[str, Seat], ...] = ()
    """Which person has held which seat in the deal under way."""
    late: Seat | None = None
    """Whose clock ran out, until a computer has made that one move."""
    levels: Levels = USUAL
    """How strong the computer is that plays at each seat, or would."""
    dress: Dress | None = None
    """What the table's maker wears, until they leave the seat."""

    @property
    def stage(self) -> Stage:
        """What the table is doing."""
        if self.match is None:
            return Stage.WAITING
        if self.match.winner is not None:
            return Stage.OVER
        return Stage.BETWEEN_DEALS if self.match.deal is None else Stage.PLAYING

    @property
    def turn(self) -> Seat | None:
        """Whose bid, pass or card is awaited."""
        return None if self.match is None else self.match.turn

    def seat_of(self, person: str) -> Seat | None:
        """The seat that *person* owns."""
        return places(self.seats).own.get(person)

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        """The seats that *person* speaks for: the own one and those of companions."""
        return places(self.seats).spoken_for.get(person, ())

    def seats_beside(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats played on the same device as *seat*, with itself; none for a computer's."""
        owner = self.seats[seat].owner
        return () if owner is None else self.seats_of(keeper(owner.id))

    def shown(self, person: Person) -> Person:
        """*person*, given as in the profile, as this table shows them."""
        if self.dress is None or person.id != self.made.host:
            return person
        return dressed(person, self.dress)

    @property
    def all_agree(self) -> bool:
        """Whether everyone who plays here is ready to go on; false if nobody does."""
        playing = [seat for seat in self.seats if seat.played_by_owner]
        return bool(playing) and all(seat.agreed for seat in playing)

    def looks_like(self, other: TableState) -> bool:
        """Whether `info` tells the same of both, which are states of one table."""
        return (
            self.seats == other.seats
            and self.levels == other.levels
            and self.sealed == other.sealed
            and self.match_number == other.match_number
            and self.stage is other.stage
        )

    def info(self) -> TableInfo:
        """The table as everyone at it may see it."""
        north, east, south, west = (
            SeatInfo(held.owner, held.open, held.stand_in, held.agreed, level, held.program)
            for held, level in zip(self.seats, self.levels, strict=True)
        )
        return TableInfo(
            id=self.id,
            rules=self.made.rules,
            stage=self.stage,
            seats=(north, east, south, west),
            match_number=self.match_number,
            host=self.made.host,
            turn_seconds=self.made.turn_seconds,
            commitment=None if self.sealed is None else self.sealed.commitment,
            options=self.made.options,
        )

    def summary(self, person: str) -> TableSummary:
        """The table as a list shows it to *person*."""
        scores = (Score(), Score()) if self.match is None else self.match.scores
        return TableSummary(self.info(), scores, self.seat_of(person))


def fold(table: str, events: Iterable[TableEvent]) -> TableState:
    """The state after a table's whole log."""
    log = iter(events)
    made = next(log)
    assert isinstance(made, TableMade)
    state = TableState(table, made, levels=made.levels, dress=made.dress)
    for event in log:
        state = apply(state, event)
    return state


def apply(state: TableState, event: TableEvent) -> TableState:
    """The state after *event*; never fails on what a table has written."""
    if isinstance(event, GAME):
        return _apply_game(state, event)
    match event:
        case MatchStarted(number, rules, dealer):
            match = Match(rules, dealer)
            return replace(_none_agree(state), match_number=number, match=match, sealed=None)
        case DeckSealed() | DeckRevealed():
            return replace(state, sealed=event if isinstance(event, DeckSealed) else None)
        case TableMade():
            return replace(state, made=event, levels=event.levels, dress=event.dress)
        case LevelChanged(seat, level):
            return replace(state, levels=with_seat(state.levels, seat, level))
        case SeatTaken(seat, person):
            sight = (person.id, seat)
            is_new = state.turn is not None and sight not in state.saw
            saw = (*state.saw, sight) if is_new else state.saw
            return replace(_with(state, seat, SeatState(person)), saw=saw)
        case _:
            return _apply_seat(state, event)


def _apply_seat(state: TableState, event: SeatEvent) -> TableState:
    match event:
        case SeatLeft(seat, person):
            dress = None if person.id == state.made.host else state.dress
            return replace(_with(state, seat, EMPTY), dress=dress)
        case SeatFilled(seat):
            return _with(state, seat, EMPTY)
        case SeatOpened(seat):
            return _with(state, seat, SeatState(open=True))
        case PersonChanged(seat, person):
            return _change(state, seat, owner=person)
        case StandInCame(seat, reason):
            return _change(state, seat, stand_in=reason)
        case OwnerReturned(seat):
            return _change(state, seat, stand_in=None, timeouts=0)
        case ClockRanOut(seat):
            timeouts = state.seats[seat].timeouts + 1
            return replace(_change(state, seat, timeouts=timeouts), late=seat)
        case Agreed(seat):
            return _change(state, seat, agreed=True)
        case ProgramCame(seat):
            return _change(state, seat, program=True)


def _apply_game(state: TableState, event: Event) -> TableState:
    assert state.match is not None
    state = replace(state, match=apply_to_match(state.match, event))
    match event:
        # Most events are these, and the cases are tried in turn.
        case CardPlayed(seat) | BidPlaced(seat) | CardsPassed(seat):
            if state.late is seat:
                return replace(state, late=None)
            return _change(state, seat, timeouts=0) if state.seats[seat].timeouts else state
        case CardsDealt():
            owned = [(seat, state.seats[seat].owner) for seat in Seat]
            saw = tuple((owner.id, seat) for seat, owner in owned if owner is not None)
            return replace(_none_agree(state), saw=saw)
        case DealScored():
            return replace(state, saw=())
        case _:
            return state


def _with(state: TableState, seat: Seat, value: SeatState) -> TableState:
    return replace(state, seats=with_seat(state.seats, seat, value))


def _change(state: TableState, seat: Seat, **fields: object) -> TableState:
    return _with(state, seat, replace(state.seats[seat], **fields))


def _none_agree(state: TableState) -> TableState:
    north, east, south, west = (replace(seat, agreed=False) for seat in state.seats)
    return replace(state, seats=(north, east, south, west))
