"""What stores in a database have in common: all but how events are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.server.store.index import TableIndex
from spadille.server.store.sql_people import SqlPeople

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.protocol.news import Person
    from spadille.server.store.database import Database
    from spadille.server.store.ports import StoredEvent


class IndexedStore:
    """Reads logs and keeps tables, seats and people in a database."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        """Keep all in *database*; *clock* stamps it."""
        self._clock = clock
        self._index = TableIndex(database, clock)
        self.people = SqlPeople(database, clock)

    async def read(self, table: str, after: int = 0) -> list[StoredEvent]:
        """The events of *table* with numbers above *after*, in order."""
        return await self._index.read(table, after)

    async def create_table(self, table: str, host: str) -> None:
        """Note that *table* exists; raises `Conflict` if it does already."""
        await self._index.create_table(table, host)

    async def seated_tables(self, person: str) -> list[str]:
        """The tables where *person* holds a seat, the latest taken first."""
        return await self._index.seated_tables(person)

    async def set_seated(self, person: str, table: str, *, seated: bool) -> None:
        """Keep the index of seats."""
        await self._index.set_seated(person, table, seated=seated)

    async def get(self, person: str) -> Person | None:
        """The person with this id, if there is one."""
        return await self.people.get(person)

    async def put(self, person: Person) -> None:
        """Store *person*, in the place of what was known."""
        await self.people.put(person)
