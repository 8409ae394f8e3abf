"""The moves of a double-dummy search: one of each group of equals, the likeliest first."""

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
    suit_of,
)
from spadille.bots.kernel.dummy_board import (
    AT,
    BEST,
    COUNT,
    KILLER,
    LAID,
    LAST,
    LED,
    MATTER,
    MOVES,
    SEAT,
    TAKER,
)
from spadille.bots.kernel.jit import Ints, inlined, jit
from spadille.bots.kernel.play import winners_of

KILLS: Final = 25
"""How much more promising the card is that settled the last board of this depth."""


@inlined
def legal_at(frames: Ints, depth: int) -> int:
    """Mirror of `spadille.core.play.legal_cards`: spades may always be led."""
    hand = int(frames[depth, frames[depth, SEAT]])
    following = hand & suit_mask(int(frames[depth, LED])) if frames[depth, LAID] else hand
    return following or hand


@inlined
def others_cards(frames: Ints, depth: int) -> int:
    """Mirror of `spadille.core.deal.Deal`: cards that tell those of the hand to play apart."""
    others = int(frames[depth, 0] | frames[depth, 1] | frames[depth, 2] | frames[depth, 3])
    others ^= int(frames[depth, frames[depth, SEAT]])
    return others | 1 << int(frames[depth, BEST]) if frames[depth, LAID] else others


@inlined
def list_moves(frames: Ints, depth: int) -> None:
    """Mirror of `spadille.core.play.legal_cards`: the highest of each group of equals, in order."""
    legal = legal_at(frames, depth)
    frames[depth, AT] = frames[depth, MATTER] = 0
    if legal & (legal - 1) == 0:
        frames[depth, COUNT] = 1
        frames[depth, MOVES] = low_card(legal)
        return
    frames[depth, COUNT] = 0
    others, laid = others_cards(frames, depth), int(frames[depth, LAID])
    seat, killer = int(frames[depth, SEAT]), int(frames[depth, KILLER])
    hands = (
        int(frames[depth, seat]),
        int(frames[depth, (seat + 1) & 3]),
        int(frames[depth, (seat + 2) & 3]),
        int(frames[depth, (seat + 3) & 3]),
    )
    led, best = int(frames[depth, LED]), int(frames[depth, BEST])
    ours = (int(frames[depth, TAKER]) ^ seat) & 1 == 0
    for suit in range(4):
        left = legal & suit_mask(suit)
        last = -1
        while left:
            card = high_card(left)
            left ^= 1 << card
            if last < 0 or others & above(card) & below(last):
                if laid:
                    weight = follow_weight(hands, card, led, best, laid, ours)
                else:
                    weight = lead_weight(hands, card)
                if card == killer and not laid:
                    weight += KILLS
                _insert(frames, depth, (weight + 1000) << 6 | card)
            last = card
    for place in range(MOVES, MOVES + frames[depth, COUNT]):
        frames[depth, place] &= 63


@inlined
def _insert(frames: Ints, depth: int, move: int) -> None:
    place = MOVES + int(frames[depth, COUNT])
    while place > MOVES and frames[depth, place - 1] < move:
        frames[depth, place] = frames[depth, place - 1]
        place -= 1
    frames[depth, place] = move
    frames[depth, COUNT] += 1


@jit
def lead_weight(hands: tuple[int, int, int, int], card: int) -> int:
    """Mirror of `spadille.core.play.legal_cards`: how promising it is to lead *card*."""
    _, left, partner, right = hands
    suit = suit_of(card)
    cards, rank = suit_mask(suit), card - 13 * suit
    theirs = (left | right) & cards
    high = high_card(theirs) if theirs else -1
    helps = high_card(partner & cards) if partner & cards else -1
    weight = 0
    if suit != SPADE_SUIT:
        if (not left & cards and left & SPADES) or (not right & cards and right & SPADES):
            weight -= 40
        if helps < 0 and partner & SPADES:
            weight += 25
    if card > high and card > helps:
        return weight + 40
    if helps > high:
        return weight + 30 - rank
    return weight + 20 if card > high else weight - rank


@jit
def can_beat(hand: int, led: int, best: int) -> bool:
    """Mirror of `spadille.core.deal.strength`: whether *hand* may play a card over *best*."""
    following = hand & suit_mask(led)
    return winners_of(following or hand, best) != 0


@jit
def follow_weight(
    hands: tuple[int, int, int, int], card: int, led: int, best: int, laid: int, ours: bool
) -> int:
    """Mirror of `spadille.core.play.legal_cards`: how promising it is to follow with *card*.

    *best* takes the trick as it lies, with *laid* cards; it is *ours* or not.
    """
    suit = suit_of(card)
    rank = card - 13 * suit
    if winners_of(1 << card, best):
        if ours and (laid == LAST or not can_beat(hands[1], led, best)):
            return 20 - rank
        if laid == LAST or not can_beat(hands[1], led, card):
            return 100 - rank - 20 * int(suit == SPADE_SUIT and led != SPADE_SUIT)
        return 40 + rank if laid == 2 else 30 - rank  # noqa: PLR2004 - the third to play
    low = 60 - rank
    if suit != led:
        low += 2 * popcount(hands[0] & suit_mask(suit)) - rank
    return low


@inlined
def with_equals(frames: Ints, depth: int, matter: int) -> int:
    """Mirror of `spadille.core.play.legal_cards`: *matter*, and what is equal to a card of it.

    All moves failed, but only one of each group was tried: if a part of a group matters,
    all of it does, for on another board the rest may be lower than a card of others.
    """
    legal, others = legal_at(frames, depth), others_cards(frames, depth)
    for suit in range(4):
        hand, ranks = legal & suit_mask(suit), matter & suit_mask(suit)
        if not ranks or not hand:
            continue
        under = hand & below(low_card(ranks))
        over = hand ^ under
        last = low_card(over) if over else -1
        while over and under:
            card = high_card(under)
            under ^= 1 << card
            if others & above(card) & below(last):
                break
            matter |= 1 << card
            last = card
    return matter
