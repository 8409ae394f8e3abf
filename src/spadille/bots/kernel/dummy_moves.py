"""The moves of a double-dummy search: one of each group of equals, the likeliest first."""

from __future__ import annotations

from typing import Final

from spadille.bots.kernel.bits import (
    SPADE_SUIT,
    SPADES,
    above,
    high_card,
    low_card,
    popcount,
    suit_mask,
    suit_of,
)
from spadille.bots.kernel.dummy_board import (
    ALIKE,
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

NEXT_SUITS: Final = 1 << 13 | 1 << 26 | 1 << 39 | 1 << 52
KILLS: Final = 60
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
    frames[depth, AT] = frames[depth, MATTER] = frames[depth, ALIKE] = 0
    if legal & (legal - 1) == 0:
        frames[depth, COUNT] = 1
        frames[depth, MOVES] = low_card(legal)
        return
    frames[depth, COUNT] = 0
    tried = tops(legal, others_cards(frames, depth))
    if frames[depth, LAID]:
        _list_following(frames, depth, tried)
    else:
        _list_leads(frames, depth, tried)


@jit
def tops(hand: int, others: int) -> int:
    """Mirror of `spadille.core.play.legal_cards`: the highest of each group of equals in *hand*.

    A group ends where a card of the *others* lies between, and with the suit.
    """
    found, ends = 0, others | NEXT_SUITS
    while hand:
        end = ends & -((hand & -hand) << 1)
        end &= -end
        found |= 1 << high_card(hand & (end - 1))
        hand &= -end
    return found


@inlined
def _list_leads(frames: Ints, depth: int, tried: int) -> None:
    seat, killer = int(frames[depth, SEAT]), int(frames[depth, KILLER])
    left, right = int(frames[depth, (seat + 1) & 3]), int(frames[depth, (seat + 3) & 3])
    partner = int(frames[depth, (seat + 2) & 3])
    for suit in range(4):
        cards = suit_mask(suit)
        hand = tried & cards
        if not hand:
            continue
        base, helps, high = lead_base(left, partner, right, suit)
        while hand:
            card = low_card(hand)
            hand &= hand - 1
            if card > high and card > helps:
                weight = base + 40
            elif helps > high:
                weight = base + 30 - card + 13 * suit
            else:
                weight = base + 20 if card > high else base - card + 13 * suit
            if card == killer:
                weight += KILLS
            _insert(frames, depth, (weight + 1000) << 6 | card)
    for place in range(MOVES, MOVES + frames[depth, COUNT]):
        frames[depth, place] &= 63


@jit
def lead_base(left: int, partner: int, right: int, suit: int) -> tuple[int, int, int]:
    """Mirror of `spadille.core.play.legal_cards`: how promising it is to lead *suit*.

    With the highest cards of it that the partner and the opponents have.
    """
    cards = suit_mask(suit)
    theirs = (left | right) & cards
    high = high_card(theirs) if theirs else -1
    helps = high_card(partner & cards) if partner & cards else -1
    weight = 0
    if suit != SPADE_SUIT:
        if (not left & cards and left & SPADES) or (not right & cards and right & SPADES):
            weight -= 40
        if helps < 0 and partner & SPADES:
            weight += 25
    return weight, helps, high


@inlined
def _insert(frames: Ints, depth: int, move: int) -> None:
    place = MOVES + int(frames[depth, COUNT])
    while place > MOVES and frames[depth, place - 1] < move:
        frames[depth, place] = frames[depth, place - 1]
        place -= 1
    frames[depth, place] = move
    frames[depth, COUNT] += 1


@inlined
def _list_following(frames: Ints, depth: int, tried: int) -> None:
    """Cards that take the trick for good, then low ones; those first if the trick is ours."""
    seat, laid = int(frames[depth, SEAT]), int(frames[depth, LAID])
    led, best = int(frames[depth, LED]), int(frames[depth, BEST])
    over = -1 if laid == LAST else highest_answer(int(frames[depth, (seat + 1) & 3]), led)
    winners = winners_of(tried, best)
    low = tried ^ winners
    first = 0 if tried & suit_mask(led) else first_discard(int(frames[depth, seat]), low)
    if best > over and (int(frames[depth, TAKER]) ^ seat) & 1 == 0:
        order = (0, first, low ^ first, winners)
    else:
        safe = winners & above(over) if over >= 0 else winners
        order = (safe, first, low ^ first, winners ^ safe)
    place = MOVES
    for cards in order:
        left = cards
        while left:
            frames[depth, place] = low_card(left)
            left &= left - 1
            place += 1
    frames[depth, COUNT] = place - MOVES


@jit
def highest_answer(hand: int, led: int) -> int:
    """Mirror of `spadille.core.deal.strength`: the highest that *hand* may put on a lead, or -1."""
    answers = hand & suit_mask(led) or hand & SPADES
    return high_card(answers) if answers else -1


@jit
def first_discard(hand: int, low: int) -> int:
    """Mirror of `spadille.core.play.legal_cards`: the one of *low* to throw away first.

    The lowest of a long suit, for short ones are soon bare.
    """
    first, most = 0, -100
    for suit in range(3):
        cards = low & suit_mask(suit)
        if cards:
            weight = popcount(hand & suit_mask(suit)) - low_card(cards) + 13 * suit
            if weight > most:
                first, most = cards & -cards, weight
    return first


@inlined
def with_equals(frames: Ints, depth: int, matter: int) -> int:
    """Mirror of `spadille.core.play.legal_cards`: *matter*, and what is equal to a card of it.

    All moves failed, but only one of each group was tried: if a part of a group matters,
    all of it does, for on another board the rest may be lower than a card of others.
    """
    legal = legal_at(frames, depth)
    if popcount(legal) == frames[depth, COUNT]:
        return matter
    others = others_cards(frames, depth)
    for suit in range(4):
        hand, ranks = legal & suit_mask(suit), matter & suit_mask(suit)
        if not ranks or not hand:
            continue
        under = hand & ((ranks & -ranks) - 1)
        over = hand ^ under
        if over and under:
            ends = others & suit_mask(suit) & ((over & -over) - 1)
            matter |= under & above(high_card(ends)) if ends else under
    return matter


@inlined
def skip_alike(frames: Ints, depth: int, matter: int) -> None:
    """Mirror of `spadille.core.play.legal_cards`: pass over moves that fail as the last one did.

    If neither the rank of the card that failed nor lower ones of its suit *matter* to
    that, any of those in its place fails too.
    """
    card = int(frames[depth, MOVES + frames[depth, AT] - 1])
    cards = suit_mask(suit_of(card))
    ranks = matter & cards
    low = cards & ((ranks & -ranks) - 1)
    if low >> card & 1:
        frames[depth, ALIKE] |= low
    alike = int(frames[depth, ALIKE])
    while frames[depth, AT] < frames[depth, COUNT]:
        if not alike >> frames[depth, MOVES + frames[depth, AT]] & 1:
            break
        frames[depth, AT] += 1
