"""The house's computer players, which think off the event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from spadille.bots.bot import Bot, Move, ask

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from spadille.core.view import PlayerView


class House:
    """Finds a move for any seat that a computer plays."""

    def __init__(self, bot: Bot, pool: Executor) -> None:
        """Let *bot* think in *pool*; both belong to whoever made them."""
        self._bot = bot
        self._pool = pool

    async def move(self, view: PlayerView) -> Move:
        """The move of the seat that *view* shows, whose turn it is."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, ask, self._bot, view)
