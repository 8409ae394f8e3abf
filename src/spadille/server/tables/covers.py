"""Whose cards are open where several people share a device.

Kept in memory alone: whoever connects, as after a reload or a restart, finds them covered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.events import CardsDealt
from spadille.core.seats import SEATS, Seat
from spadille.core.value import Value
from spadille.protocol.refusals import TableReason
from spadille.server.tables.judge import Declined, spoken_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.listeners import Listener
    from spadille.server.tables.state import TableState


class Sight(Value):
    """From where a connection sees the table, and whether it sees the cards there."""

    seat: Seat | None
    """``None``: a spectator."""
    covered: bool = False
    shared: bool = False
    """Whether several people look at it in turn."""

    @property
    def open_seat(self) -> Seat | None:
        """The seat whose cards are shown."""
        return None if self.covered else self.seat

    @property
    def ear(self) -> Seat | None:
        """As whom it hears what happens; a page that several share remembers what all may know."""
        return None if self.shared else self.seat


_SPECTATOR = Sight(None)
_ALONE = tuple(Sight(seat) for seat in SEATS)


class Covers:
    """Which seat each shared device has uncovered, and on which connection."""

    def __init__(self) -> None:
        """Start with everything covered."""
        self._open: dict[str, tuple[Listener, Seat]] = {}

    def uncover(self, state: TableState, listener: Listener, seat: Seat) -> None:
        """Show *listener* the cards of *seat*, and nobody else's; raises `Declined`."""
        spoken_for(state, listener.person, seat)
        if _is_for_another(state, seat):
            raise Declined(TableReason.ANOTHERS_TURN)
        self._open[listener.person.id] = listener, seat

    def follow(self, state: TableState, events: Sequence[TableEvent]) -> None:
        """Cover what is not to be seen any longer after *events*, which led to *state*."""
        if not self._open:
            return
        if any(isinstance(event, CardsDealt) for event in events):
            self._open.clear()
        for person, (_, seat) in tuple(self._open.items()):
            if seat not in state.seats_of(person) or _is_for_another(state, seat):
                del self._open[person]

    def forget(self, listener: Listener) -> None:
        """Cover what *listener*, who is gone, had uncovered."""
        opened = self._open.get(listener.person.id)
        if opened is not None and opened[0] is listener:
            del self._open[listener.person.id]

    def close(self, person: str) -> bool:
        """Cover what *person*, by the id, had uncovered; whether anything was."""
        return self._open.pop(person, None) is not None

    def sight(self, state: TableState, listener: Listener) -> Sight:
        """What *listener* sees."""
        own = state.seat_of(listener.person.id)
        if own is None:
            return _SPECTATOR
        seats = state.seats_of(listener.person.id)
        if len(seats) == 1:
            return _ALONE[own]
        holder, seat = self._open.get(listener.person.id, (None, own))
        if state.match is None or state.match.deal is None:
            # There are no cards to cover; the table stays as it was seen last.
            return Sight(seat, shared=True)
        if holder is listener:
            return Sight(seat, shared=True)
        return Sight(_next_of(state, seats), covered=True, shared=True)


def _is_for_another(state: TableState, seat: Seat) -> bool:
    """Whether somebody else at the same device as *seat* is to move, and no computer for them."""
    turn = state.turn
    if turn is None or turn is seat or not state.seats[turn].played_by_owner:
        return False
    return turn in state.seats_beside(seat)


def _next_of(state: TableState, seats: tuple[Seat, ...]) -> Seat:
    """The one of *seats* whose turn it is, or comes first in the order of play.

    Those for whom a computer plays come after the others.
    """
    turn = state.turn
    assert turn is not None, "there is a turn as long as there are cards"
    return min(
        seats,
        key=lambda seat: (not state.seats[seat].played_by_owner, (seat - turn) % len(Seat)),
    )
