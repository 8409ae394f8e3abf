"""Which computer players the house has: thumb rules at once, the search player when ready."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import structlog

from spadille.bots.levels import LEVELS
from spadille.bots.rule_bot import RuleBot
from spadille.bots.search_bot import SearchBot
from spadille.bots.warming import warm_up
from spadille.core.rules import PRESETS
from spadille.core.value import replace
from spadille.protocol.levels import BotLevel

if TYPE_CHECKING:
    from spadille.bots.bot import Bot
    from spadille.core.rules import RuleSet
    from spadille.server.tables.house import House

log = structlog.stdlib.get_logger()
_PRESETS = frozenset(PRESETS.values())


def thumb_rules(rules: RuleSet, level: BotLevel, seconds: float) -> Bot:
    """The player by thumb rules, who knows every rule set, in the place of any other."""
    del rules, level, seconds
    return RuleBot()


def searching(rules: RuleSet, level: BotLevel, seconds: float) -> Bot:
    """The search player of *level*, with *seconds* for a move if it would take more.

    Under house rules it plays for the points of the deal: the chances to win a match
    take half a minute to work out, and are at hand for the presets alone.
    """
    strength = LEVELS[level.value]
    return SearchBot(
        replace(
            strength,
            plays_score=strength.plays_score and rules in _PRESETS,
            seconds=min(strength.seconds, seconds),
        )
    )


class Recruiter:
    """Brings the search player into a house, without anyone waiting for it."""

    def __init__(self, house: House) -> None:
        """Look for players once *house* wants them: where thumb rules do, it never does."""
        self._house = house
        self._task: asyncio.Task[None] | None = None
        house.wanted = self._begin

    def start(self) -> None:
        """Begin before anyone asks, where players who think are the usual ones."""
        if self._house.offer.within(None) is not BotLevel.RULES:
            self._begin()

    async def stop(self) -> None:
        """Give up, if the player is not there yet."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _begin(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._bring_in())

    async def _bring_in(self) -> None:
        """Let the player in once the compiled code is at hand.

        It is compiled by a process of its own, for compiling would hold up the tables.
        """
        compiler = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "spadille.bots.warming",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
        )
        try:
            code = await compiler.wait()
        except asyncio.CancelledError:
            compiler.kill()
            raise
        if code:
            log.warning("computer players keep to thumb rules", exit_code=code)
            return
        await asyncio.to_thread(warm_up)
        self._house.roster = searching
        log.info("computer players are ready", most=self._house.offer.most.value)
