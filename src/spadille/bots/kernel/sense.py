"""What a position implies for a seat: who needs what, and which cards are worth what."""

from __future__ import annotations

from typing import Final

from spadille.bots.kernel.bits import (
    SPADE_SUIT,
    SPADES,
    above,
    below,
    high_card,
    low_card,
    popcount,
    suit_mask,
)
from spadille.bots.kernel.jit import Ints, jit
from spadille.bots.kernel.layout import BIDS, DONE, NEED, SPARE, TRICKS, VOIDS, WON

LOW: Final = 6
"""The highest rank, an eight, that a nil bidder may have to play over."""


@jit
def nil_alive(position: Ints, seat: int) -> bool:
    """Mirror of `spadille.bots.table_sense.TableSense.nil_alive`."""
    return bool(position[BIDS + seat] <= 0 and position[WON + seat] == 0)


@jit
def wants_tricks(position: Ints, side: int) -> bool:
    """Mirror of `spadille.bots.table_sense.TableSense.wants_tricks`.

    A trick is worth taking for the contract, or where a bag or two may set the others.
    A side that is set already takes what it can: its tricks are no bags.
    """
    ours, theirs = int(position[NEED + side]), int(position[NEED + 1 - side])
    left = TRICKS - int(position[DONE])
    if ours > 0:
        return ours <= left or theirs > 0
    spare = left - theirs
    return theirs > 0 and 0 <= spare < position[SPARE + side]


@jit
def void_in(position: Ints, seat: int, suit: int) -> bool:
    """Mirror of `spadille.bots.table_sense.TableSense.voids`."""
    return bool((position[VOIDS + seat] >> suit) & 1)


@jit
def higher_out(out: int, card: int, suit: int) -> int:
    """Mirror of `spadille.bots.table_sense.TableSense.higher_out`."""
    return popcount(out & suit_mask(suit) & above(card))


@jit
def lower_out(out: int, card: int, suit: int) -> int:
    """Mirror of `spadille.bots.table_sense.TableSense.lower_out`."""
    return popcount(out & suit_mask(suit) & below(card))


@jit
def may_be_ruffed(position: Ints, seat: int, suit: int, out: int) -> bool:
    """Mirror of `spadille.bots.leading.cash_side_suit`: an opponent void in *suit* may ruff."""
    if suit == SPADE_SUIT or out & SPADES == 0:
        return False
    for opponent in ((seat + 1) & 3, (seat + 3) & 3):
        shown = int(position[VOIDS + opponent])
        if (shown >> suit) & 1 and not (shown >> SPADE_SUIT) & 1:
            return True
    return False


@jit
def cheapest(cards: int) -> int:
    """Mirror of `spadille.bots.picking.cheapest`: the lowest rank, side suits first."""
    best, worth = -1, 100
    for suit in range(4):
        group = cards & suit_mask(suit)
        if group:
            card = low_card(group)
            value = card - 13 * suit + (20 if suit == SPADE_SUIT else 0)
            if value < worth:
                best, worth = card, value
    return best


@jit
def discard(cards: int, hand: int, out: int) -> int:
    """Mirror of `spadille.bots.picking.discard`: the card that is missed least.

    Low, no spade, from a suit soon empty, and not the guard of an honour.
    """
    best, worth = -1, 1000
    for suit in range(4):
        group = cards & suit_mask(suit)
        if not group:
            continue
        card = low_card(group)
        mine = hand & suit_mask(suit)
        held = popcount(mine)
        value = 3 * (card - 13 * suit) + held + (100 if suit == SPADE_SUIT else 0)
        top = high_card(mine)
        over = higher_out(out, top, suit)
        if 0 < over == held - 1:
            value += 12
        if higher_out(out, card, suit) == 0:
            value += 12
        if value < worth:
            best, worth = card, value
    return best


@jit
def most_dangerous(cards: int, hand: int, out: int) -> int:
    """Mirror of `spadille.bots.picking.most_dangerous`: the card likeliest to win unasked."""
    best, worth = -1, -1000
    for suit in range(4):
        group = cards & suit_mask(suit)
        if not group:
            continue
        card = high_card(group)
        mine = hand & suit_mask(suit)
        # Lower cards of one's own suit are ways to duck; lower cards outside are threats.
        value = 2 * lower_out(out, card, suit) - 3 * popcount(mine & below(card))
        value += (card - 13 * suit) // 2 + (40 if suit == SPADE_SUIT else 0)
        if out & suit_mask(suit) == 0 and suit != SPADE_SUIT:
            value -= 30
        if value > worth:
            best, worth = card, value
    return best


@jit
def most_beatable(cards: int, out: int) -> int:
    """Mirror of `spadille.bots.picking.most_beatable`: the card others likeliest beat."""
    best, worth = -1, 1000
    for suit in range(4):
        group = cards & suit_mask(suit)
        if not group:
            continue
        card = low_card(group)
        over = higher_out(out, card, suit)
        value = 2 * (lower_out(out, card, suit) - over) + (0 if over else 60)
        if value < worth:
            best, worth = card, value
    return best
