"""What only a store on a disk can promise."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from spadille.protocol.news import Person
from spadille.server.store.lock import DirectoryInUse
from spadille.server.store.sqlite import SqliteStore
from spadille.server.store.sqlite_file import DATABASE
from spadille.server.store.writer import GroupWriter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WRITER = """
import asyncio, sys
from pathlib import Path
from spadille.server.store.sqlite import SqliteStore

async def write(store, table):
    for seq in range(10**9):
        await store.append(table, seq, [b"x" * 100], f"{table}-{seq}")
        print(table, seq + 1, flush=True)

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await asyncio.gather(*(write(store, f"t{n}") for n in range(8)))

asyncio.run(main())
"""


@pytest.mark.parametrize("seed", range(3))
def test_what_was_acknowledged_survives_kill_9(tmp_path: Path, seed: int) -> None:
    """A process that writes is killed; all that it had said was stored is there."""
    lines = Random(seed).randint(50, 400)
    told: dict[str, int] = {}
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for number, line in enumerate(writer.stdout):
            table, seq = line.split()
            told[table] = int(seq)
            if number == lines:
                writer.kill()
                break
        rest = writer.stdout.read()
    for line in rest.splitlines(keepends=True):
        if line.endswith("\n"):
            table, seq = line.split()
            told[table] = int(seq)

    async def check() -> None:
        store = SqliteStore(tmp_path)
        for table, seq in told.items():
            found = [event.seq for event in await store.read(table)]
            assert found == list(range(1, len(found) + 1))
            assert len(found) >= seq
        await store.close()

    asyncio.run(check())


def test_a_second_server_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path)
        with pytest.raises(DirectoryInUse, match="Another Spadille server is using"):
            SqliteStore(tmp_path)
        await store.close()
        await SqliteStore(tmp_path).close()

    asyncio.run(story())


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path)
        await store.append("t", 0, [b"a"], "order-1")
        await store.put(Person("p", "Quiet Heron", "a01"))
        await store.set_seated("p", "t", seated=True)
        await store.close()
        store = SqliteStore(tmp_path)
        assert [event.body for event in await store.read("t")] == [b"a"]
        assert await store.get("p") == Person("p", "Quiet Heron", "a01")
        assert await store.seated_tables("p") == ["t"]
        await store.close()

    asyncio.run(story())


def test_what_is_queued_is_written_before_it_closes(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path)
        writes = [asyncio.ensure_future(store.append(f"t{n}", 0, [b"a"], None)) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writes)

    asyncio.run(story())


def test_a_failing_disk_is_told_to_everyone_who_waits(tmp_path: Path) -> None:
    """Nobody waits for ever, and the store works again afterwards."""

    async def story() -> None:
        store = SqliteStore(tmp_path)
        await store.append("t", 0, [b"a"], None)
        outside = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
        outside.execute("ALTER TABLE event RENAME TO lost")
        writes = [store.append("t", 1, [b"b"], None), store.append("u", 0, [b"a"], None)]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [sqlite3.OperationalError] * 2
        outside.execute("ALTER TABLE lost RENAME TO event")
        outside.close()
        await store.append("t", 1, [b"b"], None)
        await store.close()

    asyncio.run(story())


def test_each_commit_is_observed_with_its_size(tmp_path: Path) -> None:
    sizes: list[int] = []

    async def story() -> None:
        store = SqliteStore(tmp_path, observer=lambda size, _seconds: sizes.append(size))
        await asyncio.gather(*(store.append(f"t{n}", 0, [b"a"], None) for n in range(50)))
        await store.close()

    asyncio.run(story())
    assert sum(sizes) == 50
    assert len(sizes) < 50


class _FullDisk(sqlite3.Connection):
    """Takes everything, and then cannot keep it."""

    full = True

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        """Fail at the end of the first transaction."""
        if arguments[0] == "COMMIT" and self.full:
            self.full = False
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(*arguments)


def test_a_commit_that_fails_keeps_nothing_and_is_told(tmp_path: Path) -> None:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            tmp_path / "db", factory=_FullDisk, isolation_level=None, check_same_thread=False
        )
        connection.execute("CREATE TABLE note (text)")
        return connection

    def note(text: str) -> Callable[[sqlite3.Connection], None]:
        return lambda connection: void(connection.execute("INSERT INTO note VALUES (?)", (text,)))

    async def story() -> None:
        writer = GroupWriter(connect)
        with pytest.raises(sqlite3.OperationalError, match="disk is full"):
            await writer.do(note("lost"))
        await writer.do(note("kept"))
        await writer.close()

    asyncio.run(story())
    connection = sqlite3.connect(tmp_path / "db")
    assert connection.execute("SELECT text FROM note").fetchall() == [("kept",)]
    connection.close()


def void(_result: object) -> None:
    """Drop a result, for a lambda that should have none."""
