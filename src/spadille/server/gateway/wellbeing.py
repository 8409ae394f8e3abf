"""How the server is: whether it may take traffic, and figures that are read when asked for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from spadille.core.value import Value

if TYPE_CHECKING:
    from spadille.server.gateway.sockets import Sockets
    from spadille.server.nodes.bus import Bus
    from spadille.server.store.opening import Store
    from spadille.server.tables.directory import Directory
    from spadille.server.telemetry import Metrics

STORE_SECONDS: Final = 2.0
"""A store that has not answered by then is of no use to a new player."""

log = structlog.stdlib.get_logger()


class State(Value):
    """What a load balancer, and whoever looks after the server, is told."""

    status: str
    """``ok``, or why not."""
    detail: str = ""
    """The same as a sentence."""


OK: Final = State("ok")
GOING_DOWN: Final = State("going_down", "This server is told to stop; people go to another.")
ASIDE: Final = State("cut_off", "This server cannot reach the others, and sends people to them.")
NO_LEASE: Final = State("no_lease", "This server holds no lease, so it may write to no table.")
STORE_AWAY: Final = State("store_away", "The database does not answer; nothing can be kept.")


class Wellbeing:
    """Asks the parts how they are."""

    def __init__(
        self, store: Store, directory: Directory, sockets: Sockets, bus: Bus, metrics: Metrics
    ) -> None:
        """Ask these; *metrics* shows what is found."""
        self._store = store
        self._directory = directory
        self._sockets = sockets
        self._bus = bus
        self._metrics = metrics

    async def readiness(self) -> State:
        """`OK`, or why no new players should come."""
        if self._sockets.draining:
            return GOING_DOWN
        if self._sockets.aside:
            return ASIDE
        if not self._directory.may_write:
            return NO_LEASE
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await self._store.read("", after=0)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no store to play with
            log.warning("not ready", error=repr(error))
            return STORE_AWAY
        return OK

    async def page(self) -> bytes:
        """All figures as a scraper reads them."""
        metrics = self._metrics
        metrics.tables.set(len(self._directory))
        metrics.people.set(len(self._sockets.people()))
        metrics.tasks.set(len(asyncio.all_tasks()))
        metrics.nodes.bus.set(self._bus.lost_at is None)
        metrics.nodes.lease.set(self._directory.may_write)
        try:
            async with asyncio.timeout(STORE_SECONDS):
                rows = await self._store.database.query("SELECT count(*) FROM game_table")
        except Exception as error:  # noqa: BLE001 - the other figures are wanted all the more
            log.warning("tables not counted", error=repr(error))
        else:
            metrics.stored.set(rows[0][0])
        return metrics.page()
