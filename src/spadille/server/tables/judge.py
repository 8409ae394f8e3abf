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
from spadille.core.seats import SEATS
from spadille.core.shuffle import deal_hands
from spadille.protocol.acts import (
    Agree,
    Deed,
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
    keeper,
)
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from spadille.server.tables.events import DeckSealed, TableEvent, is_play
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


def judge(
    state: TableState, person: Person, act: Deed, chance: Chance, seat: Seat | None = None
) -> tuple[TableEvent, ...]:
    """All that happens when *person* asks for *act* on behalf of *seat*, or of their own.

    Raises `Declined` where the table refuses, `IllegalCommand` where the rules do.
    """
    return with_consequences(state, _first_events(state, person, act, seat), chance)


def with_consequences(
    state: TableState, events: tuple[TableEvent, ...], chance: Chance
) -> tuple[TableEvent, ...]:
    """*events*, and what follows from them by itself."""
    if is_play(events):
        return events
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
    """The first match starts once no seat is open, a rematch once all agree too.

    Where computers may have no seats, what they have inherited in a match is kept for
    people after it, and nobody is stood in for when one starts.
    """
    people_only = not state.made.options.computers
    if people_only and (inherited := _inherited(state)):
        return inherited
    is_missing = any(seat.open or (people_only and seat.stand_in) for seat in state.seats)
    if is_missing or (state.match is not None and not state.all_agree):
        return ()
    return (MatchStarted(state.match_number + 1, state.made.rules, chance.dealer()),)


def _inherited(state: TableState) -> tuple[TableEvent, ...]:
    """Opens the seats that computers have."""
    seats = zip(SEATS, state.seats, strict=True)
    return tuple(SeatOpened(seat) for seat, held in seats if held.owner is None and not held.open)


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


def _first_events(
    state: TableState, person: Person, act: Deed, named: Seat | None
) -> tuple[TableEvent, ...]:
    if isinstance(act, Sit):
        return _sit(state, person, act.seat)
    seat = spoken_for(state, person, named)
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
            return _agree(state, person)
        case OpenSeat() | FillSeat() | SetLevel():
            return _arrange(state, person, act)
        case _:
            assert_never(act)


def spoken_for(state: TableState, person: Person, named: Seat | None) -> Seat:
    """The seat *named*, or the own one, if *person* may speak for it; else `Declined`."""
    own = state.seat_of(person.id)
    if own is None:
        raise Declined(TableReason.NOT_SEATED)
    if named is not None and named not in state.seats_of(person.id):
        raise Declined(TableReason.NOT_YOUR_SEAT)
    return own if named is None else named


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


def _sit(state: TableState, person: Person, seat: Seat) -> tuple[TableEvent, ...]:
    if state.seat_of(person.id) is not None:
        raise Declined(TableReason.ALREADY_SEATED)
    device = keeper(person.id)
    if device != person.id:
        _judge_keeper(state, device)
    if state.seats[seat].owner is not None:
        raise Declined(TableReason.SEAT_TAKEN)
    # Whoever shares a device may have seen what the others hold.
    if any(keeper(who) == device and where is not seat for who, where in state.saw):
        raise Declined(TableReason.SAW_ANOTHER_HAND)
    return (SeatTaken(seat, person),)


def _judge_keeper(state: TableState, person: str) -> None:
    """Only the host, while seated, brings others to the table."""
    if state.seat_of(person) is None:
        raise Declined(TableReason.NOT_SEATED)
    if person != state.made.host:
        raise Declined(TableReason.NOT_HOST)


def _leave(state: TableState, person: Person, seat: Seat) -> tuple[TableEvent, ...]:
    """A computer takes over, unless none may and nothing is under way."""
    is_own = state.seat_of(person.id) is seat
    seats = state.seats_of(person.id) if is_own else (seat,)
    owners = [(left, owner) for left in seats if (owner := state.seats[left].owner) is not None]
    events = tuple(SeatLeft(left, owner) for left, owner in owners)
    if state.made.options.computers or state.stage in (Stage.PLAYING, Stage.BETWEEN_DEALS):
        return events
    return (*events, *(SeatOpened(left) for left in seats))


def _agree(state: TableState, person: Person) -> tuple[TableEvent, ...]:
    if state.stage not in (Stage.BETWEEN_DEALS, Stage.OVER):
        raise Declined(TableReason.NOTHING_TO_AGREE)
    seats = state.seats_of(person.id)
    back = (event for seat in seats for event in _comes_back(state, seat))
    return (*back, *(Agreed(seat) for seat in seats if not state.seats[seat].agreed))


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
