"""The house's computer players, which think off the event loop."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final, Protocol

import structlog

from spadille.bots.bot import Bot, Move, ask
from spadille.bots.rule_bot import RuleBot
from spadille.protocol.levels import BotLevel
from spadille.server.tables.offer import Offer

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from spadille.core.rules import RuleSet
    from spadille.core.view import PlayerView

PATIENCE: Final = 0.8
"""Seconds in which all who wait for a thought together are to be served."""
LEAST: Final = 0.004
"""Seconds below which a thought is not worth its beginning: thumb rules play instead."""
THINKERS: Final = 2
"""Computer players that think at the same time; compiled code lets the tables run on."""

log = structlog.stdlib.get_logger()


class Roster(Protocol):
    """Whom the house lets play."""

    def __call__(self, rules: RuleSet, level: BotLevel, seconds: float, /) -> Bot:
        """The player of *level* for a match under *rules*, with *seconds* for a move at most."""
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


def _nobody_asks() -> None:
    """Do nothing: the players named are all there are."""


class House:
    """Finds a move for any seat that a computer plays, and shares the time for it.

    With few tables every player has the time of its level. The more of them wait, the
    less time each one has, so that all are served within about `PATIENCE`; where that
    leaves next to nothing, thumb rules make the move, which takes no time and no dice.
    """

    def __init__(
        self,
        roster: Roster,
        pool: Executor,
        offer: Offer | None = None,
        watch: Watch | None = None,
    ) -> None:
        """Let the players of *roster* think in *pool*; both belong to whoever made them."""
        self._watch = watch or Unwatched()
        self.roster = roster
        """Whoever is named here makes the next move."""
        self.offer = offer or Offer()
        self.wanted: Callable[[], None] = _nobody_asks
        """Called when a player who thinks is asked for."""
        self._pool = pool
        self._waiting = 0

    async def move(self, view: PlayerView, level: BotLevel | None = None) -> Move:
        """The move of the seat that *view* shows, whose turn it is."""
        chosen = self.offer.within(level)
        if chosen is not BotLevel.RULES:
            self.wanted()
        self._waiting += 1
        wanted, before = time.perf_counter(), self._waiting

        def think() -> Move:
            begun = time.perf_counter()
            self._watch.begun(begun - wanted)
            move = self._think(view, chosen, before)
            self._watch.thought(time.perf_counter() - begun)
            return move

        self._watch.asked()
        thought = self._pool.submit(think)
        try:
            return await asyncio.wrap_future(thought)
        finally:
            self._waiting -= 1
            if thought.cancelled():
                self._watch.begun(time.perf_counter() - wanted)

    def seconds(self, before: int) -> float:
        """The time for one thought, which found *before* others waiting and itself."""
        return PATIENCE * THINKERS / max(1, before, self._waiting)

    def _think(self, view: PlayerView, level: BotLevel, before: int) -> Move:
        seconds = self.seconds(before)
        if level is BotLevel.RULES or seconds < LEAST:
            return ask(RuleBot(), view)
        try:
            return ask(self.roster(view.rules, level, seconds), view)
        except Exception:
            # A table that waits for ever would be worse than a plain move.
            log.exception("a thought failed", level=level.value)
            return ask(RuleBot(), view)
