"""Looks for tables that have lost their node, and takes a fair share of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from spadille.server.ending import end
from spadille.server.nodes.ownership import bite
from spadille.server.store.ownership_ports import LeaseLost
from spadille.server.store.ports import StoreAway

if TYPE_CHECKING:
    from spadille.server.nodes.keeper import Keeper
    from spadille.server.nodes.shared import SharedDirectory
    from spadille.server.store.ownership_ports import Ownership

_ROUND_SECONDS: Final = 0.5
_BITE_SECONDS: Final = 0.05
"""Between two bites others have theirs."""
_CHECK_ROUNDS: Final = 4
"""Every so many rounds this node's own tables are compared with the database."""

log = structlog.stdlib.get_logger()


class Orphanage:
    """Makes its rounds as long as the node serves."""

    def __init__(self, ownership: Ownership, keeper: Keeper, tables: SharedDirectory) -> None:
        """Bring orphans of *ownership* to *tables*, as far as *keeper* may."""
        self._ownership = ownership
        self._keeper = keeper
        self._tables = tables
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin the rounds."""
        self._task = asyncio.create_task(self._walk(), name="orphans")

    async def stop(self) -> None:
        """End the rounds."""
        await end(self._task)

    async def _walk(self) -> None:
        number = 0
        while True:
            await asyncio.sleep(_ROUND_SECONDS)
            number += 1
            try:
                if self._keeper.may_take_over():
                    await self._take_orphans()
                if number % _CHECK_ROUNDS == 0 and self._keeper.may_write():
                    await self._compare()
            except (LeaseLost, StoreAway) as error:
                log.info("no round was made", error=repr(error))
            except Exception:
                log.exception("no round was made")

    async def _take_orphans(self) -> None:
        while self._keeper.may_take_over():
            nodes = await self._ownership.nodes()
            others = [node.tables for node in nodes if node.id != self._keeper.node]
            most = bite(len(self._tables), min(others, default=0))
            taken = await self._ownership.claim_orphans(most, self._keeper.node)
            if not taken:
                return
            log.info("tables taken over", tables=len(taken))
            self._tables.on_takeover(len(taken))
            await self._take(taken)
            await asyncio.sleep(_BITE_SECONDS)

    async def _compare(self) -> None:
        """Take up what the database says is this node's, and put down what is not.

        A claim may be granted although its answer was lost.
        """
        if self._keeper.draining:
            return
        owned = await self._ownership.owned_by(self._keeper.node)
        held = self._tables.held
        await self._take({t: epoch for t, epoch in owned.items() if held.get(t, 0) < epoch})
        for table, epoch in held.items():
            if table not in owned and self._tables.held.get(table) == epoch:
                await self._tables.step_down(table, epoch)

    async def _take(self, tables: dict[str, int]) -> None:
        taking = (self._tables.take(table, epoch) for table, epoch in tables.items())
        outcomes = await asyncio.gather(*taking, return_exceptions=True)
        for table, outcome in zip(tables, outcomes, strict=True):
            if isinstance(outcome, Exception):
                # It stays this node's, and the next comparison tries again.
                log.error("table not woken", table=table, error=repr(outcome))
