"""Several real servers, and people at all of them, while servers come and go.

``SPADILLE_FAULTS`` sets how many faults follow each other.
"""

from __future__ import annotations

import asyncio
import os
import signal
from random import Random
from typing import TYPE_CHECKING

import httpx
import pytest

from spadille.core.seats import Seat
from spadille.server.nodes.keeper import LEASE_SECONDS
from spadille.server.store.postgres import PostgresStore
from tests.e2e.test_kill import _check_log
from tests.kit.client import GUARD_SECONDS, Gone, Player
from tests.kit.cluster import cluster
from tests.kit.gate import Gate
from tests.kit.nats import Nats
from tests.kit.postgres import Postgres
from tests.kit.server import four_players
from tests.kit.tourists import Tourists

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from spadille.server.store.ownership_ports import Node
    from tests.kit.server import Program

    Story = Callable[[list[Program], Tourists], Awaitable[None]]

# They start several programs and wait for leases to lapse; a busy machine has three times as long.
pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]
PATIENT = {"grace_seconds": "1000", "between_seconds": "1000"}
"""Nobody is stood in for, so whatever was legal stays legal."""
TABLES = 3
FAULTS = int(os.environ.get("SPADILLE_FAULTS", "4"))
DICE = Random(7)


def tell(folder: Path, database: str, nats: Nats, nodes: int, story: Story) -> None:
    """Run *story* while tourists play at so many nodes, then hold the log against it."""

    async def main() -> None:
        async with cluster(folder, database, nats.url, nodes, **PATIENT) as programs:
            tourists = Tourists(programs)
            await tourists.gather(TABLES)
            tourists.start()
            await story(programs, tourists)
            await tourists.stop()
        await check(database, tourists)
        print(f"{tourists.told} acts, the longest took {tourists.longest:.2f} s")  # noqa: T201

    asyncio.run(main())


async def check(database: str, tourists: Tourists) -> None:
    """All that anyone was told of is in the logs, once, under the number it had."""
    store = PostgresStore(database)
    for table in {player.table for player in tourists.players}:
        log = await store.read(table)
        _check_log(log, (player for player in tourists.players if player.table == table))
        for player, order, seq in tourists.accepted:
            if player.table == table:
                assert log[seq - 1].order == order
    await store.close()


def test_a_killed_node_takes_no_game_with_it(tmp_path: Path, database: str, nats: Nats) -> None:
    """Its tables go on at the others, in the middle of a trick."""

    async def story(programs: list[Program], tourists: Tourists) -> None:
        await tourists.until_each(20)
        tourists.leave(programs[0])
        await programs[0].kill()
        await tourists.until_each(60)

    tell(tmp_path, database, nats, 3, story)


def test_a_drained_node_is_hardly_missed(tmp_path: Path, database: str, nats: Nats) -> None:
    """It says goodbye to its people, and ends in success."""

    async def story(programs: list[Program], tourists: Tourists) -> None:
        await tourists.until_each(20)
        tourists.leave(programs[0])
        code, log = await programs[0].stop()
        assert code == 0, log
        assert '"level": "error"' not in log
        await tourists.until_each(60)

    tell(tmp_path, database, nats, 2, story)


def test_a_frozen_node_wakes_to_a_table_of_others(
    tmp_path: Path, database: str, nats: Nats
) -> None:
    """Stopped for longer than its lease, it comes back and does no harm."""

    async def story(programs: list[Program], tourists: Tourists) -> None:
        await tourists.until_each(20)
        programs[0].send_signal(signal.SIGSTOP)
        await until_nodes(database, lambda nodes: len(nodes) == 1)
        programs[0].send_signal(signal.SIGCONT)
        await tourists.until_each(60)

    tell(tmp_path, database, nats, 2, story)


async def play_on(player: Player) -> None:
    """Play some sixty events."""
    await player.play(lambda: player.seq > 60)


async def play_on_here(player: Player) -> None:
    """The same; whoever is sent to another server comes back."""
    while player.seq <= 60:
        try:
            await play_on(player)
        except Gone:
            # Of two that lose the bus at once, the one that notices it first sends its people
            # to the other, which it takes to be well still.
            await player.drop()
            await player.connect(player.table, resume=True)


async def until_nodes(database: str, holds: Callable[[list[Node]], bool]) -> None:
    """Wait until the nodes with leases are as *holds* wants them."""
    store = PostgresStore(database)
    async with asyncio.timeout(GUARD_SECONDS):
        while not holds(await store.ownership.nodes()):  # noqa: ASYNC110 - nobody is told of it
            await asyncio.sleep(0.1)
    await store.close()


async def until_together(database: str, programs: list[Program]) -> None:
    """Wait until all of *programs* have the bus, and may take tables again."""
    for program in programs:
        async with asyncio.timeout(GUARD_SECONDS):
            while not await has_bus(program):  # noqa: ASYNC110 - it is asked for here
                await asyncio.sleep(0.1)
    await until_nodes(database, lambda nodes: not any(n.unroutable for n in nodes))


async def has_bus(program: Program) -> bool:
    """Whether *program* is connected to the bus, by its own account."""
    async with httpx.AsyncClient() as client:
        return "spadille_bus_connected 1.0" in (await client.get(f"{program.url}/metrics")).text


def test_four_people_at_three_servers(tmp_path: Path, database: str, nats: Nats) -> None:
    """A cookie of one server is good at the others, and a whole deal is played."""

    async def main() -> None:
        async with cluster(tmp_path, database, nats.url, 3) as programs:
            async with four_players(programs[0].url) as players:
                east = players[Seat.EAST]
                await east.drop()
                east.url = programs[1].url
                await east.connect(east.table, resume=True)
                await asyncio.gather(*(play_on(player) for player in players))
            async with Player(programs[2].url) as spectator:
                await spectator.connect(players[0].table)
                assert spectator.last is not None
                assert spectator.last.seat is None
                assert spectator.last.game is not None
                assert spectator.last.game.own is None

    asyncio.run(main())


def test_a_node_cut_from_the_bus_sends_its_people_to_others(
    tmp_path: Path, database: str, nats: Nats
) -> None:
    """It is not ready for more, until the bus is back."""

    async def main() -> None:
        async with (
            Gate(nats.port) as gate,
            cluster(tmp_path, database, f"nats://127.0.0.1:{gate.port}", 1, **PATIENT) as one,
            cluster(tmp_path / "b", database, nats.url, 1, **PATIENT) as other,
        ):
            programs = [*one, *other]
            tourists = Tourists(programs)
            await tourists.gather(TABLES)
            tourists.start()
            await tourists.until_each(20)
            tourists.leave(programs[0])
            await gate.bar()
            await tourists.until_each(60)
            assert await ready(programs[0]) == 503
            await gate.open()
            async with asyncio.timeout(GUARD_SECONDS):
                while await ready(programs[0]) != 200:  # noqa: ASYNC110 - it is asked for here
                    await asyncio.sleep(0.1)
            await tourists.stop()
        await check(database, tourists)

    asyncio.run(main())


def test_without_the_bus_people_play_on_where_they_are(tmp_path: Path, database: str) -> None:
    """All of a table at one node play on; those elsewhere, once the bus is back."""

    async def main() -> None:
        with Nats() as nats:
            async with cluster(tmp_path, database, nats.url, 2, **PATIENT) as programs:
                async with four_players(programs[0].url) as players:
                    nats.stop()
                    await asyncio.gather(*(play_on_here(player) for player in players))
                    nats.start()
                # Until then they take no new tables.
                await until_together(database, programs)
                tourists = Tourists(programs)
                await tourists.gather(TABLES)
                tourists.start()
                await tourists.until_each(20)
                nats.stop()
                await until_nodes(
                    database, lambda nodes: [n.unroutable for n in nodes] == [True, True]
                )
                nats.start()
                await tourists.until_each(60)
                await tourists.stop()
        await check(database, tourists)

    asyncio.run(main())


async def ready(program: Program) -> int:
    """What a load balancer is told."""
    async with httpx.AsyncClient() as client:
        return (await client.get(f"{program.url}/readyz")).status_code


async def kill(program: Program, tourists: Tourists) -> None:
    """A crash, and a new start."""
    await program.kill()
    await tourists.until_more(40)
    await program.start()


async def replace(program: Program, tourists: Tourists) -> None:
    """A deploy."""
    code, log = await program.stop()
    assert code == 0, log
    assert '"level": "error"' not in log
    await tourists.until_more(20)
    await program.start()


async def freeze(program: Program, _tourists: Tourists) -> None:
    """A pause, shorter or longer than a lease; people wait for it to be over."""
    program.send_signal(signal.SIGSTOP)
    await asyncio.sleep(DICE.uniform(0.5, 2.0) * LEASE_SECONDS)
    program.send_signal(signal.SIGCONT)


@pytest.mark.timeout(120 + 30 * FAULTS)
def test_any_fault_after_any_other(tmp_path: Path, database: str, nats: Nats) -> None:
    """Nodes crash, are replaced and freeze, while people play on."""

    async def story(programs: list[Program], tourists: Tourists) -> None:
        for _ in range(FAULTS):
            await tourists.until_more(DICE.randint(10, 200))
            program = DICE.choice(programs)
            fault = DICE.choice((kill, replace, freeze))
            if fault is not freeze:
                tourists.leave(program)
            await fault(program, tourists)
            tourists.come_again(program)
        await tourists.until_each(40)

    tell(tmp_path, database, nats, 3, story)


def test_the_database_crashes_and_comes_back(tmp_path: Path, nats: Nats) -> None:
    """Nothing is told that is not stored; the nodes find their tables again."""

    async def main() -> None:
        with Postgres() as postgres:
            database = await asyncio.to_thread(postgres.fresh_database)
            async with cluster(tmp_path, database, nats.url, 2, **PATIENT) as programs:
                tourists = Tourists(programs)
                await tourists.gather(TABLES)
                tourists.start()
                await tourists.until_each(20)
                await asyncio.to_thread(postgres.stop)
                await asyncio.to_thread(postgres.start)
                await tourists.until_each(40)
                # So long that every lease has lapsed.
                await asyncio.to_thread(postgres.stop)
                await asyncio.sleep(LEASE_SECONDS)
                await asyncio.to_thread(postgres.start)
                await tourists.until_each(40)
                await tourists.stop()
            await check(database, tourists)

    asyncio.run(main())
