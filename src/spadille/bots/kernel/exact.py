"""The last tricks, solved with all cards seen in each deal drawn."""

from __future__ import annotations

import numpy as np

from spadille.bots.kernel.dice import seed_dice
from spadille.bots.kernel.draw import draw_likely
from spadille.bots.kernel.jit import Floats, Ints, jit
from spadille.bots.kernel.layout import POSITION
from spadille.bots.kernel.play import become, put
from spadille.bots.kernel.question import Care, Question
from spadille.bots.kernel.solve import INFINITE, ONE, Ending, solve


@jit
def solve_cards(
    question: Question,
    care: Care,
    cards: Ints,
    first: int,
    values: Floats,
    memory: tuple[Floats, Ending],
) -> None:
    """Mirror of `spadille.core.match.decide`: the value of each card in each deal drawn.

    Like `spadille.bots.kernel.search.try_cards`, with all four playing on as well as can be;
    *memory* is the table for drawing deals, and that of the endings.
    """
    table, game = memory
    world, after = np.zeros(POSITION, np.int64), np.zeros(POSITION, np.int64)
    dice = np.zeros(4, np.int64)
    sign = 1 if question.seat & 1 == 0 else -1
    for row in range(len(values)):
        seed_dice(dice, care.seed, first + row)
        draw_likely(question, care, world, table, dice)
        for column in range(len(cards)):
            become(after, world)
            put(after, cards[column])
            values[row, column] = sign * solve(game, after, -INFINITE, INFINITE) / ONE
