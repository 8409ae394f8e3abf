"""Real databases and buses, sound ones and ones that were broken on purpose."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg
import pytest

from spadille.server.checkup.bus import check_bus
from spadille.server.checkup.finding import worst
from spadille.server.checkup.postgres import _clock, _trip, check_postgres
from tests.kit.nats import Nats, _program
from tests.kit.postgres import Postgres

if TYPE_CHECKING:
    from spadille.server.checkup.finding import Finding

CLOSED = "127.0.0.1:1"
"""Nobody listens there."""


@pytest.fixture(scope="module")
def durable() -> Iterator[Postgres]:
    """A PostgreSQL as it would be run in earnest."""
    with Postgres(fsync=True) as server:
        yield server


@pytest.fixture(scope="module")
def nats() -> Iterator[Nats]:
    with Nats() as server:
        yield server


def looked_at(url: str) -> list[Finding]:
    """What is found, without what a busy machine may be slow at."""
    findings = asyncio.run(check_postgres(url))
    return [finding for finding in findings if "round trip" not in finding.found]


def bad(findings: list[Finding]) -> Finding:
    """The only finding that is not well."""
    (found,) = [finding for finding in findings if finding.state != "ok"]
    assert found.advice
    return found


async def execute(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(statement)
    await connection.close()


def test_a_database_of_this_version_is_well(durable: Postgres) -> None:
    url = durable.fresh_database()
    findings = asyncio.run(check_postgres(url))
    text = str(findings)
    for said in ("answers: PostgreSQL 1", "schema 3", "round trip", "s apart"):
        assert said in text
    assert worst(looked_at(url)) == "ok"
    assert worst(looked_at(durable.empty_database())) == "ok"


def test_a_database_that_is_away_is_a_fault_that_shows_no_password() -> None:
    found = bad(looked_at(f"postgresql://joe:hunter2@{CLOSED}/cards"))
    assert found.state == "fault"
    assert f"{CLOSED}/cards does not answer" in found.found
    assert "hunter2" not in str(found)


def test_a_database_that_lets_nobody_in_is_a_fault(durable: Postgres) -> None:
    found = bad(looked_at(f"postgresql://postgres@127.0.0.1:{durable.port}/nothing"))
    assert found.state == "fault"
    assert "lets nobody in" in found.found


def test_a_database_of_another_version_is_told(durable: Postgres) -> None:
    url = durable.fresh_database()
    asyncio.run(execute(url, "UPDATE alembic_version SET version_num = '0099'"))
    assert (bad(looked_at(url)).state, "newer" in bad(looked_at(url)).found) == ("fault", True)
    asyncio.run(execute(url, "UPDATE alembic_version SET version_num = '0001'"))
    assert (bad(looked_at(url)).state, "older" in bad(looked_at(url)).found) == ("warning", True)


def test_a_database_that_does_not_flush_is_a_fault(postgres: Postgres) -> None:
    # The one that tests share is in a hurry.
    found = bad(looked_at(postgres.fresh_database()))
    assert (found.state, found.found) == ("fault", "fsync is off")


def test_a_database_that_commits_later_is_told(durable: Postgres) -> None:
    found = bad(looked_at(f"{durable.fresh_database()}&synchronous_commit=off"))
    assert (found.state, found.found) == ("warning", "synchronous_commit is off")


def test_a_database_with_few_connections_left_is_told(durable: Postgres) -> None:
    url = durable.fresh_database()

    async def crowd() -> list[Finding]:
        # 200 are possible, and three of them are kept for the database's owner.
        crowd = [await asyncpg.connect(url) for _ in range(190)]
        try:
            return await check_postgres(url)
        finally:
            await asyncio.gather(*(guest.close() for guest in crowd))

    findings = [f for f in asyncio.run(crowd()) if "connections are possible" in f.found]
    assert [finding.state for finding in findings] == ["warning"]


def test_a_far_database_and_clocks_that_differ_are_told() -> None:
    assert (_trip(0.001).state, _trip(0.1).state) == ("ok", "warning")
    assert [_clock(ahead).state for ahead in (-5.0, -0.5, 0.5, 5.0)] == [
        "warning",
        "ok",
        "ok",
        "warning",
    ]


def test_a_bus_is_well(nats: Nats) -> None:
    findings = asyncio.run(check_bus(nats.url))
    assert "answers: NATS 2." in str(findings)
    assert "fault" not in {finding.state for finding in findings}


def test_a_bus_that_is_away_is_a_fault_that_shows_no_password() -> None:
    found = bad(asyncio.run(check_bus(f"nats://joe:hunter2@{CLOSED}")))
    assert found.state == "fault"
    assert "hunter2" not in str(found)


def test_a_bus_that_lets_nobody_speak_of_cards_is_a_fault(nats: Nats, tmp_path: Path) -> None:
    rules = tmp_path / "nats.conf"
    rules.write_text(
        "listen: 127.0.0.1:-1\nports_file_dir: " + str(tmp_path) + "\n"
        "authorization { users = [ { user: joe, password: hunter2, "
        'permissions: { publish: ["other.>"], subscribe: ["other.>"] } } ] }\n'
    )
    server = subprocess.Popen([_program(), "-c", rules], stderr=subprocess.PIPE)
    try:
        assert server.stderr is not None
        heard = ""
        for line in server.stderr:
            heard += line.decode()
            if b"Server is ready" in line:
                break
        port = heard.split("Listening for client connections on 127.0.0.1:")[1].split()[0]
        found = bad(asyncio.run(check_bus(f"nats://joe:hunter2@127.0.0.1:{port}")))
        assert "spadille.>" in found.advice
        wrong = bad(asyncio.run(check_bus(f"nats://joe:other@127.0.0.1:{port}")))
        assert "lets us in" in wrong.found
    finally:
        server.kill()
        server.wait()
        assert server.stderr is not None
        server.stderr.close()
