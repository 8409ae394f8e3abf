"""Play: which cards are legal, who takes a trick, and the position after a card."""

from __future__ import annotations

import numpy as np

from spadille.bots.kernel.bits import (
    FIRST_SPADE,
    SPADE_SUIT,
    SPADES,
    above,
    low_card,
    suit_mask,
    suit_of,
)
from spadille.bots.kernel.jit import Ints, bare, jit
from spadille.bots.kernel.layout import (
    ANY_LEAD,
    BEST,
    BIDS,
    BROKEN,
    DONE,
    FORBID,
    GONE,
    HANDS,
    HELP,
    LAID,
    LEADER,
    LED,
    NEED,
    POSITION,
    SPENT,
    TAKER,
    TRICKS,
    VOIDS,
    WON,
)


@bare
def legal_mask(hand: int, led: int, closed: bool, broken: bool) -> int:
    """Mirror of `spadille.core.play.legal_cards`; *led* is -1 for the leader.

    *closed* says that this trick is closed to spades, *broken* that they may be led.
    """
    no_spades = closed
    if led >= 0:
        following = hand & suit_mask(led)
        if following:
            return following
    elif not broken:
        no_spades = True
    side = hand & ~SPADES
    return side if no_spades and side else hand


@bare
def become(position: Ints, other: Ints) -> None:
    """Mirror of `copy.copy`: make *position* the same as *other*."""
    for place in range(POSITION):
        position[place] = other[place]


@bare
def turn(position: Ints) -> int:
    """Mirror of `spadille.core.deal.Trick.turn`."""
    return (int(position[LEADER]) + int(position[LAID])) & 3


@bare
def legal_now(position: Ints) -> int:
    """Mirror of `spadille.core.play.legal_plays`, for the seat whose turn it is."""
    led = int(position[LED]) if position[LAID] else -1
    closed = position[FORBID] == 1 and position[DONE] == 0
    broken = position[BROKEN] == 1 or position[ANY_LEAD] == 1
    return legal_mask(int(position[HANDS + turn(position)]), led, closed=closed, broken=broken)


@bare
def winners_of(cards: int, best: int) -> int:
    """Mirror of `spadille.core.deal.strength`: those of *cards* that beat *best*.

    The best card of a trick is of the suit led or a spade, and spades are the top bits.
    """
    return cards & above(best) & (suit_mask(suit_of(best)) | SPADES)


@bare
def put(position: Ints, card: int) -> None:
    """Mirror of `spadille.core.deal.with_card` and `with_trick_taken`, in place."""
    seat = turn(position)
    bit = 1 << card
    suit = suit_of(card)
    position[HANDS + seat] &= ~bit
    position[SPENT + seat] |= bit
    position[GONE] |= bit
    if position[LAID] == 0:
        _note_lead(position, seat, suit)
        position[LED] = suit
        position[BEST] = card
        position[TAKER] = seat
    else:
        _note_discard(position, seat, suit)
        if winners_of(bit, int(position[BEST])):
            position[BEST] = card
            position[TAKER] = seat
    if card >= FIRST_SPADE:
        position[BROKEN] = 1
    position[LAID] += 1
    if position[LAID] == 4:  # noqa: PLR2004 - one card from each seat
        _take(position)


@bare
def _note_lead(position: Ints, seat: int, suit: int) -> None:
    """A spade led unbroken, or to a closed trick, tells that nothing else was held."""
    if suit != SPADE_SUIT:
        return
    closed = position[FORBID] == 1 and position[DONE] == 0
    if closed or (position[BROKEN] == 0 and position[ANY_LEAD] == 0):
        position[VOIDS + seat] |= 7


@bare
def _note_discard(position: Ints, seat: int, suit: int) -> None:
    """Who does not follow is void, and of all side suits if it must be a spade."""
    if suit == position[LED]:
        return
    position[VOIDS + seat] |= 1 << int(position[LED])
    if suit == SPADE_SUIT and position[FORBID] == 1 and position[DONE] == 0:
        position[VOIDS + seat] |= 7


@bare
def _take(position: Ints) -> None:
    taker = int(position[TAKER])
    position[WON + taker] += 1
    if position[BIDS + taker] > 0 or position[HELP] == 1:
        position[NEED + (taker & 1)] -= 1
    position[LEADER] = taker
    position[LAID] = 0
    position[DONE] += 1


@jit
def count_lines(start: Ints) -> int:
    """Mirror of `spadille.core.play.legal_plays`: in how many ways *start* can be played out."""
    stack = np.zeros((53, POSITION), np.int64)
    to_try = np.zeros(53, np.int64)
    stack[0] = start
    to_try[0] = legal_now(start)
    depth, lines = 0, 0
    while depth >= 0:
        left = int(to_try[depth])
        if left == 0:
            depth -= 1
            continue
        to_try[depth] = left & (left - 1)
        stack[depth + 1] = stack[depth]
        put(stack[depth + 1], low_card(left))
        if stack[depth + 1, DONE] == TRICKS:
            lines += 1
            continue
        depth += 1
        to_try[depth] = legal_now(stack[depth])
    return lines
