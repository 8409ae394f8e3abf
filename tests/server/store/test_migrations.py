"""Databases of every version come up to this one, whole or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from importlib import resources
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import OperationalError

from spadille.protocol.news import Person
from spadille.server.store.migrate import NewerDatabase, steps
from spadille.server.store.people import Tie
from spadille.server.store.sqlite import SqliteStore
from spadille.server.store.sqlite_file import DATABASE

if TYPE_CHECKING:
    from pathlib import Path

OLD = (
    """
    INSERT INTO game_table VALUES ('t', 'p', 5);
    INSERT INTO event VALUES ('t', 1, 'p:order', 6, x'00ff'), ('t', 2, NULL, 7, x'62');
    INSERT INTO seat VALUES (3, 'p', 't');
    INSERT INTO guest VALUES ('p', 'Zoë', 'a01');
    """,
    """
    UPDATE guest SET epoch = 4;
    INSERT INTO account VALUES ('p', 'Zoe', 'zoe', 'z0e', 'hash', 8, 'rude');
    INSERT INTO setting VALUES ('p', x'7b7d');
    INSERT INTO tie VALUES (9, 'p', 'buddy', 'q');
    INSERT INTO chat_line VALUES ('t', 10, 'p', NULL, x'6869');
    """,
)
"""Rows as the first versions wrote them, for each step."""


def old_database(folder: Path, version: int) -> None:
    """A file as the versions before Alembic made it, with rows."""
    folder.mkdir(exist_ok=True)
    connection = sqlite3.connect(folder / DATABASE, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    scripts = resources.files("spadille.server.store.migrations") / "sqlite"
    for number, name in enumerate(("0001_start.sql", "0002_people.sql")[:version]):
        connection.executescript((scripts / name).read_text(encoding="utf-8"))
        connection.executescript(OLD[number])
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


@pytest.mark.parametrize("version", [0, 1, 2])
def test_an_old_file_is_taken_over_without_loss(tmp_path: Path, version: int) -> None:
    old_database(tmp_path, version)

    async def check() -> None:
        store = SqliteStore(tmp_path)
        if version:
            log = [(e.seq, e.at, e.body, e.order) for e in await store.read("t")]
            assert log == [(1, 6, b"\x00\xff", "p:order"), (2, 7, b"b", None)]
            assert await store.seated_tables("p") == ["t"]
        if version == 1:
            assert await store.get("p") == Person("p", "Zoë", "a01")
        if version == 2:
            standing = await store.people.standing("p")
            assert standing is not None
            assert (standing.person.username, standing.epoch, standing.banned) == ("Zoe", 4, "rude")
            assert await store.people.ties("p", Tie.BUDDY) == ["q"]
            assert [row.body for row in await store.people.lines("t", 0, 9)] == [b"hi"]
        await store.append("t", len(await store.read("t")), [b"c"], None)
        await store.close()

    asyncio.run(check())
    assert _versions(tmp_path) == (steps("sqlite"), f"{steps('sqlite'):04}")


def _versions(folder: Path) -> tuple[int, str]:
    connection = sqlite3.connect(folder / DATABASE)
    (taken,) = connection.execute("PRAGMA user_version").fetchone()
    (kept,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    connection.close()
    return taken, kept


def test_all_ways_to_this_version_end_alike(tmp_path: Path) -> None:
    def schema(version: int) -> list[str]:
        folder = tmp_path / str(version)
        old_database(folder, version)
        asyncio.run(_made_and_closed(folder))
        connection = sqlite3.connect(folder / DATABASE)
        rows = connection.execute("SELECT sql FROM sqlite_schema ORDER BY name").fetchall()
        connection.close()
        return [sql for (sql,) in rows if sql]

    assert schema(0) == schema(1) == schema(2)


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    asyncio.run(_made_and_closed(tmp_path))
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    before = (tmp_path / DATABASE).read_bytes()
    with pytest.raises(NewerDatabase, match=r"newer version .* use another data directory"):
        SqliteStore(tmp_path)
    assert (tmp_path / DATABASE).read_bytes() == before


def test_a_step_that_fails_changes_nothing_and_lets_go(tmp_path: Path) -> None:
    """Not even what was done before it."""
    old_database(tmp_path, 1)
    connection = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
    connection.execute("CREATE TABLE secret (x)")
    with pytest.raises(OperationalError, match="secret"):
        SqliteStore(tmp_path)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    assert "account" not in names
    assert "alembic_version" not in names
    connection.execute("DROP TABLE secret")
    connection.close()
    asyncio.run(_made_and_closed(tmp_path))


def test_the_steps_are_the_same_for_every_kind_of_database() -> None:
    folder = resources.files("spadille.server.store.migrations")
    names = [
        sorted(file.name.removesuffix(".sql") for file in (folder / kind).iterdir())
        for kind in ("sqlite", "postgresql")
    ]
    revisions = sorted(
        file.name.removeprefix("step_").removesuffix(".py")
        for file in (folder / "versions").iterdir()
        if file.name.startswith("step_")
    )
    assert names[0] == names[1] == revisions
    assert [int(name[:4]) for name in revisions] == list(range(1, len(revisions) + 1))


def test_a_start_with_nothing_to_migrate_does_without_the_tool(tmp_path: Path) -> None:
    asyncio.run(_made_and_closed(tmp_path))
    program = (
        "import asyncio, sys; from pathlib import Path\n"
        "from spadille.server.store.sqlite import SqliteStore\n"
        "async def main(): await SqliteStore(Path(sys.argv[1])).close()\n"
        "asyncio.run(main())\n"
        "assert not {'alembic', 'sqlalchemy', 'asyncpg'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True)


async def _made_and_closed(folder: Path) -> None:
    await SqliteStore(folder).close()
