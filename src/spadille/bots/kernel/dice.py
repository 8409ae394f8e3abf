"""Repeatable chance: a small generator whose words fit an integer with room to spare.

It is sfc32 (Chris Doty-Humphrey's "small fast counting" generator, four words of 32
bits). In 64-bit integers nothing overflows, so plain Python and compiled code agree.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from spadille.bots.kernel.jit import Ints, bare

WORD: Final = 0xFFFFFFFF
WARM_UP: Final = 12
"""Rolls after which every bit of the seed has touched every word."""


@bare
def seed_dice(dice: Ints, high: int, low: int) -> None:
    """Mirror of `random.seed`: start *dice* from two numbers."""
    dice[0] = low & WORD
    dice[1] = high & WORD
    dice[2] = (low >> 32) & WORD
    dice[3] = 1
    for _ in range(WARM_UP):
        roll(dice)


@bare
def roll(dice: Ints) -> int:
    """Mirror of `random.getrandbits`: 32 bits."""
    a, b, c, counter = int(dice[0]), int(dice[1]), int(dice[2]), int(dice[3])
    result = (a + b + counter) & WORD
    dice[0] = b ^ (b >> 9)
    dice[1] = (c + (c << 3)) & WORD
    dice[2] = ((((c << 21) & WORD) | (c >> 11)) + result) & WORD
    dice[3] = (counter + 1) & WORD
    return result


@bare
def below_number(dice: Ints, number: int) -> int:
    """Mirror of `random.randrange`: a whole number from 0 to *number* - 1."""
    return (roll(dice) * number) >> 32


@bare
def fraction(dice: Ints) -> float:
    """Mirror of `random.random`: a number from 0 up to but not including 1."""
    return roll(dice) / 4294967296.0


def new_dice(high: int, low: int) -> Ints:
    """Make dice that roll the same for the same two numbers."""
    dice = np.zeros(4, np.int64)
    seed_dice(dice, high, low)
    return dice
