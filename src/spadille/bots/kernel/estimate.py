"""What a hand is worth before a card is played: tricks, and the safety of a nil.

The tricks of side suits follow Cohensius, Meir, Oved and Stern, "Bidding in Spades"
(ECAI 2020): an ace, king or queen takes its round while both opponents still follow.
Their table is the hypergeometric chance of that, worked out here exactly.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from spadille.bots.kernel.bits import SPADE_SUIT, SPADES, high_card, low_card, popcount, suit_mask
from spadille.bots.kernel.jit import Floats, bare

ACE: Final = 12
JACK: Final = 9


def _both_follow(held: int, rounds: int) -> float:
    """The chance that both opponents have *rounds* cards of a suit of which one holds *held*."""
    out = 13 - held
    ways = sum(
        comb(13, left) * comb(13, right) * comb(13, out - left - right)
        for left in range(rounds, out + 1)
        for right in range(rounds, out - left + 1)
    )
    return ways / comb(39, out)


FOLLOW: Final[Floats] = np.array(
    [[_both_follow(held, rounds) for rounds in range(4)] for held in range(14)], np.float64
)
RUFF_WORTH: Final = 0.5
"""Not every suit that one could ruff is led while one has a spade to spare."""
SAFE_RANKS: Final = np.array([3.0, 6.0, 8.0, 11.0], np.float64)
"""How high the lowest, second, ... card of a suit may be and still duck, mostly."""


@bare
def trick_estimate(hand: int) -> float:
    """Mirror of `spadille.bots.counting.expected_tricks`."""
    tricks = spade_estimate(hand)
    for suit in range(3):
        tricks += side_estimate(hand & suit_mask(suit), suit)
    return tricks


@bare
def side_estimate(cards: int, suit: int) -> float:
    """Mirror of `spadille.bots.counting.side_tricks`."""
    held = popcount(cards)
    tricks, place = 0.0, 0
    while cards:
        card = high_card(cards)
        rounds = max(place, ACE - (card - 13 * suit)) + 1
        if rounds > 3 or rounds > held:  # noqa: PLR2004 - the queen's round
            break
        tricks += float(FOLLOW[held, rounds])
        cards ^= 1 << card
        place += 1
    return tricks


@bare
def spade_estimate(hand: int) -> float:
    """Mirror of `spadille.bots.counting.spade_tricks`: by rank and length, or by ruffing."""
    spades = hand & SPADES
    held = popcount(spades)
    sure, place, left = 0, 0, spades
    while left:
        card = high_card(left)
        rank = card - 13 * SPADE_SUIT
        if rank < JACK:
            break
        if held - place - 1 >= ACE - rank - place:
            sure += 1
        left ^= 1 << card
        place += 1
    long = max(0, held - max(4, sure))
    return sure + long + RUFF_WORTH * ruffs(hand, held - sure - long)


@bare
def ruffs(hand: int, spare: int) -> float:
    """Mirror of `spadille.bots.counting.expected_tricks`: *spare* low spades on short suits."""
    total = 0.0
    for level in range(3):
        # The first round of a void comes before the second round of a singleton, and so on.
        for suit in range(3):
            held = popcount(hand & suit_mask(suit))
            if held <= level and spare > 0:
                total += float(FOLLOW[held, level + 1])
                spare -= 1
    return total


@bare
def nil_safety(hand: int) -> float:
    """Mirror of `spadille.bots.nil_odds.nil_chance`: how likely a nil is to be made."""
    chance = 1.0
    for suit in range(4):
        risk, place, cards = 0.0, 0, hand & suit_mask(suit)
        while cards and place < 4:  # noqa: PLR2004 - four rounds at most are played low
            card = low_card(cards)
            over = card - 13 * suit - float(SAFE_RANKS[place])
            if over > 0:
                risk += over * (0.085 if suit == SPADE_SUIT else 0.045)
            cards ^= 1 << card
            place += 1
        if suit == SPADE_SUIT:
            risk += 0.2 * max(0, popcount(hand & SPADES) - 3)
            if hand >> 51 & 1:
                risk = 0.97
        chance *= 1.0 - min(0.97, risk)
    return chance
