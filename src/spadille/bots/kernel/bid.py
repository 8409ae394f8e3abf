"""The quick bidder: for the bids of others in a playout, and to read a hand from its bid."""

from __future__ import annotations

from math import exp, floor
from typing import Final

from spadille.bots.kernel.bits import SPADES, below, high_card, low_card, popcount, suit_mask
from spadille.bots.kernel.estimate import nil_safety, trick_estimate
from spadille.bots.kernel.jit import Ints, bare
from spadille.bots.kernel.layout import (
    BIDS,
    BLIND,
    EXCHANGE,
    EXCHANGE_ANY,
    HANDS,
    NEED,
    NIL_POINTS,
    PARTNER_FIRST,
)

UNBID: Final = 99
"""The bid of a seat that has not bid."""
ROUND_UP: Final = 0.4
"""How much of a trick short one still bids it."""
NIL_MARGIN: Final = 20.0
"""By how many points a nil must promise to be better than counting tricks."""
SPREAD: Final = 1.1
"""How far, in tricks, other players' counts lie from ours."""
ANYTHING: Final = 0.03
"""The least weight of a bid, for players differ."""


@bare
def formula_bid(rules: Ints, hand: int, partner: int) -> int:
    """Mirror of `spadille.bots.rules_bidding.choose_bid`; *partner* may be `UNBID`."""
    tricks = trick_estimate(hand)
    worth = float(rules[NIL_POINTS])
    room = 13 if partner in (UNBID, BLIND) else 13 - partner
    if worth > 0 and partner > 0:
        gain = (2.0 * nil_safety(hand) - 1.0) * worth
        if gain > 10.0 * tricks + NIL_MARGIN or room == 0:
            return 0
    bid = max(1, floor(tricks + ROUND_UP))
    return max(1, min(bid, room))


@bare
def bid_weight(rules: Ints, hand: int, bid: int, doubt: float) -> float:
    """Mirror of `spadille.bots.rules_bidding.choose_bid`: how likely *hand* is to bid so.

    A softened `formula_bid`: players count differently, but not without reason. A hand worth
    more than its bid, which some players like, is likelier by *doubt*.
    """
    if bid == BLIND:
        return 1.0
    safety = nil_safety(hand)
    if bid == 0:
        return ANYTHING + safety * safety
    off = (bid - trick_estimate(hand)) / SPREAD
    weight = ANYTHING + exp(-0.5 * off * off)
    if rules[NIL_POINTS] and safety > 0.75:  # noqa: PLR2004 - it would have bid nil
        weight *= 0.4
    return weight + doubt if off < 0 else weight


@bare
def finish_bids(rules: Ints, position: Ints, bids: Ints, first: int) -> None:
    """Mirror of `spadille.core.deal.with_bid`: bid for all who have not, and set the needs."""
    for place in range(4):
        seat = (first + place) & 3
        bid = int(bids[seat])
        if bid == UNBID:
            partner_seat = (seat + 2) & 3
            partner = int(position[BIDS + partner_seat]) if place > 1 else int(bids[partner_seat])
            bid = formula_bid(rules, int(position[HANDS + seat]), partner)
        position[BIDS + seat] = bid
    for side in range(2):
        one, two = int(position[BIDS + side]), int(position[BIDS + side + 2])
        position[NEED + side] = max(0, one) + max(0, two)
    if rules[EXCHANGE]:
        exchange(rules, position, first)


@bare
def exchange(rules: Ints, position: Ints, first: int) -> None:
    """Mirror of `spadille.core.deal.with_pass`: what both sides would give each other."""
    exchange_from(rules, position, first, 0)


@bare
def exchange_from(rules: Ints, position: Ints, first: int, place: int) -> None:
    """Mirror of `spadille.core.deal.passing_order`: from the side at *place*, 0 or 1, on."""
    for turn in range(place, 2):
        bidder = receiver(rules, position, (first + turn) & 3)
        if bidder < 0:
            continue
        giver = (bidder + 2) & 3 if rules[PARTNER_FIRST] else bidder
        for _ in range(2):
            give(position, giver, usual_gift(rules, position, giver, bidder))
            giver = (giver + 2) & 3


@bare
def receiver(rules: Ints, position: Ints, first: int) -> int:
    """Mirror of `spadille.core.deal.passing_order`: for whom the side of *first* exchanges.

    The bidder of a blind nil, or of a nil where the rules say so; -1: it does not.
    """
    second = (first + 2) & 3
    for wanted in (BLIND, 0):
        if wanted == 0 and not rules[EXCHANGE_ANY]:
            continue
        for seat in (first, second):
            if position[BIDS + seat] == wanted:
                return seat
    return -1


@bare
def usual_gift(rules: Ints, position: Ints, giver: int, bidder: int) -> int:
    """Mirror of `spadille.bots.rules_giving.choose_gift`, for the nil of *bidder*."""
    hand, number = int(position[HANDS + giver]), int(rules[EXCHANGE])
    return dangers(hand, number) if giver == bidder else helps(hand, number)


@bare
def give(position: Ints, giver: int, cards: int) -> None:
    """Mirror of `spadille.core.deal.with_pass`."""
    position[HANDS + giver] ^= cards
    position[HANDS + ((giver + 2) & 3)] |= cards


@bare
def dangers(hand: int, number: int) -> int:
    """Mirror of `spadille.bots.rules_giving.choose_gift`, for the bidder of a nil."""
    given = 0
    for _ in range(number):
        best, worth = -1, -1000
        for suit in range(4):
            cards = hand & suit_mask(suit)
            if not cards:
                continue
            card = high_card(cards)
            value = card - 13 * suit - 2 * popcount(cards & below(card))
            if suit == 3:  # noqa: PLR2004 - spades
                value = 20 + 2 * (card - 13 * suit)
            if value > worth:
                best, worth = card, value
        given |= 1 << best
        hand ^= 1 << best
    return given


@bare
def helps(hand: int, number: int) -> int:
    """Mirror of `spadille.bots.rules_giving.choose_gift`, for the partner of a nil."""
    given = 0
    for _ in range(number):
        cards = hand & ~SPADES or hand
        best, worth = -1, 1000
        for suit in range(4):
            group = cards & suit_mask(suit)
            if group:
                card = low_card(group)
                if card - 13 * suit < worth:
                    best, worth = card, card - 13 * suit
        given |= 1 << best
        hand ^= 1 << best
    return given
