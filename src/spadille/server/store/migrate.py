"""Brings a database up to the schema of this version.

The steps are Alembic's. As its import takes longer than all the rest of a start, the database
is first asked whether there is anything to do; a SQLite file says so in its ``user_version``.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Awaitable, Callable

    import asyncpg

    Connect: TypeAlias = Callable[[], Awaitable[asyncpg.Connection]]

Kind: TypeAlias = Literal["sqlite", "postgresql"]


class NewerDatabase(Exception):  # noqa: N818 - it names what was found
    """The database was written by a newer version."""


def steps(kind: Kind) -> int:
    """How many steps there are; each kind of database takes the same."""
    folder = resources.files("spadille.server.store.migrations") / kind
    return sum(file.name.endswith(".sql") for file in folder.iterdir())


def sqlite_step(connection: sqlite3.Connection) -> int:
    """How many steps a file has taken."""
    (taken,) = connection.execute("PRAGMA user_version").fetchone()
    return int(taken)


def bring_up_sqlite(connection: sqlite3.Connection) -> None:
    """Take the steps that *connection*'s file has not taken, all or none.

    Raises `NewerDatabase` if the file is ahead.
    """
    taken, known = sqlite_step(connection), steps("sqlite")
    _refuse_newer(taken, known, "use another data directory")
    if taken < known:
        from spadille.server.store.upgrade import upgrade_sqlite  # noqa: PLC0415 - slow

        upgrade_sqlite(connection, taken)


async def postgres_step(connection: asyncpg.Connection) -> int:
    """How many steps a database has taken."""
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return 0
    return int(await connection.fetchval("SELECT version_num FROM alembic_version") or 0)


async def bring_up_postgres(connect: Connect) -> None:
    """Take the steps that the database that *connect* opens has not taken, all or none.

    Of several that start at once one does it, and the others wait. Raises `NewerDatabase`.
    """
    connection = await connect()
    try:
        taken = await postgres_step(connection)
    finally:
        await connection.close()
    known = steps("postgresql")
    _refuse_newer(taken, known, "use another database")
    if taken < known:
        from spadille.server.store.upgrade import upgrade_postgres  # noqa: PLC0415 - slow

        await upgrade_postgres(connect)


def _refuse_newer(taken: int, known: int, other: str) -> None:
    if taken > known:
        raise NewerDatabase(
            f"The database was written by a newer version of Spadille (schema {taken}; this "
            f"version knows {known}). Start that version, or {other}."
        )
