"""Deals the unseen cards: every deal that fits what is certain comes as often as any other.

What is certain: how many cards each seat holds, which suits it has shown to be out of,
and which cards it was given. The deals are counted suit by suit: a table tells in how
many ways the later suits can be dealt once so many places are left in the first and the
second hand (the third takes the rest). A draw then walks through the suits and splits
each one with a chance proportional to the deals that contain that split, so no draw is
ever thrown away.
"""

from __future__ import annotations

from math import comb
from typing import Final, TypeAlias

import numpy as np

from spadille.bots.kernel.bits import nth_card, popcount, suit_mask
from spadille.bots.kernel.dice import below_number, fraction
from spadille.bots.kernel.jit import Floats, Ints, bare

Three: TypeAlias = tuple[int, int, int]
"""A number for each of the three hidden hands."""
COMB: Final[Floats] = np.array([[comb(n, k) for k in range(14)] for n in range(14)], np.float64)
"""In how many ways *k* of *n* cards can be picked."""
TABLE: Final = (5, 14, 14)
"""The shape of the table of counts: suits dealt, places left in the first and second hand."""


@bare
def splits(held: int, left: int, right: int) -> float:
    """Mirror of `math.comb`: ways to give *left* and *right* of *held* cards to two hands."""
    return float(COMB[held, left] * COMB[held - left, right])


@bare
def most(places: int, cards: int, voids: int, suit: int) -> int:
    """Mirror of `builtins.min`: the most *cards* of *suit* that a hand with *places* can take."""
    if (voids >> suit) & 1:
        return 0
    return min(places, cards)


@bare
def count_deals(pool: int, places: Three, voids: Three, table: Floats) -> float:
    """Mirror of `math.comb`: fill *table*, and return the number of deals of *pool*.

    *places* and *voids* are those of the three hidden hands. Counts beyond 2**53 are
    rounded, by far less than any number of draws could show.
    """
    table[:] = 0.0
    table[4, 0, 0] = 1.0
    rest = 0
    for suit in range(3, -1, -1):
        held = popcount(pool & suit_mask(suit))
        rest += held
        for first in range(min(rest, places[0]) + 1):
            for second in range(min(rest - first, places[1]) + 1):
                third = rest - first - second
                if third <= places[2]:
                    table[suit, first, second] = _ways(
                        table, suit, held, (first, second, third), voids
                    )
    return float(table[0, places[0], places[1]])


@bare
def _ways(table: Floats, suit: int, held: int, places: Three, voids: Three) -> float:
    ways = 0.0
    for left in range(most(places[0], held, voids[0], suit) + 1):
        for right in range(most(places[1], held - left, voids[1], suit) + 1):
            others = held - left - right
            if others <= most(places[2], others, voids[2], suit):
                later = table[suit + 1, places[0] - left, places[1] - right]
                ways += splits(held, left, right) * later
    return ways


@bare
def draw_cards(pool: int, number: int, dice: Ints) -> int:
    """Mirror of `random.sample`: *number* cards of *pool*, each choice as likely."""
    drawn = 0
    left = popcount(pool)
    for _ in range(number):
        bit = 1 << nth_card(pool, below_number(dice, left))
        drawn |= bit
        pool ^= bit
        left -= 1
    return drawn


@bare
def draw_deal(pool: int, places: Three, voids: Three, table: Floats, dice: Ints) -> Three:
    """Mirror of `random.sample`: deal *pool* into three hands, from a filled *table*."""
    one, two = 0, 0
    first, second, third = places
    for suit in range(4):
        cards = pool & suit_mask(suit)
        held = popcount(cards)
        left, right = _split(table, suit, held, (first, second, third), voids, fraction(dice))
        to_one = draw_cards(cards, left, dice)
        to_two = draw_cards(cards ^ to_one, right, dice)
        one |= to_one
        two |= to_two
        first -= left
        second -= right
        third -= held - left - right
    return one, two, pool ^ one ^ two


@bare
def _split(
    table: Floats, suit: int, held: int, places: Three, voids: Three, chance: float
) -> tuple[int, int]:
    """How many cards of *suit* go to the first and the second hand."""
    goal = chance * table[suit, places[0], places[1]]
    last = (0, 0)
    for left in range(most(places[0], held, voids[0], suit) + 1):
        for right in range(most(places[1], held - left, voids[1], suit) + 1):
            others = held - left - right
            if others > most(places[2], others, voids[2], suit):
                continue
            later = table[suit + 1, places[0] - left, places[1] - right]
            if later > 0:
                last = (left, right)
                goal -= splits(held, left, right) * later
                if goal < 0:
                    return last
    return last
