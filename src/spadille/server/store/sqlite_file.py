"""A SQLite file: one connection that writes whatever waits, and one that answers."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from spadille.server.store.database import NotUnique
from spadille.server.store.writer import GroupWriter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spadille.server.store.database import Cell, Change
    from spadille.server.store.writer import Observer, Work

DATABASE: Final = "spadille.db"
"""The file's name in the data directory."""
BUSY_SECONDS: Final = 10.0
"""How long to wait while another process writes."""


def connect(file: Path) -> sqlite3.Connection:
    """A connection to *file* that waits for its turn and writes nothing lightly."""
    connection = sqlite3.connect(
        file, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
    )
    connection.execute("PRAGMA synchronous = FULL")
    return connection


class SqliteFile:
    """A database that only this process writes; see `Database`."""

    def __init__(self, file: Path, observer: Observer | None = None) -> None:
        """Open *file*, which is of this version."""
        self._file = file
        self._writer = GroupWriter(lambda: connect(file), observer)
        self._readers = ThreadPoolExecutor(1, "store reader")
        self._reader: sqlite3.Connection | None = None

    async def write(self, work: Work) -> None:
        """Do *work* in a transaction; return once it is on the disk."""
        await self._writer.do(work)

    async def query(self, question: str, *values: Cell) -> list[Any]:
        """The rows that answer *question*."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._ask, question, values)

    async def change(self, *changes: Change) -> list[int]:
        """Make all *changes*, or none."""
        touched: list[int] = []
        await self._writer.do(lambda connection: _fill(touched, _change(connection, changes)))
        return touched

    async def change_and_tell(self, change: str, *values: Cell) -> list[Any]:
        """Make *change*, and give the rows that it returns."""
        rows: list[Any] = []
        await self._writer.do(lambda connection: _fill(rows, _tell(connection, change, values)))
        return rows

    async def change_many(self, change: str, rows: Sequence[Sequence[Cell]]) -> None:
        """Make *change* with each of *rows*."""
        await self._writer.do(lambda connection: _change_many(connection, change, rows))

    async def close(self) -> None:
        """Write what is queued, then let go of the file."""
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        if self._reader is not None:
            self._reader.close()

    def _ask(self, question: str, values: tuple[Cell, ...]) -> list[Any]:
        if self._reader is None:
            self._reader = connect(self._file)
            self._reader.execute("PRAGMA query_only = ON")
        return self._reader.execute(_dialect(question), values).fetchall()


class SqliteBeside:
    """Writes and reads at once, in the thread that asks; see `Database`.

    It does not take the directory's lock: SQLite itself keeps two writers apart, and a
    server reads accounts anew whenever it needs them.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on *connection*, which is in no transaction."""
        self.connection = connection

    async def query(self, question: str, *values: Cell) -> list[Any]:
        """The rows that answer *question*."""
        return self.connection.execute(_dialect(question), values).fetchall()

    async def change(self, *changes: Change) -> list[int]:
        """Make all *changes*, or none."""
        with _Transaction(self.connection) as connection:
            return _change(connection, changes)

    async def change_and_tell(self, change: str, *values: Cell) -> list[Any]:
        """Make *change*, and give the rows that it returns."""
        with _Transaction(self.connection) as connection:
            return _tell(connection, change, values)

    async def change_many(self, change: str, rows: Sequence[Sequence[Cell]]) -> None:
        """Make *change* with each of *rows*."""
        with _Transaction(self.connection) as connection:
            _change_many(connection, change, rows)


class _Transaction:
    """Keeps what is done in it, unless that fails."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __enter__(self) -> sqlite3.Connection:
        self.connection.execute("BEGIN IMMEDIATE")
        return self.connection

    def __exit__(self, kind: object, *_rest: object) -> None:
        self.connection.execute("COMMIT" if kind is None else "ROLLBACK")


def _fill(result: list[Any], found: list[Any]) -> None:
    """Let *result* be what was *found*, also where that is done a second time."""
    result[:] = found


def _dialect(statement: str) -> str:
    """SQLite numbers its values ``?1``, ``?2``; no statement has a dollar sign of its own."""
    return statement.replace("$", "?")


def _change(connection: sqlite3.Connection, changes: Sequence[Change]) -> list[int]:
    try:
        return [
            connection.execute(_dialect(str(change[0])), change[1:]).rowcount for change in changes
        ]
    except sqlite3.IntegrityError as error:
        raise NotUnique(str(error)) from error


def _tell(connection: sqlite3.Connection, change: str, values: Sequence[Cell]) -> list[Any]:
    try:
        return connection.execute(_dialect(change), tuple(values)).fetchall()
    except sqlite3.IntegrityError as error:
        raise NotUnique(str(error)) from error


def _change_many(
    connection: sqlite3.Connection, change: str, rows: Sequence[Sequence[Cell]]
) -> None:
    try:
        connection.executemany(_dialect(change), rows)
    except sqlite3.IntegrityError as error:
        raise NotUnique(str(error)) from error
