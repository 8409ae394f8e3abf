"""The accounts of a server, for a program that works beside it."""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

from spadille.server.store.address import address_of
from spadille.server.store.migrate import postgres_step, sqlite_step, steps
from spadille.server.store.opening import reached
from spadille.server.store.sql_people import SqlPeople
from spadille.server.store.sqlite_file import DATABASE, SqliteBeside, connect
from spadille.server.store.walltime import unix_milliseconds

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from pathlib import Path

    from spadille.server.settings import Settings
    from spadille.server.store.postgres_link import OwnConnection


class NoDatabase(Exception):  # noqa: N818 - it names what was found
    """There is no database of this version in the directory."""


@contextmanager
def database_of(folder: Path) -> Generator[SqliteBeside]:
    """The database in *folder*; raises `NoDatabase` where there is none to work on."""
    file = folder / DATABASE
    if not file.exists():
        raise NoDatabase(f"There is no database in {folder}; start the server there first.")
    connection = connect(file)
    try:
        if sqlite_step(connection) != steps("sqlite"):
            raise NoDatabase(
                f"The database in {folder} is of another version; start this version's server "
                "there first."
            )
        yield SqliteBeside(connection)
    finally:
        connection.close()


@asynccontextmanager
async def people_of(settings: Settings) -> AsyncGenerator[SqlPeople]:
    """The people of the server with *settings*, which may go on beside.

    Raises `NoDatabase` or `UnusableDatabase` where there are none to work on.
    """
    if settings.database is None:
        with database_of(settings.data) as database:
            yield SqlPeople(database, unix_milliseconds)
        return
    from spadille.server.store.postgres_link import PostgresLink  # noqa: PLC0415 - slow to import

    async with postgres_of(settings.database):
        link = PostgresLink(settings.database)
        try:
            yield SqlPeople(link, unix_milliseconds)
        finally:
            await link.close()


@asynccontextmanager
async def postgres_of(url: str) -> AsyncGenerator[OwnConnection]:
    """A connection to the database at *url*.

    Raises `NoDatabase` where it is not of this version, and `UnusableDatabase`.
    """
    from spadille.server.store.postgres_link import connect as reach  # noqa: PLC0415 - as above

    connection = await reached(url, lambda: reach(url))
    try:
        if await postgres_step(connection) != steps("postgresql"):
            raise NoDatabase(
                f"The database {address_of(url)} is of another version; start this version's "
                "server with it first."
            )
        yield connection
    finally:
        await connection.close()
