"""How many tricks a hand may take before a card is played."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING, Final

from spadille.core.cards import Suit

if TYPE_CHECKING:
    from spadille.core.cards import CardSet

SIDE_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
ACE: Final = 12
"""The rank of an ace."""
LOWEST_HONOUR: Final = 9
"""The rank of a jack."""
ROUNDS: Final = 3
"""Rounds of a side suit that are worth counting on."""

RUFF_WORTH: Final = 0.5
"""Not every suit that one could ruff is led while one has a spade to spare."""


@cache
def both_follow(held: int, rounds: int) -> float:
    """The chance that both opponents can follow *rounds* times in a suit of which one holds *held*.

    The other cards lie anywhere in the other three hands of 13, each way as likely.
    """
    out = 13 - held
    ways = sum(
        comb(13, left) * comb(13, right) * comb(13, out - left - right)
        for left in range(rounds, out + 1)
        for right in range(rounds, out - left + 1)
    )
    return ways / comb(39, out)


def expected_tricks(hand: CardSet) -> float:
    """Estimate the tricks that *hand* takes when it tries to."""
    return spade_tricks(hand) + sum(side_tricks(hand.of(suit)) for suit in SIDE_SUITS)


def side_tricks(cards: CardSet) -> float:
    """Estimate the tricks of one side suit: honours that win before anyone is void.

    The ace counts on the first round, the king on the second, the queen on the third;
    each needs as many cards of its suit to live that long, and a higher one in the
    same hand takes its round instead.
    """
    ranks = _high_to_low(cards)
    tricks = 0.0
    for place, rank in enumerate(ranks):
        rounds = max(place, ACE - rank) + 1
        if rounds > min(ROUNDS, len(ranks)):
            break
        tricks += both_follow(len(ranks), rounds)
    return tricks


def spade_tricks(hand: CardSet) -> float:
    """Estimate the tricks of the spades, by rank and length or by ruffing."""
    spades = hand.of(Suit.SPADES)
    honours = _sure_spades(spades)
    long = max(0, len(spades) - max(4, honours))
    spare = len(spades) - honours - long
    return honours + long + RUFF_WORTH * _ruffs(hand, spare)


def _sure_spades(spades: CardSet) -> int:
    """Count the honours that enough lower spades protect from those above them."""
    ranks = _high_to_low(spades)
    sure = 0
    for place, rank in enumerate(ranks):
        missing = ACE - rank - place
        below = len(ranks) - place - 1
        if rank >= LOWEST_HONOUR and below >= missing:
            sure += 1
    return sure


def _ruffs(hand: CardSet, spare: int) -> float:
    """Estimate the tricks of *spare* low spades on rounds of suits one has run out of."""
    chances = [
        both_follow(len(hand.of(suit)), rounds)
        for suit in SIDE_SUITS
        for rounds in range(len(hand.of(suit)) + 1, ROUNDS + 1)
    ]
    return sum(sorted(chances, reverse=True)[:spare])


def _high_to_low(cards: CardSet) -> list[int]:
    return [card.rank for card in cards][::-1]
