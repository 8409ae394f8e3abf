"""People who play at any node of a cluster, and go to another when theirs is gone."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import httpx

from spadille.core.seats import Seat
from spadille.protocol.acts import Agree
from spadille.protocol.messages import Accepted, Declined
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from tests.kit.client import GUARD_SECONDS, Gone, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.protocol.acts import Act
    from tests.kit.server import Program

LONG_MATCH = {"name": "long", "target": 2000, "deal_limit": 100, "blind_nil_points": 100}
_PAUSE_SECONDS = 0.05


class Tourists:
    """Four people at each of a few tables, at different nodes."""

    def __init__(self, programs: Sequence[Program]) -> None:
        """Play at *programs*."""
        self.programs = programs
        self.players: list[Player] = []
        self.accepted: list[tuple[Player, str, int]] = []
        self.longest = 0.0
        """Seconds that somebody waited longest for an answer."""
        self.told = 0
        """Acts that were done."""
        self._at: dict[Player, int] = {}
        self._gone: set[int] = set()
        self._stopping = False
        self._more = asyncio.Event()
        self._playing: asyncio.Task[object] | None = None

    async def gather(self, tables: int) -> None:
        """Seat four at each of so many tables, which are made at the nodes by turns."""
        for number in range(tables):
            four = [Player(self._url(number + seat), 4 * number + seat) for seat in Seat]
            table = ""
            for seat, player in zip(Seat, four, strict=True):
                self._at[player] = (number + seat) % len(self.programs)
                await player.__aenter__()
                if table:
                    await player.sit(table, seat)
                else:
                    table = await player.make_table(
                        rules=LONG_MATCH, seat=seat, open_seats=[1, 2, 3], turn_seconds=0
                    )
            self.players += four

    def start(self) -> None:
        """Let everyone play until told to stop."""
        self._playing = asyncio.create_task(_all(self._play_one(p) for p in self.players))

    async def until_more(self, acts: int) -> None:
        """Wait until so many more acts are done."""
        goal = self.told + acts
        async with asyncio.timeout(GUARD_SECONDS):
            while self.told < goal:
                self._check()
                self._more.clear()
                await self._more.wait()

    async def until_each(self, acts: int) -> None:
        """Wait until so many more acts are done at each table."""
        goals = {p.table: p.seq + acts for p in self.players}
        async with asyncio.timeout(GUARD_SECONDS):
            while any(player.seq < goals[player.table] for player in self.players):
                self._check()
                self._more.clear()
                await self._more.wait()

    def leave(self, program: Program) -> None:
        """Go to *program* no more."""
        self._gone.add(self.programs.index(program))

    def come_again(self, program: Program) -> None:
        """Go to *program* again, if one has to go somewhere."""
        self._gone.discard(self.programs.index(program))

    async def stop(self) -> None:
        """Let everyone finish what they do."""
        self._stopping = True
        for player in self.players:
            player._changed.set()
        assert self._playing is not None
        await asyncio.wait_for(self._playing, GUARD_SECONDS)
        for player in self.players:
            await player.__aexit__()

    def _check(self) -> None:
        """Let a failure be seen at once."""
        if self._playing is not None and self._playing.done():
            self._playing.result()

    def _url(self, number: int) -> str:
        return self.programs[number % len(self.programs)].url

    async def _play_one(self, player: Player) -> None:
        act: Act | None = None
        order, asked = 0, 0.0
        while not self._stopping:
            try:
                if player.closed is not None:
                    await self._come_back(player)
                if act is None:
                    act, asked = player.next_act() or _another_match(player), time.monotonic()
                if act is None:
                    await player.until(self._news(player))
                elif await self._order(player, act, f"order-{player.bot.seed}-{order}"):
                    self.longest = max(self.longest, time.monotonic() - asked)
                    self.told += 1
                    act, order = None, order + 1
            except (Gone, OSError, httpx.TransportError):
                # The act, if there was one, is asked for again under its old id.
                await player.drop()
                player.closed = (0, "")
                await asyncio.sleep(_PAUSE_SECONDS)
            self._more.set()

    def _news(self, player: Player) -> Callable[[], bool]:
        seen = player.seq
        return lambda: player.seq != seen or self._stopping

    async def _order(self, player: Player, act: Act, order: str) -> bool:
        """Whether it is done; a table without an owner may take it later."""
        answer = await player.order(act, order)
        if isinstance(answer, Declined) and answer.reason is TableReason.NOT_STORED:
            await asyncio.sleep(_PAUSE_SECONDS)
            return False
        # The clock is off and nobody stands in, so what was legal stays legal.
        assert isinstance(answer, Accepted), (act, answer)
        self.accepted.append((player, f"{player.id}:{order}", answer.seq))
        return True

    async def _come_back(self, player: Player) -> None:
        here = self._at[player]
        while here in self._gone:
            here = (here + 1) % len(self.programs)
        self._at[player] = here
        player.url = self.programs[here].url
        await player.connect(player.table, resume=True)


def _another_match(player: Player) -> Act | None:
    """An agreement to the next match, once one is over; nobody stops before all do."""
    if player.stage is not Stage.OVER or player.info is None or player.last is None:
        return None
    seat = player.last.seat
    return None if seat is None or player.info.seats[seat].agreed else Agree()


async def _all(works: object) -> None:
    async with asyncio.TaskGroup() as group:
        for work in works:  # type: ignore[attr-defined]
            group.create_task(work)
