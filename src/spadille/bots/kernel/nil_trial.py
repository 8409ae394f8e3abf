"""Plays a nil out in deals that fit: what it is worth made, and what failed."""

from __future__ import annotations

import numpy as np

from spadille.bots.kernel.bid import finish_bids
from spadille.bots.kernel.dice import seed_dice
from spadille.bots.kernel.draw import draw_likely
from spadille.bots.kernel.jit import Floats, jit
from spadille.bots.kernel.layout import POSITION, WON
from spadille.bots.kernel.question import Care, Question
from spadille.bots.kernel.rollout import play_out
from spadille.bots.kernel.search import deal_value


@jit
def try_nil(question: Question, care: Care, nil: int, results: Floats, table: Floats) -> None:
    """Mirror of `spadille.core.match.decide`: bid *nil* in each deal drawn, and play it out.

    A row of *results* is whether it was made, and the value of the deal.
    """
    world, dice = np.zeros(POSITION, np.int64), np.zeros(4, np.int64)
    made = np.zeros(4, np.int64)
    for row in range(len(results)):
        seed_dice(dice, care.seed, row)
        draw_likely(question, care, world, table, dice)
        seed_dice(dice, care.seed + 1, row)
        made[:] = question.bids
        made[question.seat] = nil
        finish_bids(question.rules, world, made, question.first)
        play_out(world, dice, care.noise)
        results[row, 0] = 1.0 if world[WON + question.seat] == 0 else 0.0
        results[row, 1] = deal_value(question, world)
