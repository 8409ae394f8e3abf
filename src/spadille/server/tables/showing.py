"""What the connections of one server are shown of a table: each as much as it may see."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, Protocol

from spadille.protocol.hints import HintReason
from spadille.server.tables.covers import Covers
from spadille.server.tables.frames import OwnParts, UpdateFrames, welcome
from spadille.server.tables.hints import NoHint, hint_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spadille.core.seats import Seat
    from spadille.protocol.acts import Move
    from spadille.protocol.messages import Clock
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.house import House
    from spadille.server.tables.listeners import Listener
    from spadille.server.tables.state import TableState

_RECENT: Final = 64
"""Batches of events kept for clients that resume."""


class Known(Protocol):
    """A table as far as this server knows it."""

    @property
    def state(self) -> TableState:
        """The table after the events that are known."""
        ...

    @property
    def seq(self) -> int:
        """The number of the last of them."""
        ...

    def clock(self) -> Clock | None:
        """The clock that runs now."""
        ...


class Showing:
    """Shows one table, which may be this server's or another's."""

    def __init__(self, table: Known) -> None:
        """Show *table*, with everything covered that several people share a device for."""
        self.covers = Covers()
        self._table = table
        self._own = OwnParts()
        self._recent: deque[tuple[int, tuple[TableEvent, ...]]] = deque(maxlen=_RECENT)

    def follow(self, known: int, events: tuple[TableEvent, ...]) -> None:
        """Note that *events*, the first *known* being told before, led to the present state."""
        self.covers.follow(self._table.state, events)
        self._recent.append((known, events))

    def tell(
        self, listeners: Iterable[Listener], events: Sequence[TableEvent], before: TableState
    ) -> None:
        """Let *listeners* hear *events*, the latest, after which *before* is the present state."""
        table = self._table
        frames = UpdateFrames(table.state, table.seq, events, table.clock(), before, self._own)
        for listener in listeners:
            listener.send(frames.frame(self.covers.sight(table.state, listener)))

    def greeting(self, listener: Listener, seen: int) -> bytes:
        """What *listener* missed after *seen*, or the whole table."""
        table = self._table
        sight = self.covers.sight(table.state, listener)
        missed = self._since(seen)
        if missed is None:
            return welcome(table.state, table.seq, listener.person, sight, table.clock())
        frames = UpdateFrames(table.state, table.seq, missed, table.clock(), None, self._own)
        return frames.frame(sight)

    def uncover(self, listeners: Iterable[Listener], listener: Listener, seat: Seat) -> None:
        """Show the cards of *seat* to *listener*, and no longer to the owner's other sockets.

        Raises `Declined`.
        """
        self.covers.uncover(self._table.state, listener, seat)
        self._show_again(listeners, listener.person.id)

    def cover(self, listeners: Iterable[Listener], person: str) -> None:
        """Cover what *person*, by the id, had uncovered."""
        if self.covers.close(person):
            self._show_again(listeners, person)

    async def hint(self, listener: Listener, house: House) -> tuple[Move, str]:
        """What is to be done where *listener* sees the cards, and why; raises `NoHint`."""
        seat = self._open_seat(listener)
        found = await hint_for(self._table.state, seat, house)
        if self._open_seat(listener) is not seat:
            raise NoHint(HintReason.NOT_YOUR_TURN)
        return found

    def _open_seat(self, listener: Listener) -> Seat | None:
        return self.covers.sight(self._table.state, listener).open_seat

    def _show_again(self, listeners: Iterable[Listener], person: str) -> None:
        theirs = [listener for listener in listeners if listener.person.id == person]
        self.tell(theirs, (), self._table.state)

    def _since(self, seen: int) -> list[TableEvent] | None:
        """The events after *seen*; ``None`` where memory does not reach back so far."""
        if not self._recent or not self._recent[0][0] <= seen <= self._table.seq:
            return None
        return [
            event
            for before, events in self._recent
            for number, event in enumerate(events, before + 1)
            if number > seen
        ]
