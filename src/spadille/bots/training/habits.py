"""Tune the quick player's habits: ``python -m spadille.bots.training.habits``."""

from __future__ import annotations

import sys
from math import sqrt
from random import Random
from typing import Final

import numpy as np

from spadille.bots.kernel.bid import UNBID, finish_bids
from spadille.bots.kernel.bits import DECK
from spadille.bots.kernel.bridge import empty_position, rules_array
from spadille.bots.kernel.dice import new_dice
from spadille.bots.kernel.habits import HABITS, NAMES
from spadille.bots.kernel.jit import Floats, Ints, jit
from spadille.bots.kernel.layout import BAG_POINTS, DONE, HANDS, LEADER, POSITION, TRICKS
from spadille.bots.kernel.play import put, turn
from spadille.bots.kernel.policy import choose_by
from spadille.bots.kernel.sample import draw_cards
from spadille.bots.kernel.score import score_position
from spadille.core.rules import CHALLENGE
from spadille.core.value import replace

SEED: Final = 30_000
DEALS: Final = 30_000
ROUNDS: Final = 400
SURE: Final = 2.5
"""A change is kept if it wins by so many standard errors, on deals not used before."""


@jit
def duel(rules: Ints, start: Ints, dice: Ints, new: Floats, old: Floats, gains: Floats) -> None:
    """Mirror of `spadille.bots.arena.contest.play_pair`: what *new* gains on *old*, by deal."""
    before, position = np.zeros(POSITION, np.int64), np.zeros(POSITION, np.int64)
    bids = np.full(4, UNBID)
    for row in range(len(gains)):
        before[:] = start
        pool = DECK
        for seat in range(4):
            before[HANDS + seat] = draw_cards(pool, 13, dice)
            pool ^= int(before[HANDS + seat])
        before[LEADER] = row & 3
        finish_bids(rules, before, bids, row & 3)
        for side in range(2):
            position[:] = before
            while position[DONE] < TRICKS:
                habits = new if turn(position) & 1 == side else old
                put(position, choose_by(position, dice, 0, habits))
            ours, _ = score_position(rules, position, side, 0)
            theirs, _ = score_position(rules, position, 1 - side, 0)
            gains[row] += (ours - theirs) / 2


def gain(new: Floats, old: Floats, seed: int, deals: int) -> tuple[float, float]:
    """The mean gain of *new* on *old* in points a deal, and its standard error."""
    # A bag is worth a point and costs a tenth of a hundred later: nine points lost now.
    rules = rules_array(replace(CHALLENGE, bag_limit=None))
    rules[BAG_POINTS] = -9
    gains = np.zeros(deals)
    duel(rules, empty_position(rules), new_dice(seed, 2), new, old, gains)
    return float(gains.mean()), float(gains.std() / sqrt(deals))


def changed(habits: Floats, dice: Random) -> Floats:
    """Move one or two habits by a step of their own size."""
    new = habits.copy()
    for _ in range(dice.choice([1, 1, 2])):
        place = dice.randrange(len(NAMES))
        step = max(1.0, abs(new[place]) * 0.5)
        new[place] += dice.choice([-1, 1]) * step * dice.choice([0.5, 1.0])
    return new


def main() -> None:
    """Climb, and print the habits reached."""
    dice = Random(SEED)
    best = HABITS.copy()
    for attempt in range(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS):
        new = changed(best, dice)
        mean, error = gain(new, best, SEED + 2 * attempt, DEALS)
        if mean > SURE * error:
            again, error = gain(new, best, SEED + 2 * attempt + 1, 2 * DEALS)
            if again > error:
                best = new
                print(f"{attempt}: {again:+.2f} ± {2 * error:.2f}", flush=True)  # noqa: T201
    mean, error = gain(best, HABITS, SEED - 1, 4 * DEALS)
    print(f"# {mean:+.2f} ± {1.96 * error:.2f} points a deal on the habits before")  # noqa: T201
    for name, value in zip(NAMES, best, strict=True):
        print(f'    "{name}": {value:.4g},')  # noqa: T201


if __name__ == "__main__":
    main()
