"""Several real servers, and people at all of them, while servers come and go."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from spadille.core.seats import Seat
from spadille.server.store.postgres import PostgresStore
from tests.e2e.test_kill import _check_log
from tests.kit.client import GUARD_SECONDS, Player
from tests.kit.cluster import cluster
from tests.kit.server import four_players
from tests.kit.tourists import Tourists

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tests.kit.nats import Nats
    from tests.kit.server import Program

    Story = Callable[[list[Program], Tourists], Awaitable[None]]

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
PATIENT = {"grace_seconds": "1000", "between_seconds": "1000"}
"""Nobody is stood in for, so whatever was legal stays legal."""
TABLES = 3


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
        process = programs[0]._process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await until_alone(database)
        process.send_signal(signal.SIGCONT)
        await tourists.until_each(60)

    tell(tmp_path, database, nats, 2, story)


async def until_alone(database: str) -> None:
    """Wait until only one node has a lease."""
    store = PostgresStore(database)
    async with asyncio.timeout(GUARD_SECONDS):
        while len(await store.ownership.nodes()) > 1:  # noqa: ASYNC110 - nobody is told of it
            await asyncio.sleep(0.1)
    await store.close()


def test_four_people_at_three_servers(tmp_path: Path, database: str, nats: Nats) -> None:
    """A cookie of one server is good at the others, and a whole deal is played."""

    async def main() -> None:
        async with cluster(tmp_path, database, nats.url, 3) as programs:
            async with four_players(programs[0].url) as players:
                east = players[Seat.EAST]
                await east.drop()
                east.url = programs[1].url
                await east.connect(east.table, resume=True)
                await asyncio.gather(*(p.play(lambda p=p: p.seq > 60) for p in players))
            async with Player(programs[2].url) as spectator:
                await spectator.connect(players[0].table)
                assert spectator.last is not None
                assert spectator.last.seat is None
                assert spectator.last.game is not None
                assert spectator.last.game.own is None

    asyncio.run(main())
