"""The house's computer players, which think off the event loop."""

from __future__ import annotations

import asyncio
import time
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


class Watch(Protocol):
    """Whoever wants to know how the players keep up; called from any thread."""

    def asked(self) -> None:
        """A move is wanted."""
        ...

    def begun(self, waited: float) -> None:
        """A player thinks about it now, or never will, *waited* seconds later."""
        ...

    def thought(self, seconds: float) -> None:
        """It was found in so many *seconds*."""
        ...


class Unwatched:
    """Nobody wants to know."""

    def asked(self) -> None:
        """Tell nobody."""

    def begun(self, waited: float) -> None:
        """Tell nobody."""

    def thought(self, seconds: float) -> None:
        """Tell nobody."""


class House:
    """Finds a move for any seat that a computer plays."""

    def __init__(self, roster: Roster, pool: Executor, watch: Watch | None = None) -> None:
        """Let the players of *roster* think in *pool*; both belong to whoever made them."""
        self._watch = watch or Unwatched()
        self.roster = roster
        """Whoever is named here makes the next move."""
        self._pool = pool

    async def move(self, view: PlayerView) -> Move:
        """The move of the seat that *view* shows, whose turn it is."""
        bot, watch, wanted = self.roster(view.rules), self._watch, time.perf_counter()

        def think() -> Move:
            begun = time.perf_counter()
            watch.begun(begun - wanted)
            move = ask(bot, view)
            watch.thought(time.perf_counter() - begun)
            return move

        watch.asked()
        thought = self._pool.submit(think)
        try:
            return await asyncio.wrap_future(thought)
        finally:
            if thought.cancelled():
                watch.begun(time.perf_counter() - wanted)
