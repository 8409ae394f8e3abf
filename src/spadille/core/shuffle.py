"""A deck from a secret seed, which can be committed to before and checked after.

``commitment`` is shown before the cards are dealt; once the deal is over the seed is
shown too, and anyone can work out both again.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from spadille.core.cards import DECK, CardSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadille.core.seats import BySeat

SEED_BYTES: Final = 32
"""The length of a seed: 256 bits, more than the 226 of all shuffles."""


def commitment(seed: bytes) -> str:
    """The SHA-256 of *seed* in hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def deal_hands(seed: bytes) -> BySeat[CardSet]:
    """The four hands that *seed* deals: a Fisher-Yates shuffle, then 13 cards a seat.

    The numbers come from SHA-256 of the seed and a counter, eight bytes at a time, high
    byte first; those that would favour a place are left out, so each deck is as likely.
    """
    numbers = _numbers(seed)
    deck = list(DECK)
    for last in range(len(deck) - 1, 0, -1):
        other = _below(numbers, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    north, east, south, west = (CardSet.of_cards(deck[13 * s : 13 * s + 13]) for s in range(4))
    return north, east, south, west


def _numbers(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(4, "big")).digest()
        for start in range(0, len(digest), 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def _below(numbers: Iterator[int], bound: int) -> int:
    """The next number below *bound*, each equally likely."""
    fair = 2**64 - 2**64 % bound
    return next(number % bound for number in numbers if number < fair)
