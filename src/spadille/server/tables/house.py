"""The house's computer players, which think off the event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from spadille.bots.bot import Bot, Move, ask

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from spadille.core.rules import RuleSet
    from spadille.core.view import PlayerView


class Roster(Protocol):
    """Whom the house lets play."""

    def __call__(self, rules: RuleSet) -> Bot:
        """The player for a match under *rules*."""
        ...


class House:
    """Finds a move for any seat that a computer plays."""

    def __init__(self, roster: Roster, pool: Executor) -> None:
        """Let the players of *roster* think in *pool*; both belong to whoever made them."""
        self.roster = roster
        """Whoever is named here makes the next move."""
        self._pool = pool

    async def move(self, view: PlayerView) -> Move:
        """The move of the seat that *view* shows, whose turn it is."""
        bot = self.roster(view.rules)
        return await asyncio.get_running_loop().run_in_executor(self._pool, ask, bot, view)
