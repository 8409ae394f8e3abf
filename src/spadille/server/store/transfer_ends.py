"""The stores whose content can be written out, and those that it can be read into."""

from __future__ import annotations

import sqlite3
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from spadille.server.accounts.tokens import load_secret, put_secret
from spadille.server.store.beside import database_of, postgres_of
from spadille.server.store.lock import DirectoryLock
from spadille.server.store.opening import COOKIES, prepare_postgres
from spadille.server.store.sqlite import prepare
from spadille.server.store.sqlite_file import DATABASE, connect
from spadille.server.store.transfer import KINDS, BadExport

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Generator, Sequence
    from pathlib import Path

    from spadille.server.settings import Settings
    from spadille.server.store.database import Cell
    from spadille.server.store.postgres_link import Connection
    from spadille.server.store.transfer import Kind, Source, Target


class NotEmpty(Exception):  # noqa: N818 - it names what was found
    """There is something already where everything is to go."""


@asynccontextmanager
async def source_of(settings: Settings) -> AsyncGenerator[Source]:
    """The store of *settings* as it is now; a server may go on beside.

    Raises `NoDatabase`, `UnusableDatabase` or `NewerDatabase` where there is none.
    """
    if settings.database is None:
        with database_of(settings.data) as database:
            database.connection.execute("BEGIN")
            yield _SqliteSource(database.connection, settings.data)
        return
    async with (
        postgres_of(settings.database) as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        yield _PostgresSource(connection)


@asynccontextmanager
async def target_of(settings: Settings) -> AsyncGenerator[Target]:
    """The empty store of *settings*; nothing is kept if the block fails.

    Raises `NotEmpty`, and what `open_store` raises.
    """
    if settings.database is None:
        with _sqlite_target(settings.data) as target:
            yield target
        return
    await prepare_postgres(settings.database)
    async with postgres_of(settings.database) as connection, connection.transaction():
        # Nobody else is to write before this is done.
        for kind in KINDS:
            await connection.execute(f"LOCK TABLE {kind.name} IN EXCLUSIVE MODE")
        for kind in KINDS:
            if kind.name != "secret" and await connection.fetchval(_any(kind)) is not None:
                raise NotEmpty(_NOT_EMPTY.format("The database"))
        await connection.execute("DELETE FROM secret")
        yield _PostgresTarget(connection)
        for kind in KINDS:
            if kind.counter is not None:
                await connection.execute(_go_on(kind))


@contextmanager
def _sqlite_target(folder: Path) -> Generator[_SqliteTarget]:
    folder.mkdir(parents=True, exist_ok=True)
    lock = DirectoryLock(folder)
    try:
        prepare(folder / DATABASE)
        connection = connect(folder / DATABASE)
        try:
            connection.execute("BEGIN IMMEDIATE")
            for kind in KINDS:
                if connection.execute(_any(kind)).fetchone() is not None:
                    raise NotEmpty(_NOT_EMPTY.format(f"The database in {folder}"))
            target = _SqliteTarget(connection)
            yield target
            if target.secret is not None:
                put_secret(folder, target.secret)
            connection.execute("COMMIT")
        finally:
            connection.close()
    finally:
        lock.release()


class _SqliteSource:
    """A data directory."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self._connection = connection
        self._folder = folder

    async def rows(self, kind: Kind) -> AsyncIterator[Sequence[Cell]]:
        if kind.name == "secret":
            yield COOKIES, load_secret(self._folder)
            return
        for row in self._connection.execute(_all(kind)):
            yield row


class _SqliteTarget:
    """A data directory whose database is in a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.secret: bytes | None = None

    async def insert(self, kind: Kind, columns: Sequence[str], rows: list[list[Cell]]) -> None:
        if kind.name == "secret":
            found = [dict(zip(columns, row, strict=True)) for row in rows]
            self.secret = next((_bytes(row) for row in found if row["name"] == COOKIES), None)
            return
        places = ", ".join("?" for _ in columns)
        try:
            self._connection.executemany(_insert(kind, columns, places), rows)
        except sqlite3.IntegrityError as error:
            raise BadExport(_UNFIT.format(kind.name, error)) from error


class _PostgresSource:
    """A database in a transaction that sees one moment."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def rows(self, kind: Kind) -> AsyncIterator[Sequence[Cell]]:
        async for row in self._connection.cursor(_all(kind), prefetch=1000):
            yield tuple(row)


class _PostgresTarget:
    """A database in a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def insert(self, kind: Kind, columns: Sequence[str], rows: list[list[Cell]]) -> None:
        import asyncpg  # noqa: PLC0415 - only who has such a database waits for it

        from spadille.server.store.postgres_link import storable  # noqa: PLC0415 - as above

        places = ", ".join(f"${number}" for number in range(1, len(columns) + 1))
        cells = [[storable(cell) for cell in row] for row in rows]
        try:
            await self._connection.executemany(_insert(kind, columns, places), cells)
        except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError) as error:
            raise BadExport(_UNFIT.format(kind.name, error)) from error


_NOT_EMPTY = (
    "{} is not empty. An export can only be read into an empty one; name another with "
    "--data or SPADILLE_DATABASE."
)
_UNFIT = "A row of {} does not fit: {}."


def _any(kind: Kind) -> str:
    return f"SELECT 1 FROM {kind.name} LIMIT 1"  # noqa: S608 - names of our own


def _all(kind: Kind) -> str:
    return f"SELECT {', '.join(kind.columns)} FROM {kind.name} ORDER BY {kind.key}"  # noqa: S608 - as above


def _insert(kind: Kind, columns: Sequence[str], places: str) -> str:
    return f"INSERT INTO {kind.name} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608 - as above


def _go_on(kind: Kind) -> str:
    """Let the counter of *kind* count on after its rows."""
    sequence = f"pg_get_serial_sequence('{kind.name}', '{kind.counter}')"
    last = f"SELECT COALESCE(max({kind.counter}), 0) FROM {kind.name}"  # noqa: S608 - as above
    return f"SELECT setval({sequence}, ({last}) + 1, FALSE)"


def _bytes(row: dict[str, Any]) -> bytes:
    return bytes(row["body"])
