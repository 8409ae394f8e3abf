"""Which store the settings open, and what is said where that cannot be."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import asyncpg
import httpx
import pytest

from spadille.protocol.table import Stage
from spadille.server.settings import BadSetting, DatabaseUrl, Settings, read_settings
from spadille.server.store.migrate import NewerDatabase
from spadille.server.store.opening import UnusableDatabase, open_store, prepare_postgres
from spadille.server.store.postgres import PostgresStore
from spadille.server.store.sqlite import SqliteStore
from tests.kit.server import four_players, running

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kit.client import Player
    from tests.kit.postgres import Postgres

SHORT = {"name": "short", "target": 100, "losing_score": -100, "deal_limit": 1}


def _opened(settings: Settings) -> tuple[type, bytes]:
    """The kind of store of *settings*, and the secret."""
    opened = open_store(settings)
    asyncio.run(opened.store.close())
    return type(opened.store), opened.secret


def test_without_a_database_everything_is_in_the_data_directory(tmp_path: Path) -> None:
    kind, secret = _opened(Settings(data=tmp_path))
    assert kind is SqliteStore
    assert _opened(Settings(data=tmp_path)) == (kind, secret)
    assert (tmp_path / "secret").read_bytes() == secret
    assert (tmp_path / "spadille.db").stat().st_mode & 0o77 == 0


def test_with_a_database_nothing_is_in_the_data_directory(
    tmp_path: Path, postgres: Postgres
) -> None:
    settings = Settings(data=tmp_path / "none", database=DatabaseUrl(postgres.empty_database()))
    kind, secret = _opened(settings)
    assert kind is PostgresStore
    assert len(secret) == 32
    assert _opened(settings) == (kind, secret)
    assert not (tmp_path / "none").exists()


def test_servers_that_start_at_once_on_an_empty_database_share_it(postgres: Postgres) -> None:
    """One of them makes the tables and the secret; the others find them."""
    url = postgres.empty_database()

    async def start_all() -> list[bytes]:
        return await asyncio.gather(*(prepare_postgres(url) for _ in range(4)))

    assert len(set(asyncio.run(start_all()))) == 1


def test_a_match_is_played_on_postgresql_and_known_after_a_restart(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = DatabaseUrl(postgres.fresh_database())

    async def play(player: Player) -> None:
        await player.play(lambda: player.stage is Stage.OVER)

    async def story() -> None:
        async with (
            running(tmp_path, database=url) as server,
            four_players(server.url, rules=SHORT) as players,
        ):
            await asyncio.gather(*(play(player) for player in players))
            ann = players[0]
            place = f"/api/tables/{ann.table}/records/1"
            record = (await ann.http.get(place)).json()
            cookies = dict(ann.http.cookies)
        assert record["winner"] in (0, 1)
        async with (
            running(tmp_path, database=url) as server,
            httpx.AsyncClient(base_url=server.url, cookies=cookies) as http,
        ):
            assert (await http.get("/api/me")).json()["person"]["id"] == ann.id
            assert (await http.get(place)).json() == record

    asyncio.run(story())


def test_while_the_database_is_away_calls_say_so(tmp_path: Path, own: Postgres) -> None:
    url = DatabaseUrl(own.fresh_database())

    async def story() -> None:
        async with (
            running(tmp_path, database=url) as server,
            httpx.AsyncClient(base_url=server.url, timeout=60) as http,
        ):
            link: Any = server.service._store.database
            link._patience = 0.0
            assert (await http.get("/readyz")).status_code == 200
            await asyncio.to_thread(own.stop)
            answer = await http.get("/api/tables/some")
            assert (answer.status_code, answer.json()["code"]) == (503, "store_away")
            ready = await http.get("/readyz")
            assert (ready.status_code, ready.json()["status"]) == (503, "store_away")
            # Alive all the same: a new start would not bring the database back.
            assert (await http.get("/healthz")).status_code == 200
            assert "spadille_tables_awake" in (await http.get("/metrics")).text
            await asyncio.to_thread(own.start)
            link._patience = 30.0
            assert (await http.get("/readyz")).status_code == 200

    asyncio.run(story())


async def _set_version(url: str, version: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute("UPDATE alembic_version SET version_num = $1", version)
    await connection.close()


def test_a_database_of_a_newer_version_is_left_alone(postgres: Postgres) -> None:
    url = postgres.fresh_database()
    asyncio.run(_set_version(url, "0999"))
    with pytest.raises(NewerDatabase, match=r"schema 999; .* use another database"):
        open_store(Settings(database=DatabaseUrl(url)))


def test_a_step_that_fails_changes_nothing(postgres: Postgres) -> None:
    """Not even what was done before it."""
    url = postgres.empty_database()

    async def do(statement: str) -> list[asyncpg.Record]:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetch(statement)
        finally:
            await connection.close()

    asyncio.run(do("CREATE TABLE secret (x TEXT)"))
    with pytest.raises(UnusableDatabase, match=r"secret.* already exists"):
        open_store(Settings(database=DatabaseUrl(url)))
    listed = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    tables = asyncio.run(do(listed))
    assert [name for (name,) in tables] == ["secret"]
    asyncio.run(do("DROP TABLE secret"))
    _opened(Settings(database=DatabaseUrl(url)))


def test_a_start_with_nothing_to_migrate_does_without_the_tool(postgres: Postgres) -> None:
    program = (
        "import asyncio, sys\n"
        "from spadille.server.store.opening import prepare_postgres\n"
        "asyncio.run(prepare_postgres(sys.argv[1]))\n"
        "assert not {'alembic', 'sqlalchemy'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program, postgres.fresh_database()], check=True)


def test_why_a_database_cannot_be_used_is_said_without_the_password(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spadille.server.store.opening._START_SECONDS", 0.0)
    where = f"127.0.0.1:{postgres.port}"
    for url, reason in (
        (f"postgresql://postgres:hunter2@{where}/nowhere", "nowhere.* does not exist"),
        (f"postgresql://nobody:hunter2@{where}/postgres", "nobody.* does not exist"),
        ("postgresql://postgres:hunter2@127.0.0.1:1/cards", "127.0.0.1:1/cards"),
        ("postgresql://postgres:hun/ter2@127.0.0.1/cards", "must look like"),
    ):
        with pytest.raises(UnusableDatabase, match=reason) as error:
            open_store(Settings(database=DatabaseUrl(url)))
        assert "ter2" not in str(error.value)
        assert str(error.value).endswith("Check SPADILLE_DATABASE.")


def test_the_password_is_shown_nowhere() -> None:
    secret = "postgresql://user:hunter2@db.example/cards"
    settings = read_settings({"SPADILLE_DATABASE": secret}, {})
    assert settings.database == secret
    assert "db.example/cards" in repr(settings)
    assert "hunter2" not in repr(settings)
    with pytest.raises(BadSetting) as error:
        read_settings({"SPADILLE_DATABASE": "mysql://user:hunter2@db.example/cards"}, {})
    assert str(error.value).startswith("SPADILLE_DATABASE must be an address such as postgresql:")
    assert "hunter2" not in str(error.value)
