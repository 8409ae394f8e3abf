"""Who hears the chat of one table, and what it must remember of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from spadille.core.seats import Seat
from spadille.protocol.chat import Notice
from spadille.protocol.news import keeper
from spadille.server.gateway.limiter import Credits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spadille.protocol.news import Person
    from spadille.server.tables.interface import AnyTable as Table
    from spadille.server.tables.listeners import Listener

_BURST: Final = 6.0
"""Messages of one person that may come at once, ..."""
_PER_SECOND: Final = 0.5
"""... and in the long run."""
_REMEMBERED: Final = 256
"""Messages whose answers are kept for those who send them again."""


class Room:
    """The listeners of one table's chat."""

    def __init__(self, table: Table, now: Callable[[], float]) -> None:
        """Open the room of *table*; *now* is the clock that floods are measured by."""
        self.table = table
        self.said: dict[tuple[str, str], int] = {}
        """The lines that came of messages, by who sent them and the message's id."""
        self.going: dict[str, asyncio.TimerHandle] = {}
        """Who has just gone, and may be back at once."""
        self._now = now
        self._listeners: list[Listener] = []
        self._credits: dict[str, Credits] = {}
        self._away: set[str] = set()
        self._last = 0

    def __iter__(self) -> Iterator[Listener]:
        return iter(tuple(self._listeners))

    @property
    def is_empty(self) -> bool:
        """Whether nobody is here, nor expected back at once."""
        return not self._listeners and not self.going

    def has(self, listener: Listener) -> bool:
        """Whether *listener* still hears the room."""
        return listener in self._listeners

    def enter(self, listener: Listener) -> Notice | None:
        """Let *listener* hear; what is to be told of it."""
        person = listener.person.id
        here = self.is_connected(person)
        if listener not in self._listeners:
            self._listeners.append(listener)
        timer = self.going.pop(person, None)
        if timer is not None:
            timer.cancel()
            return None
        if here:
            return None
        back = person in self._away
        self._away.discard(person)
        return Notice.RECONNECTED if back else Notice.JOINED

    def is_back(self, person: str) -> None:
        """Expect *person* no longer back: they came, here or at another server."""
        timer = self.going.pop(person, None)
        if timer is not None:
            timer.cancel()

    def exit(self, listener: Listener) -> bool:
        """Let *listener* hear no more; whether it was the last of its person."""
        if listener not in self._listeners:
            return False
        self._listeners.remove(listener)
        return not self.is_connected(listener.person.id)

    def away(self, person: str, *, seated: bool) -> None:
        """Note that *person* has gone; whoever keeps a seat comes back one day."""
        self._credits.pop(person, None)
        if seated:
            self._away.add(person)

    def is_connected(self, person: str) -> bool:
        """Whether *person* hears."""
        return any(listener.person.id == person for listener in self._listeners)

    def is_here(self, person: str) -> bool:
        """Whether *person* hears, or holds a seat."""
        return self.is_connected(person) or self.table.state.seat_of(person) is not None

    def others(self, person: str) -> list[Person]:
        """Everyone at the table but *person*: those who hold seats, and spectators.

        Companions speak through whoever brought them, and hear through them.
        """
        here: dict[str, Person] = {}
        for seat in Seat:
            owner = self.table.state.seats[seat].owner
            if owner is not None and keeper(owner.id) == owner.id:
                here[owner.id] = owner
        # What somebody is called now counts, not what they were called when they sat down.
        shown = self.table.state.shown
        here |= {listener.person.id: shown(listener.person) for listener in self._listeners}
        here.pop(person, None)
        return list(here.values())

    def next_time(self, now: int) -> int:
        """The time of a line that is said *now*; no other line has it."""
        self._last = max(now, self._last + 1)
        return self._last

    def go_on_after(self, at: int) -> None:
        """Let all lines to come be later than the one of the time *at*."""
        self._last = max(self._last, at)

    def close(self) -> None:
        """Wait for nobody any more."""
        for timer in self.going.values():
            timer.cancel()

    def wait(self, person: str) -> float:
        """Spend one message of *person*; the seconds to wait first, if there is none."""
        now = self._now()
        credits_ = self._credits.get(person) or Credits.full(_BURST, _PER_SECOND, now)
        self._credits[person], enough = credits_.spend(now)
        return 0.0 if enough else (1 - self._credits[person].left) / _PER_SECOND

    def remember(self, person: str, say: str, at: int) -> None:
        """Keep what came of a message, in case it is sent again."""
        self.said[person, say] = at
        while len(self.said) > _REMEMBERED:
            del self.said[next(iter(self.said))]
