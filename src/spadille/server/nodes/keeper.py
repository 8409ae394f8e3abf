"""Keeps this node's lease, and says when it must stop."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final, Protocol

import structlog

from spadille.server.ending import end
from spadille.server.nodes.ownership import Tenure, is_cut
from spadille.server.store.ownership_ports import LeaseLost
from spadille.server.store.ports import StoreAway

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.server.nodes.bus import Bus
    from spadille.server.store.ownership_ports import Ownership

LEASE_SECONDS: Final = 3.0
"""How long a node that says nothing keeps its tables."""
_RENEWALS: Final = 4
"""Renewals in the time of a lease."""
_ID_BYTES: Final = 8

log = structlog.stdlib.get_logger()


class Landlord(Protocol):
    """Whoever holds the tables of this node."""

    async def give_up(self) -> None:
        """Act for no table any more; all are somebody else's now, or soon will be."""
        ...


class Keeper:
    """This node's lease."""

    def __init__(
        self, ownership: Ownership, bus: Bus, address: str, seconds: float = LEASE_SECONDS
    ) -> None:
        """Hold a lease of *seconds* from *ownership*, reachable by *bus* and at *address*."""
        self._ownership = ownership
        self._bus = bus
        self._address = address
        self._seconds = seconds
        self._tenure: Tenure | None = None
        self._cut = False
        """Whether the database says of this node that it cannot be reached."""
        self.draining = False
        self.landlord: Landlord | None = None
        self.stand_aside: Callable[[bool], None] = _nothing
        """Told whether people had better go to other nodes, for this one cannot be reached."""
        self._task: asyncio.Task[None] | None = None

    @property
    def node(self) -> str:
        """The id under which this node is registered now; empty: it is not."""
        return "" if self._tenure is None else self._tenure.incarnation

    def may_write(self) -> bool:
        """Whether this node may act for its tables."""
        return self._tenure is not None and self._tenure.may_write(_now())

    def may_claim(self) -> bool:
        """Whether this node may take a table that nobody owns."""
        cut = self._cut or is_cut(self._bus.lost_at, _now())
        return self.may_write() and not self.draining and not cut

    def may_take_over(self) -> bool:
        """Whether this node may judge that others are gone."""
        return self.may_claim() and self._tenure is not None and self._may_judge(self._tenure)

    async def start(self) -> None:
        """Register, and go on renewing; raises `StoreAway` where there is no database."""
        await self._register()
        self._task = asyncio.create_task(self._keep(), name="lease")

    async def drain(self) -> None:
        """Take no more tables."""
        self.draining = True
        if self.node:
            try:
                await self._ownership.mark(self.node, draining=True)
            except (LeaseLost, StoreAway) as error:
                log.warning("drains without saying so", error=repr(error))

    async def stop(self) -> None:
        """End the lease."""
        await end(self._task)
        if self.node:
            try:
                await self._ownership.leave(self.node)
            except StoreAway as error:
                log.warning("left without a word", error=repr(error))

    async def _register(self) -> None:
        asked, node = _now(), secrets.token_hex(_ID_BYTES)
        await self._ownership.register(node, self._address, self._seconds)
        # Nobody has marked this one yet, whatever its process was called before.
        was_cut, self._cut = self._cut, False
        self._tenure = Tenure(node, self._seconds, asked, asked)
        log.info("node registered", node=node)
        await self._mark_route(node)
        if was_cut and not self._cut:
            self.stand_aside(False)

    async def _keep(self) -> None:
        pause = self._seconds / _RENEWALS
        while True:
            await asyncio.sleep(pause)
            try:
                async with asyncio.timeout(self._left()):
                    await self._renew()
            except (StoreAway, TimeoutError) as error:
                log.warning("lease not renewed", node=self.node, error=repr(error))
                if not self.may_write():
                    await self._give_up()
            except LeaseLost:
                log.warning("lease lost", node=self.node)
                self._tenure = None
                await self._give_up()
            except Exception:
                log.exception("lease not looked after")

    def _left(self) -> float:
        """Seconds until the fence, but enough to ask at all."""
        left = 0.0 if self._tenure is None else self._tenure.fence - _now()
        return max(left, self._seconds / _RENEWALS)

    async def _renew(self) -> None:
        if self._tenure is None:
            await self._register()
            return
        asked, tenure = _now(), self._tenure
        await self._ownership.renew(tenure.incarnation, self._seconds)
        self._tenure = tenure.renewed(asked)
        await self._mark_route(tenure.incarnation)

    async def _mark_route(self, node: str) -> None:
        """Let others have the tables while the bus is lost."""
        cut = is_cut(self._bus.lost_at, _now())
        if cut is self._cut:
            return
        await self._ownership.mark(node, unroutable=cut)
        self._cut = cut
        log.warning("route changed", node=node, cut=cut)
        nodes = await self._ownership.nodes()
        # If all are cut off, the bus is down, and who plays here has nowhere better to go.
        better = any(n.id != node and not n.unroutable and not n.draining for n in nodes)
        self.stand_aside(cut and better)

    async def _give_up(self) -> None:
        if self.landlord is not None:
            await self.landlord.give_up()

    def _may_judge(self, tenure: Tenure) -> bool:
        return tenure.may_take_over(_now())


def _now() -> float:
    return asyncio.get_running_loop().time()


def _nothing(_aside: bool) -> None:  # noqa: FBT001 - the only thing that is told
    """Nobody waits for it."""
