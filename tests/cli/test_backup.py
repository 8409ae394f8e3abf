"""Backups made while people play, and servers that go on from them."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from spadille.__main__ import main
from spadille.protocol.news import Person
from spadille.protocol.table import Stage
from spadille.server.store.sqlite import SqliteStore
from tests.kit.server import four_players, running
from tests.server.store.test_migrations import old_database

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kit.client import Player

COPIES = 5


async def _play(player: Player) -> None:
    await player.play(lambda: player.stage is Stage.OVER)


def test_backups_made_while_people_play_can_be_gone_on_from(tmp_path: Path) -> None:
    live = tmp_path / "live"

    async def story() -> None:
        seen: list[int] = []
        async with running(live) as server, four_players(server.url) as players:
            for player in players:
                # They play for as long as the copies take, and would keep all of it.
                player.keep = False
            playing = [asyncio.create_task(_play(player)) for player in players]
            for number in range(COPIES):
                await _played_on(players[0])
                seen.append(players[0].seq)
                file, copy = str(tmp_path / f"{number}.backup"), str(tmp_path / str(number))
                await _run("backup", "--data", str(live), file)
                await _run("restore", "--data", copy, file)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            table, cookies = players[0].table, dict(players[0].http.cookies)
        log = await _log(live, table)
        for number in range(COPIES):
            kept = await _log(tmp_path / str(number), table)
            assert kept == log[: len(kept)], "a backup is the log up to a moment"
            # Whatever anybody had heard of before the backup was on the disk.
            assert len(kept) >= seen[number]
        async with (
            running(tmp_path / "0") as server,
            httpx.AsyncClient(base_url=server.url, cookies=cookies) as http,
        ):
            assert (await http.get("/api/me")).json()["person"]["id"] == players[0].id

    asyncio.run(story())


async def _played_on(player: Player) -> None:
    """Wait for some more moves."""
    enough = player.seq + 20
    await player.until(lambda: player.seq >= enough)


async def _run(*words: str) -> None:
    assert await asyncio.to_thread(main, list(words)) == 0


async def _log(folder: Path, table: str) -> list[Any]:
    store = SqliteStore(folder)
    events = await store.read(table)
    await store.close()
    return events


def _made(folder: Path) -> None:
    async def make() -> None:
        store = SqliteStore(folder)
        await store.put(Person("p", "Quiet Heron", "a01"))
        await store.close()

    asyncio.run(make())


def test_a_backup_is_one_file_for_its_owner_alone(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "copy"
    _made(data)
    assert main(["backup", "--data", str(data), str(file)]) == 0
    assert file.stat().st_mode & 0o77 == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "data"]
    before = file.read_bytes()
    assert main(["backup", "--data", str(data), str(file)]) == 1
    assert file.read_bytes() == before
    back = tmp_path / "back"
    assert main(["restore", "--data", str(back), str(file)]) == 0
    assert file.read_bytes() == before
    assert sorted(path.name for path in back.iterdir()) == ["secret", "spadille.db"]
    assert (back / "secret").read_bytes() == (data / "secret").read_bytes()
    assert not any(path.stat().st_mode & 0o77 for path in back.iterdir())
    with_secret = sqlite3.connect(back / "spadille.db")
    assert with_secret.execute("SELECT count(*) FROM secret").fetchone() == (0,)
    with_secret.close()


def test_only_an_empty_directory_is_restored_into(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file = tmp_path / "data", tmp_path / "copy"
    _made(data)
    main(["backup", "--data", str(data), str(file)])
    before = (data / "spadille.db").read_bytes()
    assert main(["restore", "--data", str(data), str(file)]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert (data / "spadille.db").read_bytes() == before


def test_a_copy_of_an_older_version_is_restored_and_brought_up(tmp_path: Path) -> None:
    old_database(tmp_path / "old", 2)
    file = tmp_path / "old" / "spadille.db"
    assert main(["restore", "--data", str(tmp_path / "new"), str(file)]) == 0
    assert len(asyncio.run(_log(tmp_path / "new", "t"))) == 2


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("none", "There is no file"),
        ("text", "damaged, or no backup"),
        ("torn", "damaged"),
        ("other", "no backup of Spadille"),
        ("newer", "newer version"),
    ],
)
def test_what_is_no_whole_backup_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str, said: str
) -> None:
    _made(tmp_path / "data")
    file, target = tmp_path / "copy", tmp_path / "target"
    main(["backup", "--data", str(tmp_path / "data"), str(file)])
    if what == "none":
        file.unlink()
    elif what == "text":
        file.write_bytes(b"hello" * 1000)
    elif what == "torn":
        file.write_bytes(file.read_bytes()[:-9000])
    else:
        connection = sqlite3.connect(file)
        connection.execute(f"PRAGMA user_version = {0 if what == 'other' else 999}")
        connection.close()
    assert main(["restore", "--data", str(target), str(file)]) == 1
    assert said in capsys.readouterr().err
    assert not target.exists() or not any(target.iterdir())


def test_a_database_elsewhere_is_backed_up_by_its_own_means(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADILLE_DATABASE", "postgresql://user:hunter2@db.example/cards")
    assert main(["backup", str(tmp_path / "copy")]) == 1
    said = capsys.readouterr().err
    assert "pg_dump" in said
    assert "hunter2" not in said
