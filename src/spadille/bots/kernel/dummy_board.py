"""A board for the double-dummy search: where its numbers lie, and one card played.

All cards are seen, spades are trumps and may always be led, and only tricks count. The
cards of a suit that are left are numbered from 0 without gaps, for only their order
matters.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from spadille.bots.kernel.bits import high_card, low_card, popcount, suit_mask, suit_of
from spadille.bots.kernel.jit import Ints, inlined, jit
from spadille.bots.kernel.play import winners_of

SEAT: Final = 4
"""Whose turn it is, after the four hands."""
LAID: Final = 5
LED: Final = 6
BEST: Final = 7
TAKER: Final = 8
NEED: Final = 9
"""How many more tricks seats 0 and 2 are asked to take."""
LEFT: Final = 10
"""Tricks left, the one under way included."""
PLAYED: Final = 11
"""The cards on the table."""
MATTER: Final = 12
"""The cards whose rank the result hangs on, with all that are higher."""
KEY: Final = 13
"""The lengths of all suits, the leader and the tricks left, as one number."""
LOW_CODES: Final = 14
"""Who owns the clubs and diamonds, from high to low."""
HIGH_CODES: Final = 15
"""The same of the hearts and spades."""
COUNT: Final = 16
"""How many moves are listed."""
AT: Final = 17
"""The next of them to be tried."""
ALIKE: Final = 18
"""Cards that would fail as one that was tried."""
MOVES: Final = 19
"""The moves, the most promising first."""
KILLER: Final = 33
"""The card that last settled a board of this depth: of no board, so it is not copied."""
FRAME: Final = 34
DEPTH: Final = 53
LAST: Final = 3
"""Cards on the table before the last one."""
RANKS: Final = 1 << 13
OWNER_BITS: Final = 26
WORDS: Final = 6
"""Numbers of an entry of the table."""


class Memory(NamedTuple):
    """The working memory of a search. What the table knows holds for every board."""

    frames: Ints
    owners: Ints
    """By suit and cards left of it: who owns them, and how many each seat has."""
    table: Ints
    """Positions known, some to a place; before them the one to be overwritten next."""


def memory(places: int = 1 << 13, entries: int = 8) -> Memory:
    """Mirror of `spadille.core.match.Match`: fresh memory; *places* is a power of two."""
    table = np.full((places, 1 + WORDS * entries), -1, np.int64)
    table[:, 0] = 1
    return Memory(np.zeros((DEPTH, FRAME), np.int64), np.zeros((4, RANKS), np.int64), table)


@jit
def set_board(memory: Memory, hands: Ints, leader: int) -> None:
    """Mirror of `spadille.core.deal.Deal`: put equal *hands* on the board, before a trick."""
    frames, owners = memory.frames, memory.owners
    frames[0, :MOVES] = 0
    frames[0, SEAT] = leader
    held = int(hands[0] | hands[1] | hands[2] | hands[3])
    for suit in range(4):
        left = held & suit_mask(suit)
        card = 13 * suit
        owners[suit, 0] = 0
        while left:
            old = low_card(left)
            left &= left - 1
            seat = 0
            while not hands[seat] >> old & 1:
                seat += 1
            frames[0, seat] |= 1 << card
            _own(owners, suit, card - 13 * suit, seat)
            card += 1
    frames[0, LEFT] = popcount(int(hands[leader]))


@jit
def _own(owners: Ints, suit: int, rank: int, seat: int) -> None:
    """Say for all sets of cards with *rank* as the highest who owns what."""
    for below in range(1 << rank):
        known = int(owners[suit, below])
        # Two bits a card; the highest card has the highest ones.
        code = seat << (2 * popcount(below))
        owners[suit, below | (1 << rank)] = (known | code) + (1 << (OWNER_BITS + 4 * seat))


@inlined
def lay(frames: Ints, depth: int, card: int) -> None:
    """Mirror of `spadille.core.deal.with_card`: the board of *depth* + 1, after *card*."""
    after = depth + 1
    for field in range(MATTER):
        frames[after, field] = frames[depth, field]
    seat, laid = int(frames[depth, SEAT]), int(frames[depth, LAID])
    bit = 1 << card
    frames[after, seat] = frames[depth, seat] ^ bit
    if laid == 0:
        frames[after, LED] = suit_of(card)
    if laid == 0 or winners_of(bit, int(frames[depth, BEST])):
        frames[after, BEST], frames[after, TAKER] = card, seat
    if laid == LAST:
        taker = int(frames[after, TAKER])
        frames[after, SEAT], frames[after, LAID], frames[after, PLAYED] = taker, 0, 0
        frames[after, LEFT] -= 1
        frames[after, NEED] -= 1 - (taker & 1)
    else:
        frames[after, SEAT] = (seat + 1) & 3
        frames[after, LAID] = laid + 1
        frames[after, PLAYED] |= bit


@jit
def rank_that_won(played: int, best: int) -> int:
    """Mirror of `spadille.core.deal.strength`: *best*, if another of its suit was *played*."""
    suit = played & suit_mask(suit_of(best))
    return 1 << best if suit & (suit - 1) else 0


@jit
def nth_highest(cards: int, number: int) -> int:
    """Mirror of `builtins.sorted`: the bit of the *number*-th card from above; 0 for none."""
    bit = 0
    for _ in range(number):
        bit = 1 << high_card(cards)
        cards ^= bit
    return bit
