"""What a load balancer and a scraper are told, by servers that are well and others."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING

import httpx

from spadille.core.value import replace
from spadille.protocol.messages import Hello
from spadille.protocol.table import Stage
from spadille.server.settings import DatabaseUrl
from tests.kit.client import GUARD_SECONDS, Player
from tests.kit.cluster import cluster
from tests.kit.gate import Gate
from tests.kit.nats import Nats
from tests.kit.server import Program, Running, running, tell

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    import pytest

    from tests.kit.postgres import Postgres

SHORT = {"name": "short", "target": 50, "deal_limit": 1}


async def counted(http: httpx.AsyncClient, url: str = "") -> dict[str, float]:
    """All figures of ``/metrics``, by name and labels."""
    page = (await http.get(f"{url}/metrics")).text
    rows = re.findall(r"^([^#\s]\S*) (\S+)$", page, re.MULTILINE)
    return {name: float(value) for name, value in rows}


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until *holds*; for what nobody is told of."""
    async with asyncio.timeout(GUARD_SECONDS):
        while not await holds():  # noqa: ASYNC110 - the server is another program
            await asyncio.sleep(0.05)


async def until_ready_is(http: httpx.AsyncClient, wanted: str) -> httpx.Response:
    """The answer of ``/readyz`` once it says *wanted*."""
    answers: list[httpx.Response] = []

    async def said() -> bool:
        answers.append(await http.get("/readyz"))
        return bool(answers[-1].json()["status"] == wanted)

    await until(said)
    return answers[-1]


async def until_counted(http: httpx.AsyncClient, name: str, wanted: float, url: str = "") -> None:
    """Wait until the figure *name* is so much."""

    async def is_so() -> bool:
        return (await counted(http, url)).get(name, 0) == wanted

    await until(is_so)


def test_a_server_that_is_told_to_stop_is_not_ready_from_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(server: Running) -> None:
        drained = asyncio.Event()
        monkeypatch.setattr(server.service._directory, "drain", drained.wait)
        async with httpx.AsyncClient(base_url=server.url) as http:
            assert (await http.get("/readyz")).status_code == 200
            going = asyncio.create_task(server.service.sockets.go_down())
            await asyncio.sleep(0)
            answer = await http.get("/readyz")
            assert (answer.status_code, answer.json()["status"]) == (503, "going_down")
            assert answer.json()["detail"].endswith(".")
            assert (await http.get("/healthz")).status_code == 200
        drained.set()
        await going

    tell(tmp_path, story)


def test_a_played_deal_moves_the_counters(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            before = await counted(player.http)
            assert before["spadille_people"] == 0
            await player.make_table(rules=SHORT)
            await player.play(lambda: player.stage is Stage.OVER)
            now = await counted(player.http)
            cards = 13 * 3  # the computers' ones
            for name in ("spadille_bot_thinking_seconds", "spadille_bot_waiting_seconds"):
                assert now[f"{name}_count"] >= before[f"{name}_count"] + cards
            assert now["spadille_bot_queue"] == 0
            assert now["spadille_append_seconds_count"] >= 52
            assert now["spadille_order_seconds_count"] >= 14
            assert now["spadille_tables"] == before["spadille_tables"] + 1
            assert now["spadille_people"] == 1
            assert now['spadille_calls_total{status="2xx"}'] >= 3
            assert now["spadille_bus_connected"] == now["spadille_lease_held"] == 1
            assert now["spadille_resumes_total"] == 0
            late = {"type": "order", "id": "too-late", "act": {"type": "play", "card": "SA"}}
            await player.say_raw(json.dumps(late))
            await until_counted(player.http, 'spadille_orders_total{outcome="refused"}', 1)
            reasons = {
                name: value
                for name, value in (await counted(player.http)).items()
                if name.startswith("spadille_refusals_total")
            }
            assert sum(reasons.values()) == 1
            await player.say(Hello(player.table, player.seq))
            await until_counted(player.http, "spadille_resumes_total", 1)

    tell(tmp_path, story)


def test_a_node_without_its_database_is_not_ready_until_it_is_back(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.fresh_database()

    async def story() -> None:
        async with Gate(postgres.port) as gate:
            way = url.replace(f":{postgres.port}/", f":{gate.port}/")
            async with (
                Program(tmp_path, database=way, nats=nats.url) as server,
                httpx.AsyncClient(base_url=server.url, timeout=GUARD_SECONDS) as http,
            ):
                assert (await http.get("/readyz")).status_code == 200
                await gate.bar()
                assert (await http.get("/readyz")).status_code == 503
                assert (await until_ready_is(http, "no_lease")).status_code == 503
                assert (await counted(http))["spadille_lease_held"] == 0
                await gate.open()
                assert (await until_ready_is(http, "ok")).status_code == 200

    with Nats() as nats:
        asyncio.run(story())


def test_a_server_that_is_told_to_stop_serves_on_until_load_balancers_know(tmp_path: Path) -> None:
    """However long they take; and then it ends."""

    async def story(server: Running) -> None:
        sockets = server.service.sockets
        async with httpx.AsyncClient(base_url=server.url) as http:
            assert (await http.get("/readyz")).status_code == 200
            stopping = asyncio.create_task(sockets.go_down())
            await until_ready_is(http, "going_down")
            async with Player(server.url) as late:
                await late.make_table(rules=SHORT)
                await late.play(lambda: late.stage is Stage.OVER)
            assert not stopping.done()
            stopping.cancel()
        sockets.settings = replace(sockets.settings, drain_seconds=0.01)

    tell(tmp_path, story, drain_seconds=3600.0)


def test_a_bus_that_comes_back_is_counted(tmp_path: Path, postgres: Postgres) -> None:
    url = DatabaseUrl(postgres.fresh_database())

    async def story() -> None:
        async with (
            running(tmp_path, database=url, nats=nats.url) as server,
            httpx.AsyncClient(base_url=server.url) as http,
        ):
            assert (await counted(http))["spadille_bus_connected"] == 1
            await asyncio.to_thread(nats.stop)
            await until_counted(http, "spadille_bus_connected", 0)
            # Alone with its tables it serves on: nobody else could do better.
            assert (await until_ready_is(http, "ok")).status_code == 200
            await asyncio.to_thread(nats.start)
            await until_counted(http, "spadille_bus_reconnects_total", 1)

    with Nats() as nats:
        asyncio.run(story())


def test_tables_of_a_killed_node_are_counted_where_they_go_on(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.fresh_database()

    async def story() -> None:
        async with (
            cluster(tmp_path, url, nats.url, 2) as programs,
            httpx.AsyncClient() as http,
            Player(programs[0].url) as player,
        ):
            await player.make_table(open_seats=[0])
            assert (await counted(http, programs[1].url))["spadille_takeovers_total"] == 0
            await programs[0].kill()
            await until_counted(http, "spadille_takeovers_total", 1, programs[1].url)

    with Nats() as nats:
        asyncio.run(story())
