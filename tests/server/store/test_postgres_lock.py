"""Servers on one database that know nothing of each other refuse to start."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import asyncpg
import httpx
import pytest
from structlog.testing import capture_logs

from spadille.server.store import postgres_lock
from spadille.server.store.lock import DatabaseInUse
from spadille.server.store.ports import StoreAway
from spadille.server.store.postgres_lock import DatabaseLock
from tests.kit.nodes import until
from tests.kit.server import PROGRAM, Program

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.kit.postgres import Postgres


@pytest.fixture(autouse=True)
def no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has to wait for nobody is refused at once."""
    monkeypatch.setattr(postgres_lock, "_WAIT_SECONDS", 0.0)


@asynccontextmanager
async def held(url: str, *, shared: bool) -> AsyncIterator[DatabaseLock]:
    """A lock that is held for as long as the block lasts."""
    lock = DatabaseLock(url, shared=shared)
    await lock.take()
    try:
        yield lock
    finally:
        await lock.release()


@pytest.mark.parametrize(
    ("first", "second", "advice"),
    [
        (False, False, "give each of them the same SPADILLE_NATS"),
        (True, False, "give each of them the same SPADILLE_NATS"),
        (False, True, "A Spadille server without SPADILLE_NATS uses the database"),
    ],
)
def test_nobody_starts_beside_who_is_alone(
    postgres: Postgres, first: bool, second: bool, advice: str
) -> None:
    url, elsewhere = postgres.fresh_database(), postgres.fresh_database()

    async def story() -> None:
        async with held(url, shared=first):
            with pytest.raises(DatabaseInUse, match=advice):
                await DatabaseLock(url, shared=second).take()
            async with held(elsewhere, shared=second):
                pass
        async with held(url, shared=second):
            pass

    asyncio.run(story())


def test_servers_with_a_bus_start_beside_each_other(postgres: Postgres) -> None:
    url = postgres.fresh_database()

    async def story() -> None:
        async with held(url, shared=True), held(url, shared=True):
            pass

    asyncio.run(story())


async def _end_connection(url: str, lock: DatabaseLock) -> None:
    """Let the database cut the one that holds *lock*."""
    assert lock._connection is not None
    outside = await asyncpg.connect(url)
    await outside.execute(
        "SELECT pg_terminate_backend($1, 5000)", lock._connection.get_server_pid()
    )
    await outside.close()


def test_a_lock_whose_connection_is_lost_is_taken_again(postgres: Postgres) -> None:
    url = postgres.fresh_database()

    async def story() -> None:
        async with held(url, shared=False) as lock:
            former = lock._connection
            await _end_connection(url, lock)
            await until(lambda: lock._connection not in {former, None}, "another connection")
            with pytest.raises(DatabaseInUse):
                await DatabaseLock(url, shared=False).take()

    with capture_logs() as lines:
        asyncio.run(story())
    assert [line["log_level"] for line in lines] == ["warning", "info"]


def test_who_loses_the_database_to_another_says_so(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, however long that lasts; and it is the owner again once the other is gone."""
    monkeypatch.setattr(postgres_lock, "_PAUSE", 0.01)
    url = postgres.fresh_database()

    async def story() -> None:
        async with held(url, shared=False) as lock:
            take, lock._take = lock._take, "SELECT FALSE WHERE $1 > 0"
            await _end_connection(url, lock)
            async with held(url, shared=False):
                lock._take = take
                await until(lambda: "error" in [line["log_level"] for line in lines], "a word")
            await until(lambda: lock._connection is not None, "its return")

    with capture_logs() as lines:
        asyncio.run(story())
    assert [line["log_level"] for line in lines].count("error") == 1


def test_a_database_that_goes_away_at_the_start_is_named(postgres: Postgres) -> None:
    url = postgres.fresh_database().replace(f":{postgres.port}/", ":1/")
    with pytest.raises(StoreAway, match="away"):
        asyncio.run(DatabaseLock(url, shared=False).take())


def test_a_second_server_says_why_it_does_not_start(tmp_path: Path, postgres: Postgres) -> None:
    """One that was killed can start again at once."""
    url = postgres.fresh_database()

    async def story() -> None:
        async with Program(tmp_path, database=url) as first:
            second = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "spadille", "serve"),
                env={**os.environ, **PROGRAM, "SPADILLE_DATABASE": url},
                stderr=asyncio.subprocess.PIPE,
            )
            _, said = await second.communicate()
            assert second.returncode == 1
            assert b"Another Spadille server uses the database" in said
            assert b"SPADILLE_NATS" in said
            assert b"Traceback" not in said
            await first.kill()
            await first.start()
            async with httpx.AsyncClient(base_url=first.url) as http:
                assert (await http.get("/readyz")).status_code == 200

    asyncio.run(story())
