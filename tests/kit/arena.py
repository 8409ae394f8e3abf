"""Bots at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.bots.bot import Bot, ask
from spadille.core.commands import StartDeal
from spadille.core.match import Match
from spadille.core.shuffle import deal_hands
from spadille.core.view import view
from tests.kit.builders import deal_of, obey

if TYPE_CHECKING:
    from spadille.core.rules import RuleSet
    from spadille.core.scoring import DealScore
    from spadille.core.seats import BySeat, Seat


def play_deal(rules: RuleSet, dealer: Seat, seed: bytes, bots: BySeat[Bot]) -> DealScore:
    """The score of one deal, from nought, played out by *bots*."""
    match = obey(Match(rules, dealer), StartDeal(deal_hands(seed)))
    while match.deal is not None:
        match = step(match, bots)
    return match.sheet[-1]


def step(match: Match, bots: BySeat[Bot]) -> Match:
    """The match after the move of the bot in turn."""
    turn = deal_of(match).turn(match.rules)
    assert turn is not None
    return obey(match, ask(bots[turn], view(match, turn)))
