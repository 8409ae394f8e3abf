"""Shows out who may not stay: the operator's program works beside the server, not through it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from spadille.protocol.live import SignOut
from spadille.server.ending import end

if TYPE_CHECKING:
    from spadille.server.gateway.sockets import Sockets
    from spadille.server.store.people import AccountStore

_ROUND_SECONDS: Final = 5.0

log = structlog.stdlib.get_logger()


class Watchman:
    """Makes a round every few seconds."""

    def __init__(self, store: AccountStore, sockets: Sockets) -> None:
        """Close those of *sockets* whose owners are banned, or signed out, in *store*."""
        self._store = store
        self._sockets = sockets
        self._task: asyncio.Task[None] | None = None
        self._known: set[str] = set()

    def start(self) -> None:
        """Begin the rounds."""
        self._task = asyncio.get_running_loop().create_task(self._walk())

    async def stop(self) -> None:
        """End the rounds."""
        await end(self._task)

    async def _walk(self) -> None:
        while True:
            try:
                await self._look()
            except Exception:
                log.exception("no round was made")
            await asyncio.sleep(_ROUND_SECONDS)

    async def _look(self) -> None:
        banned = await self._store.banned()
        # A banned account opens no new sockets, so each is shown out once.
        for person in banned - self._known:
            # The watchmen of other servers make their own rounds.
            self._sockets.note_signed_out(person, SignOut.BANNED)
        self._known = banned
        self._sockets.outlived(await self._store.epochs(self._sockets.people()))
