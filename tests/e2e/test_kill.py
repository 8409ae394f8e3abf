"""The server is killed in the middle of play, again and again, and nothing is lost.

``SPADILLE_KILLS`` sets how often.
"""

from __future__ import annotations

import asyncio
import json
import os
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from spadille.core.codec import encoder
from spadille.core.seats import Seat
from spadille.protocol.messages import Accepted, Update
from spadille.server.store.sqlite import SqliteStore
from spadille.server.tables.events import from_body, heard
from tests.kit.client import Gone, Player
from tests.kit.server import Program

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from spadille.protocol.acts import Act
    from spadille.server.store.ports import StoredEvent

KILLS = int(os.environ.get("SPADILLE_KILLS", "6"))
TABLES = 3
RULES = {"name": "long", "target": 2000, "deal_limit": 100, "blind_nil_points": 100}
_encoder = encoder()


class Crowd:
    """Four people at each of a few tables, who come back whenever the server does."""

    def __init__(self, program: Program) -> None:
        """Play on *program*."""
        self.program = program
        self.players: list[Player] = []
        self.accepted: list[tuple[Player, str, int]] = []
        self.stopping = False
        self._up = asyncio.Event()
        self._told = 0
        self._told_more = asyncio.Event()

    async def gather(self) -> None:
        """Seat everyone."""
        self._up.set()
        for number in range(TABLES):
            four = [Player(self.program.url, 4 * number + seat) for seat in Seat]
            table = ""
            for seat, player in zip(Seat, four, strict=True):
                await player.__aenter__()
                if table:
                    await player.sit(table, seat)
                else:
                    table = await player.make_table(
                        rules=RULES, seat=seat, open_seats=[1, 2, 3], turn_seconds=0
                    )
            self.players += four

    async def play(self) -> None:
        """Let everyone play until told to stop."""
        await asyncio.gather(*(self._play_one(player) for player in self.players))

    async def kill_after(self, messages: int) -> None:
        """Kill the server once *messages* more have come, and start it anew."""
        until = self._told + messages
        while self._told < until:
            self._told_more.clear()
            await asyncio.wait_for(self._told_more.wait(), 60)
        self._up.clear()
        await self.program.kill()
        await self.program.start()
        self._up.set()

    async def _play_one(self, player: Player) -> None:
        act: Act | None = None
        order = 0
        while not self.stopping:
            try:
                if player.closed is not None:
                    await self._come_back(player)
                act = act or player.next_act()
                if act is None:
                    await player.until(
                        lambda seen=player.seq: player.seq != seen or self.stopping  # type: ignore[misc]
                    )
                else:
                    await self._order(player, act, f"order-{player.bot.seed}-{order}")
                    act, order = None, order + 1
            except (Gone, OSError, httpx.TransportError):
                # The act, if there was one, is asked for again under its old id.
                await player.drop()
                player.closed = (0, "")
            self._told += 1
            self._told_more.set()

    async def _order(self, player: Player, act: Act, order: str) -> None:
        answer = await player.order(act, order)
        # The clock is off and nobody stands in, so what was legal stays legal.
        assert isinstance(answer, Accepted), (act, answer)
        self.accepted.append((player, f"{player.id}:{order}", answer.seq))

    async def _come_back(self, player: Player) -> None:
        await asyncio.wait_for(self._up.wait(), 60)
        player.url = self.program.url
        await player.connect(player.table, resume=True)


def _check_log(log: list[StoredEvent], players: Iterable[Player]) -> None:
    """Everything that was ever told is in *log*, once, under the number it had."""
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    orders = [event.order for event in log if event.order is not None]
    assert len(orders) == len(set(orders))
    bodies = [from_body(event.body) for event in log]
    for player in players:
        for frame, message in zip(player.frames, player.messages, strict=True):
            if not isinstance(message, Update):
                continue
            for number, told in enumerate(
                json.loads(frame)["events"], message.seq - len(message.events)
            ):
                stored: Any = heard(bodies[number], message.seat)
                assert json.loads(_encoder.encode(stored)) == told


@pytest.mark.e2e
@pytest.mark.timeout(120 + 20 * KILLS)
def test_nothing_that_was_told_is_lost_by_kill_9(tmp_path: Path) -> None:
    async def main() -> Crowd:
        dice = Random(9)
        async with Program(tmp_path, grace_seconds="1000", between_seconds="1000") as program:
            crowd = Crowd(program)
            await crowd.gather()
            playing = asyncio.create_task(crowd.play())
            for _ in range(KILLS):
                await crowd.kill_after(dice.randint(30, 400))
            await _finish_a_deal(crowd, playing)
            code, log = await program.stop()
            assert code == 0, log
            assert '"level": "error"' not in log
            for player in crowd.players:
                await player.__aexit__()
        return crowd

    crowd = asyncio.run(main())
    logs = asyncio.run(_logs(tmp_path, {player.table for player in crowd.players}))
    for table, log in logs.items():
        _check_log(log, (player for player in crowd.players if player.table == table))
    for player, order, seq in crowd.accepted:
        assert logs[player.table][seq - 1].order == order


async def _finish_a_deal(crowd: Crowd, playing: asyncio.Task[None]) -> None:
    """Play on until every table has finished the deal that the last kill fell in."""
    sheets = {player: _deals(player) for player in crowd.players}

    async def one(player: Player) -> None:
        while _deals(player) <= sheets[player]:
            crowd._told_more.clear()
            await asyncio.wait_for(crowd._told_more.wait(), 60)

    await asyncio.gather(*(one(player) for player in crowd.players))
    crowd.stopping = True
    for player in crowd.players:
        player._changed.set()
    await asyncio.wait_for(playing, 60)


def _deals(player: Player) -> int:
    """How many deals *player* has seen begin."""
    game = None if player.last is None else player.last.game
    return 0 if game is None else game.public.deal_number


async def _logs(data: Path, tables: set[str]) -> dict[str, list[StoredEvent]]:
    store = SqliteStore(data)
    logs = {table: await store.read(table) for table in tables}
    await store.close()
    return logs
