"""The tables of a service of several nodes, as one node reaches them."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import structlog

from spadille.server import ending
from spadille.server.nodes.desk import Desk
from spadille.server.nodes.holding import BusRelay, Holding, OwnedLog
from spadille.server.nodes.orphans import Orphanage
from spadille.server.nodes.replica import Replica
from spadille.server.people.refusal import Refusal
from spadille.server.store.ownership_ports import LeaseLost
from spadille.server.store.ports import StoreAway
from spadille.server.tables.directory import Directory, Wanted, opening
from spadille.server.tables.events import from_body
from spadille.server.tables.state import fold
from spadille.server.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Coroutine

    from spadille.protocol.news import Person
    from spadille.server.nodes.bus import Bus
    from spadille.server.nodes.keeper import Keeper
    from spadille.server.store.ownership_ports import Ownership
    from spadille.server.tables.surroundings import Surroundings

_NAME_BYTES: Final = 8
_SWEEP_SECONDS: Final = 1.0
_SILENT_SECONDS: Final = 4.0
"""A node that says so long nothing of who listens there has no listeners."""
_QUIET_SECONDS: Final = 30.0
"""A table of another node that nobody here listens to is forgotten after so long."""

log = structlog.stdlib.get_logger()


class SharedDirectory(Directory):
    """The way to every table, of this node or another."""

    def __init__(
        self, surroundings: Surroundings, ownership: Ownership, bus: Bus, keeper: Keeper
    ) -> None:
        """Hold tables while *keeper* holds the lease, and reach the others by *bus*."""
        super().__init__(surroundings)
        self._ownership = ownership
        self._bus = bus
        self._keeper = keeper
        self._name = secrets.token_hex(_NAME_BYTES)
        """Of this node as a listener: it lasts longer than a lease."""
        self._orphanage = Orphanage(ownership, keeper, self)
        self._desks: dict[str, Desk] = {}
        self._held: dict[str, Holding] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._leaving: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self.on_fenced: Callable[[], None] = _nothing
        """Called when a write shows that a table is another's."""
        self.on_takeover: Callable[[int], None] = _nothing
        """Called with the number of tables that were taken over."""

    @property
    def may_write(self) -> bool:
        """Whether this node holds a lease, as far as it knows."""
        return self._keeper.may_write()

    def __len__(self) -> int:
        """How many tables this node owns."""
        return len(self._held)

    @property
    def held(self) -> dict[str, int]:
        """The tables that this node owns as far as it knows, with their epochs."""
        return {table: holding.epoch for table, holding in self._held.items()}

    async def start(self) -> None:
        """Join the other nodes; raises `OSError` or `StoreAway` where that cannot be done."""
        await self._bus.open()
        self._keeper.landlord = self
        await self._keeper.start()
        self._orphanage.start()
        self._sweeper = asyncio.create_task(self._sweep(), name="tables")

    async def create(self, host: Person, wanted: Wanted) -> Desk:
        """Make a table of this node with *host* seated, and wake it."""
        if not self._keeper.may_claim():
            detail = "This server takes no new tables just now; try again."
            raise Refusal("going_down", detail, 503)
        around = self._around
        table = around.chance.table_id()
        bodies = opening(around, table, host, wanted)
        await around.store.create_table(table, host.id)
        await around.store.set_seated(host.id, table, seated=True)
        # Nobody knows the table yet, so its first events need no owner.
        await around.store.append(table, 0, bodies, None)
        found = await self.find(table)
        assert found is not None
        return found

    async def find(self, table: str, seen: int = 0) -> Desk | None:
        """The table, woken if nobody owns it; ``None``: there is none with this id.

        It is as far as *seen* at least, whatever this node has missed while the bus was away.
        """
        desk = self._desks.get(table)
        if desk is None:
            async with self._alone_with(table):
                desk = self._desks.get(table) or await self._open(table)
        if desk is None:
            return None
        was_quiet = desk.quiet_since is not None
        if was_quiet:
            desk.quiet_since = asyncio.get_running_loop().time()
        if isinstance(desk.end, Replica) and (was_quiet or desk.end.seq < seen):
            # Whoever has just acted at another node asks here, perhaps, for what they did.
            await desk.end.read_on()
        return desk

    async def take(self, table: str, epoch: int) -> None:
        """Act for *table*, which this node has claimed in *epoch*."""
        async with self._alone_with(table):
            if not self._keeper.draining:
                await self._hold(table, epoch)

    async def give_up(self) -> None:
        """Act for no table any more."""
        await asyncio.gather(*(self.step_down(table) for table in tuple(self._held)))

    async def step_down(self, table: str, epoch: int | None = None) -> None:
        """Act for *table* no more, or only if it was held in *epoch*."""
        async with self._alone_with(table):
            holding = self._held.get(table)
            if holding is None or (epoch is not None and holding.epoch != epoch):
                return
            await self._put_down(holding)

    async def drain(self) -> None:
        """Finish the orders in hand, and let others have the tables."""
        await self._keeper.drain()
        held = tuple(self._held)
        wanted = [table for table in held if self._held[table].is_wanted]
        await self.give_up()
        if held:
            log.info("tables handed over", tables=len(held))
        await self._release(wanted, asleep=False)
        await self._release(set(held) - set(wanted), asleep=True)

    async def close(self) -> None:
        """Stop everything, and leave."""
        await self._orphanage.stop()
        await ending.end(self._sweeper)
        await self.drain()
        if self._leaving:
            await asyncio.wait(self._leaving)
        await asyncio.gather(*(_closed(desk) for desk in self._desks.values()))
        self._desks.clear()
        await self._keeper.stop()
        await self._bus.close()

    async def settle(self, desk: Desk) -> None:
        """Own the table of *desk*, if nobody else does."""
        if not isinstance(desk.end, Replica):
            return
        async with self._alone_with(desk.id):
            epoch = await self._claim(desk.id)
            if epoch is not None:
                await self._hold(desk.id, epoch)

    @asynccontextmanager
    async def _alone_with(self, table: str) -> AsyncGenerator[None]:
        """Nobody else wakes, moves or ends *table* meanwhile."""
        lock = self._locks.get(table) or asyncio.Lock()
        self._locks[table] = lock
        async with lock:
            yield

    async def _open(self, table: str) -> Desk | None:
        history = await self._around.store.read(table)
        if not history:
            return None
        epoch = await self._claim(table)
        if epoch is not None:
            await self._hold(table, epoch)
            return self._desks[table]
        state = fold(table, (from_body(event.body) for event in history))
        replica = Replica(state, len(history), self._around, self._bus, self._name)
        return self._new_desk(replica)

    async def _claim(self, table: str) -> int | None:
        """This node's epoch of *table*; ``None``: another owns it, or this node may not."""
        if not self._keeper.may_claim():
            return None
        try:
            return (await self._ownership.claim([table], self._keeper.node)).get(table)
        except (LeaseLost, StoreAway) as error:
            log.warning("table not claimed", table=table, error=repr(error))
            return None

    async def _hold(self, table: str, epoch: int) -> None:
        held = self._held.get(table)
        if held is not None:
            if held.epoch == epoch:
                return
            await self._put_down(held)
        # After the claim: nobody else can have written since.
        history = await self._around.store.read(table)
        state = fold(table, (from_body(event.body) for event in history))
        owned = OwnedLog(
            self._around.store, epoch, self._keeper.may_write, lambda: self._lost(table, epoch)
        )
        around = replace(self._around, store=owned, relay=BusRelay(self._bus, epoch))
        awake = Table(state, history, around, self._sleep)
        holding = Holding(awake, epoch, self._bus, owned)
        self._held[table] = holding
        desk = self._desks.get(table)
        if desk is None:
            self._new_desk(holding)
        else:
            await self._change(desk, holding)
        await holding.open()

    async def _put_down(self, holding: Holding) -> None:
        """Stop *holding*; whoever listens here hears the table from its next owner."""
        await holding.close()
        if self._held.get(holding.id) is holding:
            del self._held[holding.id]
        desk = self._desks.get(holding.id)
        if desk is None or desk.end is not holding:
            return
        state, seq = holding.state, holding.seq
        await self._change(desk, Replica(state, seq, self._around, self._bus, self._name))

    async def _change(self, desk: Desk, end: Holding | Replica) -> None:
        former = desk.end
        desk.move(end)
        if isinstance(former, Replica):
            await former.close()

    def _new_desk(self, end: Holding | Replica) -> Desk:
        desk = self._desks[end.id] = Desk(end, self._bus, self._around.store, self.settle)
        return desk

    def _lost(self, table: str, epoch: int) -> None:
        """Another node owns *table*, as a write has shown."""
        self.on_fenced()
        self._later(self.step_down(table, epoch))

    def _sleep(self, table: Table) -> None:
        """Nobody has watched *table* for long."""
        self._later(self._fall_asleep(table))

    async def _fall_asleep(self, table: Table) -> None:
        async with self._alone_with(table.id):
            holding, desk = self._held.get(table.id), self._desks.get(table.id)
            if holding is None or holding.table is not table or (desk and desk.is_busy):
                return
            await holding.close()
            await self._release([table.id], asleep=True)
            del self._held[table.id]
            if desk is not None:
                del self._desks[table.id]
                await _closed(desk)

    async def _release(self, tables: Collection[str], *, asleep: bool) -> None:
        if not tables:
            return
        try:
            await self._ownership.release(tables, self._keeper.node, asleep=asleep)
        except StoreAway as error:
            log.warning("tables not released", tables=len(tables), error=repr(error))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            try:
                await self._forget_the_quiet()
            except Exception:
                # Memory would grow for as long as the node runs.
                log.exception("quiet tables not forgotten")

    async def _forget_the_quiet(self) -> None:
        """Forget what nobody needs."""
        for holding in tuple(self._held.values()):
            holding.forget_silent(_SILENT_SECONDS)
        now = asyncio.get_running_loop().time()
        for desk in tuple(self._desks.values()):
            quiet = desk.quiet_since is not None and now - desk.quiet_since > _QUIET_SECONDS
            if quiet and not desk.is_busy and isinstance(desk.end, Replica):
                del self._desks[desk.id]
                await _closed(desk)


def _nothing(*_what: object) -> None:
    """Nobody waits for it."""


async def _closed(desk: Desk) -> None:
    await desk.close()
    if isinstance(desk.end, Replica):
        await desk.end.close()
