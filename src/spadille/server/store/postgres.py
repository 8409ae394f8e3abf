"""The store of one server or several: a PostgreSQL database that they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.server.store.index import TableIndex
from spadille.server.store.postgres_link import PATIENCE, PostgresLink
from spadille.server.store.postgres_log import PostgresLog
from spadille.server.store.postgres_ownership import PostgresOwnership
from spadille.server.store.sql_people import SqlPeople
from spadille.server.store.walltime import unix_milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.protocol.news import Person
    from spadille.server.store.ports import StoredEvent
    from spadille.server.store.writer import Observer


class PostgresStore:
    """Tables and people in a database; nothing is answered before it is on its disk."""

    def __init__(
        self,
        url: str,
        *,
        clock: Callable[[], int] = unix_milliseconds,
        observer: Observer | None = None,
        patience: float = PATIENCE,
    ) -> None:
        """Use the database at *url*, which has the schema of this version.

        Nothing is connected before something is asked. Where the database is away, calls
        wait for *patience* seconds and then raise `StoreAway`.
        """
        self._clock = clock
        self.database = PostgresLink(url, patience=patience)
        self._log = PostgresLog(self.database.connect, observer, patience=patience)
        # Leases must not wait for a connection while others have them all.
        self._leases = PostgresLink(url, patience=patience)
        self.ownership = PostgresOwnership(self._leases)
        self._index = TableIndex(self.database, clock)
        self.people = SqlPeople(self.database, clock)

    async def append(
        self,
        table: str,
        seq: int,
        bodies: Sequence[bytes],
        order: str | None,
        *,
        epoch: int | None = None,
    ) -> None:
        """Store *bodies* as the events after *seq*; see `EventStore`."""
        await self._log.append(table, seq, bodies, order, self._clock(), epoch)

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

    async def close(self) -> None:
        """Write what is queued, then let go of all connections."""
        await self._log.close()
        await self.database.close()
        await self._leases.close()
