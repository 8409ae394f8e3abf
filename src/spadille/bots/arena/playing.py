"""Plays one deal, or a whole match, and keeps what the figures need."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final

import msgspec

from spadille.bots.arena.baselines import CheatBot
from spadille.bots.bot import ask
from spadille.core.commands import PlayCard, StartDeal
from spadille.core.deal import Phase
from spadille.core.match import Match, apply, decide
from spadille.core.seats import Seat, Side
from spadille.core.shuffle import SEED_BYTES, deal_hands
from spadille.core.view import view

if TYPE_CHECKING:
    from spadille.bots.bot import Bot, Move
    from spadille.core.rules import RuleSet
    from spadille.core.scoring import DealScore
    from spadille.core.seats import BySide


class SideTally(msgspec.Struct):
    """What one side did, added up over the deals it played."""

    points: int = 0
    deals: int = 0
    sets: int = 0
    bags: int = 0
    bid: int = 0
    nils: int = 0
    nils_made: int = 0
    moves: int = 0
    milliseconds: float = 0.0
    slowest: float = 0.0

    def add(self, other: SideTally) -> None:
        """Count *other* in."""
        for field in self.__struct_fields__:
            if field != "slowest":
                setattr(self, field, getattr(self, field) + getattr(other, field))
        self.slowest = max(self.slowest, other.slowest)


MOST_DEALS: Final = 60
"""A match between players that never get ahead is left here."""


def play_deals(
    rules: RuleSet, sides: BySide[Bot], seed: int, dealer: Seat, deals: int
) -> tuple[Match, BySide[SideTally]]:
    """Play up to *deals* deals; the cards depend on *seed* alone."""
    chance = Random(seed)
    match = Match(rules, dealer)
    tallies = (SideTally(), SideTally())
    while match.winner is None and len(match.sheet) < deals:
        start = StartDeal(deal_hands(chance.randbytes(SEED_BYTES)))
        match = _play_deal(match, start, sides, tallies)
        _count(match.sheet[-1], tallies)
    return match, tallies


def _play_deal(
    match: Match, start: StartDeal, sides: BySide[Bot], tallies: BySide[SideTally]
) -> Match:
    for event in decide(match, start):
        match = apply(match, event)
    while match.deal is not None:
        seat = match.deal.turn(match.rules)
        assert seat is not None
        begun = perf_counter()
        move = _move(match, seat, sides[seat.side])
        spent = (perf_counter() - begun) * 1000
        tally = tallies[seat.side]
        tally.moves += 1
        tally.milliseconds += spent
        tally.slowest = max(tally.slowest, spent)
        for event in decide(match, move):
            match = apply(match, event)
    return match


def _move(match: Match, seat: Seat, bot: Bot) -> Move:
    assert match.deal is not None
    cards = getattr(bot, "cards", bot)
    if isinstance(cards, CheatBot) and match.deal.phase(match.rules) is Phase.PLAYING:
        return PlayCard(seat, cards.play_seeing(match))
    return ask(bot, view(match, seat))


def _count(row: DealScore, tallies: BySide[SideTally]) -> None:
    for side in Side:
        line, tally = row.sides[side], tallies[side]
        bids = [(row.bids[seat], row.tricks[seat]) for seat in side.seats]
        tally.deals += 1
        tally.points += line.points
        tally.sets += line.contract < 0
        tally.bags += line.bags
        tally.bid += sum(bid.tricks for bid, _ in bids)
        tally.nils += sum(bid.is_nil for bid, _ in bids)
        tally.nils_made += sum(bid.is_nil and not taken for bid, taken in bids)
