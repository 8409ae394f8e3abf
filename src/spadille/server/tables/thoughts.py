"""A table's computer players at work, off the event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.bots.bot import Move
    from spadille.core.view import PlayerView
    from spadille.protocol.levels import BotLevel
    from spadille.server.tables.house import House


class Thoughts:
    """One thought at a time; a thought about a past position is thrown away."""

    def __init__(self, house: House, ready: Callable[[], None]) -> None:
        """Ask *house*, and call *ready* when it has answered."""
        self._house = house
        self._ready = ready
        self._seq = 0
        self._task: asyncio.Task[Move] | None = None

    def about(self, seq: int, view: PlayerView, level: BotLevel | None) -> Move | None:
        """The move of *level* for *view*, the position at *seq*; ``None`` until it is found."""
        task = self._task
        if task is None or self._seq != seq:
            self._begin(seq, view, level)
            return None
        if not task.done():
            return None
        self._task = None
        return task.result()

    async def stop(self) -> None:
        """Wait for the thought at work and forget it."""
        if self._task is not None:
            await asyncio.wait([self._task])
            self._task = None

    def _begin(self, seq: int, view: PlayerView, level: BotLevel | None) -> None:
        if self._task is not None:
            self._task.cancel()
        self._seq = seq
        self._task = asyncio.get_running_loop().create_task(self._house.move(view, level))
        self._task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Move]) -> None:
        if not task.cancelled() and task is self._task:
            self._ready()
