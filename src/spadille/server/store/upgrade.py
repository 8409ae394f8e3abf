"""Takes the steps of the schema with Alembic; imported only where there are any to take."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool, StaticPool

if TYPE_CHECKING:
    import sqlite3

    from sqlalchemy.engine import Connection

    from spadille.server.store.migrate import Connect

_LOCK: Final = 0x53504144494C4C45
"""The advisory lock that one server holds while it changes the schema."""


def upgrade_sqlite(connection: sqlite3.Connection, taken: int) -> None:
    """Take what is left after *taken* steps; nothing is changed if one of them fails."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    with engine.begin() as transaction:
        # The driver itself would begin one too late, after the first changes of the schema.
        transaction.exec_driver_sql("BEGIN IMMEDIATE")
        if taken and not engine.dialect.has_table(transaction, "alembic_version"):
            # Written before Alembic kept the count.
            command.stamp(_config(transaction), f"{taken:04}")
        _upgrade(transaction)
        (head,) = transaction.exec_driver_sql("SELECT version_num FROM alembic_version").one()
        transaction.exec_driver_sql(f"PRAGMA user_version = {int(head)}")


async def upgrade_postgres(connect: Connect) -> None:
    """Take what is left; nothing is changed if a step fails."""
    # It needs a compiled part of its own, which a server with a SQLite file can do without.
    from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    try:
        async with engine.begin() as transaction:
            await transaction.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            await transaction.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    command.upgrade(_config(connection), "head")


def _config(connection: Connection) -> Config:
    config = Config()
    folder = str(resources.files("spadille.server.store") / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
