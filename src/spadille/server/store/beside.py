"""The accounts of a server, for a program that works beside it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from spadille.server.store.migrate import sqlite_step, steps
from spadille.server.store.sql_people import SqlPeople
from spadille.server.store.sqlite_file import DATABASE, SqliteBeside, connect
from spadille.server.store.walltime import unix_milliseconds

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


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


@contextmanager
def people_of(folder: Path) -> Generator[SqlPeople]:
    """The people in *folder*; raises `NoDatabase` where there are none to work on."""
    with database_of(folder) as database:
        yield SqlPeople(database, unix_milliseconds)
