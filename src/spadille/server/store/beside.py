"""The accounts of a data directory, for a program that works beside a running server."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from spadille.server.store.migrate import migrations
from spadille.server.store.sqlite import DATABASE
from spadille.server.store.sqlite_people import SqlitePeople
from spadille.server.store.walltime import unix_milliseconds

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from spadille.server.store.writer import Work

_PATIENCE: Final = 10.0
"""Seconds to wait while the server writes."""


class NoDatabase(Exception):  # noqa: N818 - it names what was found
    """There is no database of this version in the directory."""


class _Beside:
    """Writes and reads at once, in the thread that asks.

    It does not take the directory's lock: SQLite itself keeps two writers apart, and a
    server reads accounts anew whenever it needs them.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def write(self, work: Work) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            work(self._connection)
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    async def query(self, question: str, *values: str | bytes | int) -> list[Any]:
        return self._connection.execute(question, values).fetchall()


@contextmanager
def people_of(folder: Path) -> Generator[SqlitePeople]:
    """The people in *folder*; raises `NoDatabase` where there are none to work on."""
    file = folder / DATABASE
    if not file.exists():
        raise NoDatabase(f"There is no database in {folder}; start the server there first.")
    connection = sqlite3.connect(file, isolation_level=None, timeout=_PATIENCE)
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != migrations()[-1].number:
            raise NoDatabase(
                f"The database in {folder} is of another version; start this version's server "
                "there first."
            )
        yield SqlitePeople(_Beside(connection), unix_milliseconds)
    finally:
        connection.close()
