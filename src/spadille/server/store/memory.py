"""A store that forgets everything when the process ends; held to the real one's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.server.store.memory_people import MemoryPeople
from spadille.server.store.ownership import LocalOwnership
from spadille.server.store.ports import Conflict, StoredEvent
from spadille.server.store.walltime import unix_milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.protocol.news import Person


class MemoryStore:
    """Tables and people in dictionaries."""

    def __init__(self, clock: Callable[[], int] = unix_milliseconds) -> None:
        """Start empty; *clock* stamps the events."""
        self._clock = clock
        self._hosts: dict[str, str] = {}
        self._events: dict[str, list[StoredEvent]] = {}
        self._seated: dict[str, dict[str, None]] = {}
        self.ownership = LocalOwnership()
        self.people = MemoryPeople(clock)

    async def append(
        self,
        table: str,
        seq: int,
        bodies: Sequence[bytes],
        order: str | None,
        *,
        epoch: int | None = None,
    ) -> None:
        """Keep *bodies* as the events after *seq*; see `EventStore`."""
        self.ownership.check(table, epoch)
        log = self._events.setdefault(table, [])
        if seq != len(log):
            raise Conflict(f"{table} has {len(log)} events, not {seq}")
        if order is not None and any(event.order == order for event in log):
            raise Conflict(f"{table} has obeyed {order} already")
        at = self._clock()
        log += [
            StoredEvent(number, at, body, order if number == seq + 1 else None)
            for number, body in enumerate(bodies, seq + 1)
        ]

    async def read(self, table: str, after: int = 0) -> list[StoredEvent]:
        """The events of *table* with numbers above *after*, in order."""
        return self._events.get(table, [])[max(after, 0) :]

    async def create_table(self, table: str, host: str) -> None:
        """Note that *table* exists; raises `Conflict` if it does already."""
        if table in self._hosts:
            raise Conflict(f"there is a table {table} already")
        self._hosts[table] = host

    async def seated_tables(self, person: str) -> list[str]:
        """The tables where *person* holds a seat, the latest taken first."""
        return list(reversed(self._seated.get(person, {})))

    async def set_seated(self, person: str, table: str, *, seated: bool) -> None:
        """Keep the index of seats."""
        tables = self._seated.setdefault(person, {})
        tables.pop(table, None)
        if seated:
            tables[table] = None

    async def get(self, person: str) -> Person | None:
        """The person with this id, if there is one."""
        return await self.people.get(person)

    async def put(self, person: Person) -> None:
        """Keep *person*, in the place of what was known."""
        await self.people.put(person)

    async def close(self) -> None:
        """Nothing is open."""
