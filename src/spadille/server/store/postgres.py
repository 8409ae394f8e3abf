"""The store of one server or several: a PostgreSQL database that they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.server.store.indexed import IndexedStore
from spadille.server.store.postgres_link import PATIENCE, PostgresLink
from spadille.server.store.postgres_lock import DatabaseLock
from spadille.server.store.postgres_log import PostgresLog
from spadille.server.store.postgres_ownership import PostgresOwnership
from spadille.server.store.walltime import unix_milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.server.store.writer import Observer


class PostgresStore(IndexedStore):
    """Tables and people in a database; nothing is answered before it is on its disk."""

    def __init__(
        self,
        url: str,
        *,
        clock: Callable[[], int] = unix_milliseconds,
        observer: Observer | None = None,
        patience: float = PATIENCE,
        shared: bool = False,
    ) -> None:
        """Use the database at *url*, which has the schema of this version.

        Nothing is connected before something is asked. Where the database is away, calls
        wait for *patience* seconds and then raise `StoreAway`. *shared*: with servers that know
        of this one.
        """
        self.database = PostgresLink(url, patience=patience)
        self._log = PostgresLog(self.database.connect, observer, patience=patience)
        # Leases must not wait for a connection while others have them all.
        self._leases = PostgresLink(url, patience=patience)
        self.ownership = PostgresOwnership(self._leases)
        self._lock = DatabaseLock(url, shared=shared)
        super().__init__(self.database, clock)

    async def claim(self) -> None:
        """Use the database as long as it is open; see `Store`."""
        await self._lock.take()

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

    async def close(self) -> None:
        """Write what is queued, then let go of all connections."""
        await self._log.close()
        await self.database.close()
        await self._leases.close()
        await self._lock.release()
