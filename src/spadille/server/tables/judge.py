"""Judges what people ask of a table, and what follows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from spadille.core.cards import CardSet
from spadille.core.commands import (
    Command,
    LookAtHand,
    PassCards,
    PlaceBid,
    PlayCard,
    StartDeal,
)
from spadille.core.errors import IllegalCommand, Reason
from spadille.core.match import decide
from spadille.core.shuffle import deal_hands
from spadille.protocol.acts import (
    Act,
    Agree,
    FillSeat,
    Give,
    Leave,
    Look,
    MakeBid,
    OpenSeat,
    Play,
    Return,
    SetLevel,
    Sit,
)
from spadille.protocol.news import (
    Agreed,
    ClockRanOut,
    DeckRevealed,
    LevelChanged,
    MatchStarted,
    OwnerReturned,
    Person,
    SeatFilled,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    StandInCame,
    StandInReason,
)
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from spadille.server.tables.events import DeckSealed, TableEvent
from spadille.server.tables.state import TableState, apply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadille.core.seats import Seat
    from spadille.server.tables.chance import Chance

_PATIENCE: Final = 2
"""Turns in a row that an owner may let run out before a computer stands in."""


class Declined(Exception):  # noqa: N818 - it names what happened
    """The table refuses an act; ``reason`` says why."""

    def __init__(self, reason: TableReason) -> None:
        """Carry *reason* to whoever answers the person."""
        super().__init__(reason.value)
        self.reason = reason


def judge(state: TableState, person: Person, act: Act, chance: Chance) -> tuple[TableEvent, ...]:
    """All that happens when *person* asks for *act*.

    Raises `Declined` where the table refuses, `IllegalCommand` where the rules do.
    """
    return with_consequences(state, _first_events(state, person, act), chance)


def with_consequences(
    state: TableState, events: tuple[TableEvent, ...], chance: Chance
) -> tuple[TableEvent, ...]:
    """*events*, and what follows from them by itself."""
    return (*events, *_consequences(_after(state, events), chance))


def _consequences(state: TableState, chance: Chance) -> Iterator[TableEvent]:
    """What follows by itself: a match starts, decks are sealed, dealt and revealed."""
    while following := _next(state, chance):
        yield from following
        state = _after(state, following)


def _next(state: TableState, chance: Chance) -> tuple[TableEvent, ...]:
    sealed, match = state.sealed, state.match
    if sealed is not None and _is_over(state, sealed.deal_number):
        return (DeckRevealed(sealed.deal_number, sealed.seed),)
    if match is None or match.winner is not None:
        return _next_match(state, chance)
    if match.deal is not None:
        return ()
    if sealed is None:
        return (DeckSealed(len(match.sheet) + 1, chance.seed().hex()),)
    return deal_next(state) if not match.sheet or state.all_agree else ()


def _is_over(state: TableState, deal_number: int) -> bool:
    return state.match is not None and len(state.match.sheet) >= deal_number


def _next_match(state: TableState, chance: Chance) -> tuple[TableEvent, ...]:
    """The first match starts once no seat is open, a rematch once all agree too."""
    is_open = any(seat.open for seat in state.seats)
    if is_open or (state.match is not None and not state.all_agree):
        return ()
    return (MatchStarted(state.match_number + 1, state.made.rules, chance.dealer()),)


def deal_next(state: TableState) -> tuple[TableEvent, ...]:
    """Deal the sealed deck."""
    assert state.sealed is not None
    return game_events(state, StartDeal(deal_hands(bytes.fromhex(state.sealed.seed))))


def clock_ran_out(state: TableState, seat: Seat, command: Command) -> tuple[TableEvent, ...]:
    """A computer makes *command*'s move for *seat*, whose clock ran out.

    After `_PATIENCE` moves in a row the computer stays until the owner comes back.
    """
    first: tuple[TableEvent, ...] = () if state.late is seat else (ClockRanOut(seat),)
    events = (*first, *game_events(state, command))
    after = _after(state, events)
    if after.late is seat or after.seats[seat].timeouts < _PATIENCE:
        return events
    return (*events, StandInCame(seat, StandInReason.CLOCK_RAN_OUT))


def _after(state: TableState, events: tuple[TableEvent, ...]) -> TableState:
    for event in events:
        state = apply(state, event)
    return state


def game_events(state: TableState, command: Command) -> tuple[TableEvent, ...]:
    """What the rules make of *command*; raises `IllegalCommand` where they refuse."""
    if state.match is None:
        raise IllegalCommand(Reason.NO_DEAL)
    return decide(state.match, command)


def _first_events(state: TableState, person: Person, act: Act) -> tuple[TableEvent, ...]:
    seat = state.seat_of(person.id)
    if isinstance(act, Sit):
        return _sit(state, person, seat, act.seat)
    if seat is None:
        raise Declined(TableReason.NOT_SEATED)
    back = _comes_back(state, seat)
    match act:
        case Look() | MakeBid() | Give() | Play():
            return (*back, *game_events(state, _command(seat, act)))
        case Leave():
            return _leave(state, person, seat)
        case Return():
            if not back:
                raise Declined(TableReason.NO_STAND_IN)
            return back
        case Agree():
            return (*back, *_agree(state, seat))
        case OpenSeat() | FillSeat() | SetLevel():
            return _arrange(state, person, act)
        case _:
            assert_never(act)


def _command(seat: Seat, act: Look | MakeBid | Give | Play) -> Command:
    match act:
        case Look():
            return LookAtHand(seat)
        case MakeBid(bid):
            return PlaceBid(seat, bid)
        case Give(cards):
            return PassCards(seat, CardSet.of_cards(cards))
        case Play(card):
            return PlayCard(seat, card)


def _comes_back(state: TableState, seat: Seat) -> tuple[TableEvent, ...]:
    return () if state.seats[seat].stand_in is None else (OwnerReturned(seat),)


def _sit(
    state: TableState, person: Person, held: Seat | None, seat: Seat
) -> tuple[TableEvent, ...]:
    if held is not None:
        raise Declined(TableReason.ALREADY_SEATED)
    if state.seats[seat].owner is not None:
        raise Declined(TableReason.SEAT_TAKEN)
    if any(who == person.id and where is not seat for who, where in state.saw):
        raise Declined(TableReason.SAW_ANOTHER_HAND)
    return (SeatTaken(seat, person),)


def _leave(state: TableState, person: Person, seat: Seat) -> tuple[TableEvent, ...]:
    """A computer takes over, unless none may and nothing is under way."""
    left = SeatLeft(seat, person)
    if state.made.options.computers or state.stage in (Stage.PLAYING, Stage.BETWEEN_DEALS):
        return (left,)
    return (left, SeatOpened(seat))


def _agree(state: TableState, seat: Seat) -> tuple[TableEvent, ...]:
    if state.stage not in (Stage.BETWEEN_DEALS, Stage.OVER):
        raise Declined(TableReason.NOTHING_TO_AGREE)
    return () if state.seats[seat].agreed else (Agreed(seat),)


def _arrange(
    state: TableState, person: Person, act: OpenSeat | FillSeat | SetLevel
) -> tuple[TableEvent, ...]:
    host = state.made.host
    if person.id != host and state.seat_of(host) is not None:
        raise Declined(TableReason.NOT_HOST)
    if isinstance(act, SetLevel):
        return _set_level(state, act)
    seat = state.seats[act.seat]
    if seat.owner is not None:
        raise Declined(TableReason.SEAT_TAKEN)
    if isinstance(act, FillSeat):
        if not seat.open:
            raise Declined(TableReason.SEAT_NOT_OPEN)
        if not state.made.options.computers:
            raise Declined(TableReason.NO_COMPUTERS)
        return (SeatFilled(act.seat),)
    if state.stage not in (Stage.WAITING, Stage.OVER):
        raise Declined(TableReason.MATCH_UNDER_WAY)
    return () if seat.open else (SeatOpened(act.seat),)


def _set_level(state: TableState, act: SetLevel) -> tuple[TableEvent, ...]:
    if state.stage is Stage.PLAYING:
        raise Declined(TableReason.NOT_BETWEEN_DEALS)
    return () if state.levels[act.seat] is act.level else (LevelChanged(act.seat, act.level),)
