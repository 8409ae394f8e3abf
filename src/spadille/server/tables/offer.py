"""Which computer players a server offers, and one honest line about each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.core.value import Value
from spadille.protocol.levels import BotLevel
from spadille.protocol.rest import LevelInfo

if TYPE_CHECKING:
    from spadille.protocol.levels import Levels

ABOUT: Final[dict[BotLevel, str]] = {
    BotLevel.RULES: "Rules of thumb alone: sound and predictable, always at once.",
    BotLevel.BEGINNER: "Thinks a few deals through and slips often; bids as beginners do.",
    BotLevel.CASUAL: "Thinks a little, slips now and then, and looks no further than this deal.",
    BotLevel.SKILLED: "Thinks thousands of deals through and plays for the match.",
    BotLevel.EXPERT: "Thinks for up to half a second a move: the strongest there is here.",
}
_ORDER: Final = tuple(BotLevel)
_RANK: Final = {level: rank for rank, level in enumerate(_ORDER)}


class Offer(Value):
    """The levels that may be chosen here."""

    usual: BotLevel = BotLevel.SKILLED
    """Who plays where nobody chose."""
    most: BotLevel = BotLevel.EXPERT
    """The highest level; small machines may want a lower one."""

    def within(self, level: BotLevel | None) -> BotLevel:
        """*level*, or the highest one offered if that is lower; ``None``: the usual one."""
        chosen = self.usual if level is None else level
        return chosen if self.has(chosen) else self.most

    def has(self, level: BotLevel) -> bool:
        """Whether *level* may be chosen."""
        return _RANK[level] <= _RANK[self.most]

    def resolved(self, levels: Levels) -> Levels:
        """*levels* with the usual one wherever none was chosen."""
        north, east, south, west = (self.within(level) for level in levels)
        return north, east, south, west

    def shown(self) -> list[LevelInfo]:
        """Every level that may be chosen, the quickest first."""
        usual = self.within(None)
        return [
            LevelInfo(level, ABOUT[level], level is usual) for level in _ORDER if self.has(level)
        ]
