"""The players of the arena, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from spadille.bots.arena.baselines import BisBot, CheatBot, FlatBot
from spadille.bots.levels import LEVELS, Level
from spadille.bots.lines.program_bot import ProgramBot
from spadille.bots.peers.ismcts import IsmctsBot
from spadille.bots.random_bot import RandomBot
from spadille.bots.rule_bot import RuleBot
from spadille.bots.search_bot import SearchBot
from spadille.core.value import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.bots.bot import Bot
    from spadille.core.bids import Bid
    from spadille.core.cards import Card, CardSet
    from spadille.core.view import PlayerView

_PLAIN: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "rules": lambda _: RuleBot(),
    "bis": lambda _: BisBot(),
    "flat": FlatBot,
    "cheat": CheatBot,
}
_TUNED: Final[dict[str, Callable[..., Bot]]] = {"ismcts": IsmctsBot}
"""Players with numbers that may be changed."""
PROGRAM: Final = "cmd:"
"""What begins the name of a player that is a program of its own."""
ANSWER_SECONDS: Final = 10.0
NAMES: Final = (*_PLAIN, *_TUNED, *LEVELS)


def player(spec: str, seed: int, seconds: float = ANSWER_SECONDS) -> Bot:
    """Make the player that *spec* names: ``rules``, ``bis/quick`` or ``expert:tries=1,noise=0``.

    ``bis/quick`` bids like the first and plays the cards like the second. What follows a
    colon changes fields of a level, to measure what each is worth. ``cmd:python mybot.py``
    is a program that answers each question within *seconds*. Raises `ValueError`, telling
    what to give, where there is no such player.
    """
    before, is_program, command = spec.partition(PROGRAM)
    if is_program and (not before or before.endswith("/")):
        bot = ProgramBot(command, seed, seconds)
        return BidsLike(player(before[:-1], seed), bot) if before else bot
    bidder, _, cards = spec.rpartition("/")
    if bidder:
        return bids_like(player(bidder, seed), player(cards, seed))
    name, _, changes = spec.partition(":")
    if name in LEVELS:
        return SearchBot(_changed(LEVELS[name], changes), seed)
    if name in _TUNED:
        return _tuned(name, changes, seed)
    if name not in _PLAIN or changes:
        msg = (
            f"{spec!r} names no player: give one of {', '.join(NAMES)}, "
            f'or a program as in "{PROGRAM}python mybot.py"'
        )
        raise ValueError(msg)
    return _PLAIN[name](seed)


def bids_like(bidder: Bot, cards: Bot) -> BidsLike:
    """A player that bids like one and plays the cards like the other."""
    bids = bidder.bidder if isinstance(bidder, BidsLike) else bidder
    return BidsLike(bids, cards.cards if isinstance(cards, BidsLike) else cards)


def _tuned(name: str, changes: str, seed: int) -> Bot:
    try:
        return _TUNED[name](seed=seed, **_given(changes))
    except TypeError:
        msg = f"{name}:{changes} is not understood: give numbers as in {name}:simulations=500"
        raise ValueError(msg) from None


def _changed(level: Level, changes: str) -> Level:
    try:
        changed = replace(level, **_given(changes))
        return msgspec.convert(msgspec.to_builtins(changed), Level)
    except (TypeError, msgspec.ValidationError) as error:
        msg = f"{level.name}:{changes} is not understood: {error}"
        raise ValueError(msg) from None


def _given(changes: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for change in filter(None, changes.split(",")):
        field, _, value = change.partition("=")
        try:
            given[field] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            msg = f"{change!r} is not understood: give a field and its value, as in tries=1"
            raise ValueError(msg) from None
    return given


@dataclass(frozen=True)
class BidsLike:
    """Plays the cards like one player and bids like another."""

    bidder: Bot
    cards: Bot

    def bids_blind(self, view: PlayerView) -> bool:
        """Ask the bidder."""
        return self.bidder.bids_blind(view)

    def bid(self, view: PlayerView) -> Bid:
        """Ask the bidder."""
        return self.bidder.bid(view)

    def give(self, view: PlayerView) -> CardSet:
        """Ask the bidder."""
        return self.bidder.give(view)

    def play(self, view: PlayerView) -> Card:
        """Ask the player of the cards."""
        return self.cards.play(view)
