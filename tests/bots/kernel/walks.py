"""Deals under way, for tests of the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.bots.bot import ask
from spadille.bots.random_bot import RandomBot
from spadille.cli.house_rules import random_rules
from spadille.core.commands import StartDeal
from spadille.core.match import Match, apply, decide
from spadille.core.rules import PRESETS
from spadille.core.seats import Seat
from spadille.core.shuffle import SEED_BYTES, deal_hands
from spadille.core.view import view

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from spadille.core.rules import RuleSet


def some_rules(dice: Random) -> RuleSet:
    """A preset, or house rules."""
    return dice.choice([*PRESETS.values(), random_rules(dice), random_rules(dice)])


def random_deal(rules: RuleSet, dice: Random) -> Iterator[Match]:
    """Every state of one deal in which any legal move is made, from its start to its score."""
    match = Match(rules, Seat(dice.randrange(4)))
    for event in decide(match, StartDeal(deal_hands(dice.randbytes(SEED_BYTES)))):
        match = apply(match, event)
    yield match
    while match.deal is not None:
        turn = match.deal.turn(rules)
        assert turn is not None
        move = ask(RandomBot(dice.getrandbits(32)), view(match, turn))
        for event in decide(match, move):
            match = apply(match, event)
        yield match
