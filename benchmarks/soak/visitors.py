"""People who come, make tables or sit down at them, lose their connection, and go."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final

import httpx
from websockets.exceptions import WebSocketException

from spadille.core.seats import Seat
from spadille.protocol.acts import Leave, Sit
from spadille.protocol.messages import Accepted
from tests.kit.client import Gone, Player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.kit.server import Program

_RULES: Final = {"name": "short", "target": 200, "deal_limit": 4}
_LONGEST_WAIT: Final = 20.0
_AWAY: Final = (0.1, 3.0)
"""Seconds for which a connection is lost."""


class Visitors:
    """So many people at a time; for each who goes another comes."""

    def __init__(
        self, programs: Sequence[Program], people: int, stay: float, think: float, seed: int
    ) -> None:
        """Let each stay for *stay* seconds, and think *think* seconds for an act, on average."""
        self.counts: Counter[str] = Counter()
        self._programs = programs
        self._people = people
        self._stay = stay
        self._think = think
        self._seed = seed
        self._open: deque[tuple[str, Seat]] = deque(maxlen=people)
        """Seats that were kept for people."""
        self._stopping = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._now = asyncio.get_running_loop().time

    def start(self) -> None:
        """Let them come."""
        self._tasks = [asyncio.create_task(self._place(n)) for n in range(self._people)]

    async def stop(self) -> None:
        """Let nobody else come, and wait until all are gone."""
        self._stopping.set()
        await asyncio.gather(*self._tasks)

    def check(self) -> None:
        """Let a failure be seen at once: without visitors nothing piles up, and all looks well."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def _place(self, number: int) -> None:
        """One person after another."""
        dice = Random(self._seed * self._people + number)
        await self._wait(dice.uniform(0, self._stay))
        while not self._stopping.is_set():
            try:
                await self._visit(dice)
            except (Gone, OSError, TimeoutError, httpx.HTTPError, WebSocketException) as error:
                self.counts[f"visits cut short by {type(error).__name__}"] += 1
                await self._wait(1.0)

    async def _visit(self, dice: Random) -> None:
        async with Player(self._url(dice), dice.randrange(2**30), keep=False) as player:
            player.strict = False
            self.counts["visits"] += 1
            if dice.random() < 0.4 or not self._open:
                await self._host(player, dice)
            else:
                await self._join(player, dice)
            end = self._now() + dice.expovariate(1 / self._stay)
            while self._now() < end and not self._stopping.is_set():
                await self._play(player, dice, self._now() + dice.uniform(0, self._stay))
                if dice.random() < 0.5:
                    await self._blink(player, dice)
            if dice.random() < 0.5 and player.last is not None and player.last.seat is not None:
                await player.order(Leave())
                self.counts["leaves"] += 1

    async def _host(self, player: Player, dice: Random) -> None:
        """Make a table, with places for others at some."""
        seats = dice.sample(list(Seat), 1 + dice.choice((0, 0, 1, 2, 3)))
        table = await player.make_table(
            rules=_RULES, seat=seats[0], open_seats=seats[1:], turn_seconds=5
        )
        self._open.extend((table, seat) for seat in seats[1:])
        self.counts["tables"] += 1

    async def _join(self, player: Player, dice: Random) -> None:
        """Sit down where a place was kept, or watch if another was faster."""
        index = dice.randrange(len(self._open))
        table, seat = self._open[index]
        del self._open[index]
        await player.connect(table)
        if isinstance(await player.order(Sit(seat)), Accepted):
            self.counts["joins"] += 1
        else:
            self.counts["spectators"] += 1

    async def _play(self, player: Player, dice: Random, end: float) -> None:
        while self._now() < end and not self._stopping.is_set():
            act = player.next_act()
            if act is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(1.0, self._think * 5)):
                        seen = player.newest
                        await player.until(lambda: player.newest is not seen)  # noqa: B023
            else:
                await asyncio.sleep(dice.expovariate(1 / self._think))
                if player.next_act() == act:
                    async with asyncio.timeout(_LONGEST_WAIT):
                        await player.order(act)
                    self.counts["acts"] += 1

    async def _blink(self, player: Player, dice: Random) -> None:
        """Lose the connection, and come back, perhaps to another node."""
        await player.drop()
        await self._wait(dice.uniform(*_AWAY))
        player.url = self._url(dice)
        async with asyncio.timeout(_LONGEST_WAIT):
            await player.connect(player.table, resume=True)
        self.counts["reconnects"] += 1

    def _url(self, dice: Random) -> str:
        return dice.choice(self._programs).url

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)
