"""The store of a server on its own: one SQLite file, written ahead and flushed."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final

from spadille.server.store.indexed import IndexedStore
from spadille.server.store.lock import DirectoryLock
from spadille.server.store.migrate import bring_up_sqlite
from spadille.server.store.ownership import LocalOwnership
from spadille.server.store.ports import Conflict
from spadille.server.store.sqlite_file import DATABASE, SqliteFile, connect
from spadille.server.store.walltime import unix_milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from spadille.server.store.writer import Observer

_OWNER_ONLY: Final = 0o600


class SqliteStore(IndexedStore):
    """Tables and people in one file; nothing is answered before it is on the disk."""

    def __init__(
        self,
        folder: Path,
        *,
        clock: Callable[[], int] = unix_milliseconds,
        observer: Observer | None = None,
    ) -> None:
        """Open the store in *folder*, or make it.

        Raises `DirectoryInUse` or `NewerDatabase` where this process may not.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = DirectoryLock(folder)
        file = folder / DATABASE
        try:
            prepare(file)
        except BaseException:
            self._lock.release()
            raise
        self.database = SqliteFile(file, observer)
        self.ownership = LocalOwnership()
        super().__init__(self.database, clock)

    async def claim(self) -> None:
        """The directory is locked since it was opened."""

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
        at = self._clock()
        rows = [
            (table, number, order if number == seq + 1 else None, at, body)
            for number, body in enumerate(bodies, seq + 1)
        ]

        def work(connection: sqlite3.Connection) -> None:
            (head,) = connection.execute(
                "SELECT ifnull(max(seq), 0) FROM event WHERE table_id = ?", (table,)
            ).fetchone()
            self.ownership.check(table, epoch)
            if head != seq:
                raise Conflict(f"{table} has {head} events, not {seq}")
            try:
                connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", rows)
            except sqlite3.IntegrityError as error:
                raise Conflict(f"{table} has obeyed {order} already") from error

        await self.database.write(work)

    async def close(self) -> None:
        """Write what is queued, then let go of the file and of the directory."""
        await self.database.close()
        self._lock.release()


def prepare(file: Path) -> None:
    """Make *file* if there is none, and bring it up to this version; raises `NewerDatabase`."""
    if not file.exists():
        # It holds the hashes of passwords; the files beside it get the same mode.
        file.touch(_OWNER_ONLY)
    connection = connect(file)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        bring_up_sqlite(connection)
    finally:
        connection.close()
