"""The store of a real server: one SQLite file, written ahead and flushed."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from spadille.server.store.lock import DirectoryLock
from spadille.server.store.migrate import migrate, migrations
from spadille.server.store.ports import Conflict, StoredEvent
from spadille.server.store.sqlite_people import SqlitePeople
from spadille.server.store.walltime import unix_milliseconds
from spadille.server.store.writer import GroupWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from spadille.protocol.news import Person
    from spadille.server.store.writer import Observer, Work

DATABASE: Final = "spadille.db"
"""The file's name in the data directory."""
_BUSY_MILLISECONDS: Final = 5000


class SqliteStore:
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
        self._file = folder / DATABASE
        self._clock = clock
        try:
            self._prepare()
        except BaseException:
            self._lock.release()
            raise
        self._writer = GroupWriter(self._connect, observer)
        self._readers = ThreadPoolExecutor(1, "store reader")
        self._reader: sqlite3.Connection | None = None
        self.people = SqlitePeople(self, clock)

    async def append(
        self, table: str, seq: int, bodies: Sequence[bytes], order: str | None
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
            if head != seq:
                raise Conflict(f"{table} has {head} events, not {seq}")
            try:
                connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", rows)
            except sqlite3.IntegrityError as error:
                raise Conflict(f"{table} has obeyed {order} already") from error

        await self._writer.do(work)

    async def read(self, table: str, after: int = 0) -> list[StoredEvent]:
        """The events of *table* with numbers above *after*, in order."""
        rows = await self.query(
            "SELECT seq, at, body, order_id FROM event WHERE table_id = ? AND seq > ? ORDER BY seq",
            table,
            after,
        )
        return [StoredEvent(*row) for row in rows]

    async def create_table(self, table: str, host: str) -> None:
        """Note that *table* exists; raises `Conflict` if it does already."""
        row = (table, host, self._clock())

        def work(connection: sqlite3.Connection) -> None:
            try:
                connection.execute("INSERT INTO game_table VALUES (?, ?, ?)", row)
            except sqlite3.IntegrityError as error:
                raise Conflict(f"there is a table {table} already") from error

        await self._writer.do(work)

    async def seated_tables(self, person: str) -> list[str]:
        """The tables where *person* holds a seat, the latest taken first."""
        rows = await self.query(
            "SELECT table_id FROM seat WHERE person_id = ? ORDER BY taken DESC", person
        )
        return [table for (table,) in rows]

    async def set_seated(self, person: str, table: str, *, seated: bool) -> None:
        """Keep the index of seats."""
        change = (
            "INSERT OR REPLACE INTO seat (person_id, table_id) VALUES (?, ?)"
            if seated
            else "DELETE FROM seat WHERE person_id = ? AND table_id = ?"
        )
        await self._execute(change, person, table)

    async def get(self, person: str) -> Person | None:
        """The person with this id, if there is one."""
        return await self.people.get(person)

    async def put(self, person: Person) -> None:
        """Store *person*, in the place of what was known."""
        await self.people.put(person)

    async def close(self) -> None:
        """Write what is queued, then let go of the file and of the directory."""
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        if self._reader is not None:
            self._reader.close()
        self._lock.release()

    def _prepare(self) -> None:
        connection = self._connect()
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            migrate(connection, migrations())
        finally:
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
        connection.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    async def _execute(self, change: str, *values: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(change, values)

        await self._writer.do(work)

    async def write(self, work: Work) -> None:
        """Do *work* in a transaction; return once it is on the disk."""
        await self._writer.do(work)

    async def query(self, question: str, *values: str | bytes | int) -> list[Any]:
        """The rows that answer *question*."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._ask, question, values)

    def _ask(self, question: str, values: tuple[str | bytes | int, ...]) -> list[Any]:
        if self._reader is None:
            self._reader = self._connect()
            self._reader.execute("PRAGMA query_only = ON")
        return self._reader.execute(question, values).fetchall()
