"""Plays each gift of an exchange out in deals that fit."""

from __future__ import annotations

import numpy as np

from spadille.bots.kernel.bid import exchange_from, give, receiver, usual_gift
from spadille.bots.kernel.bits import popcount
from spadille.bots.kernel.dice import seed_dice
from spadille.bots.kernel.draw import draw_likely
from spadille.bots.kernel.jit import Floats, Ints, jit
from spadille.bots.kernel.layout import HANDS, POSITION, TRICKS
from spadille.bots.kernel.play import become
from spadille.bots.kernel.question import Care, Question
from spadille.bots.kernel.rollout import play_out
from spadille.bots.kernel.search import deal_value


@jit
def try_gifts(
    question: Question, care: Care, gifts: Ints, first: int, values: Floats, table: Floats
) -> None:
    """Mirror of `spadille.core.match.decide`: the value of each gift in each deal drawn."""
    world, after = np.zeros(POSITION, np.int64), np.zeros(POSITION, np.int64)
    dice = np.zeros(4, np.int64)
    for row in range(len(values)):
        seed_dice(dice, care.seed, first + row)
        draw_likely(question, care, world, table, dice)
        for column in range(len(gifts)):
            seed_dice(dice, care.seed + 1, first + row)
            become(after, world)
            _finish_exchange(question, after, int(gifts[column]))
            play_out(after, dice, care.noise)
            values[row, column] = deal_value(question, after)


@jit
def _finish_exchange(question: Question, position: Ints, gift: int) -> None:
    """Give *gift*; then the partner, if still to give, and the other side, if its turn comes."""
    seat, rules = question.seat, question.rules
    partner = (seat + 2) & 3
    give(position, seat, gift)
    side = (question.first + ((seat ^ question.first) & 1)) & 3
    if popcount(int(position[HANDS + seat])) < TRICKS:
        bidder = receiver(rules, position, side)
        give(position, partner, usual_gift(rules, position, partner, bidder))
    if side == question.first:
        exchange_from(rules, position, question.first, 1)
