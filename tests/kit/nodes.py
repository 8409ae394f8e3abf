"""Several nodes of one service in this process, over a real database and a real bus."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Self

from spadille.bots.random_bot import RandomBot
from spadille.core.rules import CHALLENGE, RuleSet
from spadille.core.seats import Seat
from spadille.server.nodes.keeper import Keeper
from spadille.server.nodes.nats_bus import NatsBus
from spadille.server.nodes.shared import SharedDirectory
from spadille.server.store.postgres import PostgresStore
from spadille.server.tables.chance import SystemChance
from spadille.server.tables.directory import Wanted
from spadille.server.tables.house import House
from spadille.server.tables.pace import Pace
from spadille.server.tables.surroundings import Surroundings
from tests.kit.client import GUARD_SECONDS
from tests.kit.house import InlinePool

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.server.nodes.desk import Desk
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.interface import AnyTable
    from tests.kit.house import Guest

LEASE = 1.5
"""Short, so that nobody waits long for a node that is gone."""
BRISK = Pace(turn=0, grace=1000, bot=0, trick=0, between=0, idle=300)


class Station:
    """One node, without the gateway in front of it."""

    def __init__(self, database: str, nats: str, pace: Pace = BRISK, lease: float = LEASE) -> None:
        """Build it; enter it to let it join the others."""
        self.store = PostgresStore(database)
        self.bus = NatsBus(nats, "station")
        self.keeper = Keeper(self.store.ownership, self.bus, "", lease)
        self.told: list[tuple[str, TableEvent]] = []
        house = House(lambda *_: RandomBot(1), InlinePool())
        around = Surroundings(self.store, house, SystemChance(), pace, self._told)
        self.directory = SharedDirectory(around, self.store.ownership, self.bus, self.keeper)

    async def __aenter__(self) -> Self:
        """Join."""
        await self.directory.start()
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Leave as at a deploy."""
        await self.directory.close()
        await self.store.close()

    async def table(self, host: Guest, open_seats: tuple[Seat, ...] = ()) -> Desk:
        """A table of this node with *host* connected in the south."""
        return await self.table_of(host, CHALLENGE, open_seats)

    async def table_of(self, host: Guest, rules: RuleSet, open_seats: tuple[Seat, ...]) -> Desk:
        """The same, by *rules*."""
        wanted = Wanted(rules=rules, seat=Seat.SOUTH, open_seats=open_seats)
        desk = await self.directory.create(host.person, wanted)
        host.join(desk)
        return desk

    async def find(self, table: str) -> Desk:
        """The table of this id, as this node knows it."""
        desk = await self.directory.find(table)
        assert desk is not None
        return desk

    def _told(self, table: AnyTable, events: Sequence[TableEvent]) -> None:
        self.told += [(table.id, event) for event in events]


async def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until *holds*; for what nobody is told of."""
    end = time.monotonic() + GUARD_SECONDS
    while not holds():
        assert time.monotonic() < end, f"it never came about: {what}"
        await asyncio.sleep(0.01)
