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

if TYPE_CHECKING:
    from spadille.bots.bot import Bot
    from spadille.core.rules import RuleSet
    from spadille.server.tables.house import House, Roster

log = structlog.stdlib.get_logger()
_PRESETS = frozenset(PRESETS.values())


def thumb_rules(rules: RuleSet) -> Bot:
    """The player by thumb rules, who knows every rule set."""
    del rules
    return RuleBot()


def searching(level: str) -> Roster:
    """The search player of *level*.

    Under house rules it plays for the points of the deal: the chances to win a match
    take half a minute to work out, and are at hand for the presets alone.
    """
    for_match = SearchBot(LEVELS[level])
    for_points = SearchBot(replace(LEVELS[level], plays_score=False))

    def roster(rules: RuleSet) -> Bot:
        return for_match if rules in _PRESETS else for_points

    return roster


class Recruiter:
    """Brings the search player into a house, without anyone waiting for it."""

    def __init__(self, house: House, level: str) -> None:
        """Look for a player of *level*; ``rules``: the thumb rules will do."""
        self._house = house
        self._level = level
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        if self._level != "rules":
            self._task = asyncio.get_running_loop().create_task(self._bring_in())

    async def stop(self) -> None:
        """Give up, if the player is not there yet."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

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
        self._house.roster = searching(self._level)
        log.info("computer players are ready", level=self._level)
