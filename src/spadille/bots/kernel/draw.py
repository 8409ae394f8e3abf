"""Deals that fit what a seat knows, the likelier ones more often."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from spadille.bots.kernel.bid import UNBID, bid_weight
from spadille.bots.kernel.bits import DECK, above, below, popcount, suit_of
from spadille.bots.kernel.dice import fraction
from spadille.bots.kernel.jit import Floats, Ints, bare, jit
from spadille.bots.kernel.layout import GONE, HANDS, SPENT, VOIDS
from spadille.bots.kernel.play import become, legal_now, put, turn
from spadille.bots.kernel.policy import choose
from spadille.bots.kernel.question import Care, Question
from spadille.bots.kernel.sample import Three, count_deals, draw_cards, draw_deal

Hidden: TypeAlias = tuple[int, int, int, int, int]
"""The hands from the seat that asks on, then the cards of tricks that were not told."""


@bare
def draw_likely(question: Question, care: Care, world: Ints, table: Floats, dice: Ints) -> None:
    """Mirror of `random.choices`: of some deals, keep one by how well it explains all."""
    hidden = _draw(question, table, dice)
    if care.tries > 1:
        total = _likelihood(question, care, hidden)
        for _ in range(care.tries - 1):
            other = _draw(question, table, dice)
            weight = _likelihood(question, care, other)
            total += weight
            if fraction(dice) * total < weight:
                hidden = other
    _lay(question, hidden, world)


@bare
def draw_hidden(question: Question, world: Ints, table: Floats, dice: Ints) -> None:
    """Mirror of `spadille.core.shuffle`: deal the hidden cards into *world*, from its *table*."""
    _lay(question, _draw(question, table, dice), world)


@bare
def prepare(question: Question, table: Floats) -> float:
    """Mirror of `math.comb`: fill the *table* for `draw_hidden`; how many deals there are."""
    places = _places(question)
    if popcount(question.pool) > places[0] + places[1] + places[2]:
        return 1.0
    return count_deals(question.pool, places, _voids(question), table)


@bare
def _places(question: Question) -> Three:
    """How many cards of unknown place each other seat holds, from the left one on."""
    left, partner, right = _others(question.seat)
    return (
        int(question.sizes[left]) - popcount(int(question.known[left])),
        int(question.sizes[partner]) - popcount(int(question.known[partner])),
        int(question.sizes[right]) - popcount(int(question.known[right])),
    )


@bare
def _voids(question: Question) -> Three:
    left, partner, right = _others(question.seat)
    voids = question.position
    return int(voids[VOIDS + left]), int(voids[VOIDS + partner]), int(voids[VOIDS + right])


@bare
def _others(seat: int) -> Three:
    return (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3


@bare
def _draw(question: Question, table: Floats, dice: Ints) -> Hidden:
    pool, own = question.pool, int(question.position[HANDS + question.seat])
    if question.sizes[question.seat]:
        own = draw_cards(pool, int(question.sizes[question.seat]), dice)
        pool &= ~own
    places, voids, gone = _places(question), _voids(question), 0
    surplus = popcount(pool) - places[0] - places[1] - places[2]
    if surplus > 0 or question.sizes[question.seat]:
        # The places of some cards are anyone's guess, so the counts are of this pool only.
        rest = _fitting_pool(pool, surplus, places, voids, table, dice)
        pool, gone = rest, pool & ~rest
    hands = draw_deal(pool, places, voids, table, dice)
    left, partner, right = _others(question.seat)
    known = question.known
    return (
        own,
        hands[0] | int(known[left]),
        hands[1] | int(known[partner]),
        hands[2] | int(known[right]),
        gone,
    )


@bare
def _fitting_pool(
    pool: int, surplus: int, places: Three, voids: Three, table: Floats, dice: Ints
) -> int:
    """Leave out cards of tricks that were not told, so that the rest can be dealt."""
    while True:
        rest = pool & ~draw_cards(pool, surplus, dice)
        if count_deals(rest, places, voids, table) > 0:
            return rest


@bare
def _lay(question: Question, hidden: Hidden, world: Ints) -> None:
    become(world, question.position)
    for step in range(4):
        world[HANDS + ((question.seat + step) & 3)] = hidden[step]
    world[GONE] |= hidden[4]


@bare
def _likelihood(question: Question, care: Care, hidden: Hidden) -> float:
    weight = explanation(question, care.doubt, hidden)
    if care.surprise < 1.0 and len(question.history):
        weight *= play_explanation(question, care.surprise, hidden)
    return weight


@bare
def explanation(question: Question, doubt: float, hidden: Hidden) -> float:
    """Mirror of `spadille.core.deal.with_bid`: how well the *hidden* hands explain the bids."""
    weight = 1.0
    for step in range(1, 4):
        seat = (question.seat + step) & 3
        bid = int(question.bids[seat])
        if bid != UNBID:
            hand = hidden[step] | int(question.position[SPENT + seat])
            weight *= bid_weight(question.rules, hand, bid, doubt if step & 1 else 0.0)
    return weight


@jit
def play_explanation(question: Question, surprise: float, hidden: Hidden) -> float:
    """Mirror of `spadille.core.match.replay`: how well the *hidden* hands explain the play.

    The deal is played again card by card; where the quick player would have played
    another card than a hidden hand did, the deal is that much less likely.
    """
    dice = np.zeros(4, np.int64)
    again = question.start.copy()
    for step in range(4):
        seat = (question.seat + step) & 3
        again[HANDS + seat] = hidden[step] | question.position[SPENT + seat]
    weight = 1.0
    for card in question.history:
        seat = turn(again)
        legal = legal_now(again)
        if seat != question.seat and legal & (legal - 1):
            expected = choose(again, dice, 0)
            if expected != card and not alike(again, seat, expected, card):
                weight *= surprise
        put(again, card)
    return weight


@bare
def alike(position: Ints, seat: int, one: int, two: int) -> bool:
    """Mirror of `spadille.core.deal.strength`: whether no card of others lies between."""
    if suit_of(one) != suit_of(two):
        return False
    others = DECK & ~int(position[GONE]) & ~int(position[HANDS + seat])
    return others & above(min(one, two)) & below(max(one, two)) == 0
