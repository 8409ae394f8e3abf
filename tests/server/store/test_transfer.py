"""Nothing that the schema keeps is forgotten by an export."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import asyncpg

from spadille.server.store.sqlite import prepare
from spadille.server.store.transfer import KINDS, LEFT_OUT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kit.postgres import Postgres

TOLD = {(kind.name, column) for kind in KINDS for column in kind.columns}


def of_sqlite(folder: Path) -> set[tuple[str, str]]:
    """The tables of a new file, and their columns."""
    prepare(folder / "some.db")
    with closing(sqlite3.connect(folder / "some.db")) as connection:
        return set(
            connection.execute(
                "SELECT kept.name, part.name FROM sqlite_master AS kept, "
                "pragma_table_info(kept.name) AS part "
                "WHERE kept.type = 'table' AND kept.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
            )
        )


async def of_postgres(url: str) -> set[tuple[str, str]]:
    """The tables of a new database, and their columns."""
    connection = await asyncpg.connect(url)
    rows = await connection.fetch(
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_schema = current_schema()"
    )
    await connection.close()
    return {(row[0], row[1]) for row in rows}


def told(kept: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """What of *kept* is to be in an export."""
    return {(table, column) for table, column in kept if table not in LEFT_OUT}


def test_every_table_of_both_databases_is_exported_with_all_columns(
    tmp_path: Path, postgres: Postgres
) -> None:
    """But for those that are left out by name."""
    assert told(of_sqlite(tmp_path)) == TOLD
    kept = asyncio.run(of_postgres(postgres.fresh_database()))
    assert told(kept) == TOLD
    # What is left out is there, or its name might be another table's one day.
    assert {table for table, _ in kept} >= LEFT_OUT
