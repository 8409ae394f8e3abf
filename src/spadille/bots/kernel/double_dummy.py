"""Double dummy: how many tricks each card brings, if all four see all cards.

A search asks whether seats 0 and 2 can take so many tricks, and keeps with each answer
the ranks that it hangs on, after the idea of partition search (Ginsberg, 1996): the
answer holds for every board with the same lengths and the same owners of those cards.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from spadille.bots.kernel.bits import FIRST_SPADE, high_card, low_card, popcount, suit_mask, suit_of
from spadille.bots.kernel.dummy_board import (
    AT,
    BEST,
    COUNT,
    HIGH_CODES,
    KEY,
    KILLER,
    LAID,
    LAST,
    LEFT,
    LOW_CODES,
    MATTER,
    MOVES,
    NEED,
    OWNER_BITS,
    PLAYED,
    SEAT,
    WORDS,
    Memory,
    lay,
    nth_highest,
    rank_that_won,
    set_board,
)
from spadille.bots.kernel.dummy_moves import list_moves, others_cards, skip_alike, tops, with_equals
from spadille.bots.kernel.jit import Ints, inlined, jit
from spadille.bots.kernel.sure_tricks import settled

OPEN: Final = -1
MIX: Final = 0x9E3779B1
ODD: Final = 0x85EBCA77
HALF: Final = (1 << 24) - 1
CODES: Final = (1 << OWNER_BITS) - 1


@inlined
def cards_held(frames: Ints, depth: int) -> int:
    """Mirror of `spadille.core.deal.Deal.hands`: all cards left."""
    return int(frames[depth, 0] | frames[depth, 1] | frames[depth, 2] | frames[depth, 3])


@inlined
def note_key(frames: Ints, owners: Ints, depth: int) -> None:
    """Mirror of `spadille.core.deal.Deal`: note lengths and owners of a board between tricks."""
    held = cards_held(frames, depth)
    a, b = int(owners[0, held & 8191]), int(owners[1, held >> 13 & 8191])
    c, d = int(owners[2, held >> 26 & 8191]), int(owners[3, held >> 39])
    # How many spades each has follows from the rest, and from the tricks left.
    key = a >> OWNER_BITS | b >> OWNER_BITS << 16 | c >> OWNER_BITS << 32
    frames[depth, KEY] = key | int(frames[depth, SEAT]) << 48 | int(frames[depth, LEFT]) << 50
    frames[depth, LOW_CODES] = a & CODES | (b & CODES) << OWNER_BITS
    frames[depth, HIGH_CODES] = c & CODES | (d & CODES) << OWNER_BITS


@inlined
def place_of(table: Ints, key: int) -> int:
    """Mirror of `builtins.hash`: where positions with this *key* are kept."""
    mixed = (key & HALF) * MIX ^ (key >> 24) * ODD
    mixed ^= mixed >> 29
    mixed ^= mixed >> 15
    return mixed & (len(table) - 1)


@inlined
def known(frames: Ints, owners: Ints, table: Ints, depth: int) -> int:
    """Mirror of `spadille.core.deal.Deal`: what the table says of a board, and by which ranks."""
    note_key(frames, owners, depth)
    key, need = int(frames[depth, KEY]), int(frames[depth, NEED])
    low, high = int(frames[depth, LOW_CODES]), int(frames[depth, HIGH_CODES])
    place = place_of(table, key)
    for at in range(1, table.shape[1], WORDS):
        if table[place, at] != key or low & table[place, at + 1] != table[place, at + 2]:
            continue
        if high & table[place, at + 3] != table[place, at + 4]:
            continue
        facts = int(table[place, at + 5])
        yes = facts & 15 >= need
        if yes or facts >> 4 & 15 < need:
            frames[depth, MATTER] = _ranks(cards_held(frames, depth), facts >> 8)
            return 1 if yes else 0
    return OPEN


@jit
def _ranks(held: int, numbers: int) -> int:
    """The lowest of so many highest cards of each suit."""
    matter = 0
    for suit in range(4):
        number = numbers >> (4 * suit) & 15
        if number:
            matter |= nth_highest(held & suit_mask(suit), number)
    return matter


@jit
def _codes(held: int, matter: int, suit: int) -> tuple[int, int]:
    """How many of the highest cards of *suit* matter, and the bits of their owners."""
    cards, ranks = held & suit_mask(suit), matter & suit_mask(suit)
    if not ranks:
        return 0, 0
    number = popcount(cards & -(ranks & -ranks))
    return number, ((1 << (2 * number)) - 1) << (2 * (popcount(cards) - number))


@inlined
def keep(frames: Ints, table: Ints, depth: int, result: int) -> None:
    """Mirror of `spadille.core.deal.Deal`: note the *result* of a board in the table."""
    held, matter = cards_held(frames, depth), int(frames[depth, MATTER])
    n0, a = _codes(held, matter, 0)
    n1, b = _codes(held, matter, 1)
    n2, c = _codes(held, matter, 2)
    n3, d = _codes(held, matter, 3)
    left, right = a | b << OWNER_BITS, c | d << OWNER_BITS
    key = int(frames[depth, KEY])
    low, high = int(frames[depth, LOW_CODES]) & left, int(frames[depth, HIGH_CODES]) & right
    place, need = place_of(table, key), int(frames[depth, NEED])
    least, most = (need, 15) if result else (0, need - 1)
    for at in range(1, table.shape[1], WORDS):
        if table[place, at] != key or table[place, at + 1] != left or table[place, at + 2] != low:
            continue
        if table[place, at + 3] == right and table[place, at + 4] == high:
            facts = int(table[place, at + 5])
            least, most = max(least, facts & 15), min(most, facts >> 4 & 15)
            table[place, at + 5] = facts & ~255 | least | most << 4
            return
    at = int(table[place, 0])
    table[place, 0] = at + WORDS if at + WORDS < table.shape[1] else 1
    table[place, at], table[place, at + 1], table[place, at + 2] = key, left, low
    table[place, at + 3], table[place, at + 4] = right, high
    table[place, at + 5] = least | most << 4 | (n0 | n1 << 4 | n2 << 8 | n3 << 12) << 8


@inlined
def _last_trick(frames: Ints, depth: int) -> int:
    seat = int(frames[depth, SEAT])
    best, taker = low_card(int(frames[depth, seat])), seat
    for step in range(1, 4):
        other = (seat + step) & 3
        card = low_card(int(frames[depth, other]))
        if card > best and (suit_of(card) == suit_of(best) or card >= FIRST_SPADE):
            best, taker = card, other
    frames[depth, MATTER] = rank_that_won(cards_held(frames, depth), best)
    return 1 - (taker & 1)


@inlined
def _sure(frames: Ints, depth: int) -> int:
    seat, need = int(frames[depth, SEAT]), int(frames[depth, NEED])
    left = int(frames[depth, LEFT])
    hands = (
        int(frames[depth, seat]),
        int(frames[depth, (seat + 1) & 3]),
        int(frames[depth, (seat + 2) & 3]),
        int(frames[depth, (seat + 3) & 3]),
    )
    result, matter = settled(hands, left - need + 1 if seat & 1 else need, left)
    frames[depth, MATTER] = matter
    return result ^ (seat & 1) if result >= 0 else OPEN


@inlined
def _enter(frames: Ints, owners: Ints, table: Ints, depth: int) -> int:
    """Whether the board at *depth* brings what is needed: 1 or 0, or `OPEN` for a search."""
    if frames[depth, LAID] == 0:
        frames[depth, MATTER] = 0
        if frames[depth, NEED] <= 0:
            return 1
        if frames[depth, NEED] > frames[depth, LEFT]:
            return 0
        if frames[depth, LEFT] == 1:
            return _last_trick(frames, depth)
        result = _sure(frames, depth)
        if result == OPEN:
            result = known(frames, owners, table, depth)
        if result != OPEN:
            return result
    list_moves(frames, depth)
    return OPEN


@inlined
def _fold(frames: Ints, table: Ints, depth: int, result: int) -> int:
    """Take in the *result* of a move; that of *depth* if it is settled, else `OPEN`."""
    matter = int(frames[depth + 1, MATTER])
    if frames[depth, LAID] == LAST:
        card = int(frames[depth, MOVES + frames[depth, AT] - 1])
        best = int(frames[depth + 1, BEST])
        matter |= rank_that_won(int(frames[depth, PLAYED]) | 1 << card, best)
    if result == 1 - (frames[depth, SEAT] & 1):
        frames[depth, MATTER] = matter
        frames[depth, KILLER] = frames[depth, MOVES + frames[depth, AT] - 1]
    else:
        frames[depth, MATTER] |= matter
        skip_alike(frames, depth, matter)
        if frames[depth, AT] < frames[depth, COUNT]:
            return OPEN
        frames[depth, MATTER] = with_equals(frames, depth, int(frames[depth, MATTER]))
    if frames[depth, LAID] == 0:
        keep(frames, table, depth, result)
    return result


@jit
def takes(memory: Memory, start: int) -> int:
    """Mirror of `spadille.core.match.decide`: whether the board at *start* brings its need."""
    frames, owners, table = memory.frames, memory.owners, memory.table
    depth, fresh, result = start, True, OPEN
    while True:
        if fresh:
            result = _enter(frames, owners, table, depth)
        fresh = result == OPEN
        if fresh:
            card = int(frames[depth, MOVES + frames[depth, AT]])
            frames[depth, AT] += 1
            lay(frames, depth, card)
            depth += 1
        elif depth == start:
            return result
        else:
            depth -= 1
            result = _fold(frames, table, depth, result)


@jit
def board_values(memory: Memory, hands: Ints, leader: int, values: Ints) -> None:
    """Mirror of `spadille.core.play.legal_plays`: the tricks seats 0 and 2 take after each card.

    *values* gets them by card, -1 where the leader does not hold it.
    """
    values[:] = -1
    set_board(memory, hands, leader)
    frames = memory.frames
    guess = (int(frames[0, LEFT]) + 1) // 2
    found = np.full(52, -1, np.int64)
    tried = tops(int(frames[0, leader]), others_cards(frames, 0))
    while tried:
        card = high_card(tried)
        tried ^= 1 << card
        guess = _value(memory, card, guess)
        found[card] = guess
    _spread(hands, leader, found, values)


@jit
def _value(memory: Memory, card: int, guess: int) -> int:
    """The tricks after *card*, searched upwards or downwards from a *guess*."""
    frames = memory.frames
    least, most = 0, int(frames[0, LEFT])
    need = min(max(1, guess), most)
    while least < most:
        frames[0, NEED] = need
        lay(frames, 0, card)
        if takes(memory, 1):
            least, need = need, need + 1
        else:
            most, need = need - 1, need - 1
    return least


@jit
def _spread(hands: Ints, leader: int, found: Ints, values: Ints) -> None:
    """Give the cards that are equal to one tried its value, under their own numbers."""
    held = int(hands[0] | hands[1] | hands[2] | hands[3])
    for suit in range(4):
        left = held & suit_mask(suit)
        rank = popcount(left) - 1
        value = -1
        while left:
            card = high_card(left)
            left ^= 1 << card
            numbered = 13 * suit + rank
            if hands[leader] >> card & 1:
                value = int(found[numbered]) if found[numbered] >= 0 else value
                values[card] = value
            rank -= 1


@jit
def boards_values(memory: Memory, boards: Ints, leader: int, values: Ints) -> None:
    """Mirror of `spadille.core.play.legal_plays`: `board_values` of many boards, one by one."""
    for board in range(len(boards)):
        board_values(memory, boards[board], leader, values[board])
