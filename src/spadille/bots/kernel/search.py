"""The inner loop of the strong player: deals that fit, and what each choice brings in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spadille.bots.kernel.bid import UNBID, bid_weight, finish_bids
from spadille.bots.kernel.bits import DECK, above, below, popcount, suit_of
from spadille.bots.kernel.chances import Stage, match_value
from spadille.bots.kernel.dice import fraction, seed_dice
from spadille.bots.kernel.jit import Floats, Ints, jit
from spadille.bots.kernel.layout import (
    GONE,
    HANDS,
    POSITION,
    SPENT,
    VOIDS,
)
from spadille.bots.kernel.play import legal_now, put, turn
from spadille.bots.kernel.policy import choose
from spadille.bots.kernel.rollout import play_out, play_randomly
from spadille.bots.kernel.sample import count_deals, draw_cards, draw_deal


class Question(NamedTuple):
    """All that a search needs to know, as arrays that compiled code can take."""

    position: Ints
    """The deal as the seat knows it; the other hands are empty."""
    rules: Ints
    seat: int
    sizes: Ints
    """Cards held by each seat whose hand is hidden."""
    known: Ints
    """Cards known to be held by each seat whose hand is hidden."""
    pool: int
    """The cards whose place is not known."""
    bids: Ints
    first: int
    scores: Ints
    deals: int
    start: Ints
    """The deal before its first card, all hands empty."""
    history: Ints
    """The cards played, in order; none where a view does not tell them all."""
    chances: Floats
    """The table of `spadille.bots.kernel.chances`."""


class Care(NamedTuple):
    """How carefully to search."""

    tries: int
    """Deals drawn for each one kept, by how well they explain what was done; 1: any will do."""
    surprise: float
    """How much less likely a deal is for each card that the quick player would not have played."""
    noise: int
    """In how many of 65,536 choices playouts pick any card."""
    seed: int
    habits: bool
    """Whether the players of playouts have habits; if not, they pick any card always."""
    doubt: float
    """By how much it is likelier that the other side holds more than it bids; 0: it is believed."""


@jit
def deal_value(question: Question, position: Ints) -> float:
    """Mirror of `spadille.core.scoring.match_winner`: the chance to win after a played-out deal."""
    return match_value(stage_of(question), question.seat & 1, position)


@jit
def stage_of(question: Question) -> Stage:
    """Mirror of `spadille.core.match.Match`: where the match of *question* stands."""
    return Stage(question.rules, question.scores, question.deals, question.chances)


@jit
def imagine(position: Ints, dice: Ints, care: Care) -> None:
    """Mirror of `spadille.core.match.decide`, card by card: play the deal out in the head."""
    if care.habits:
        play_out(position, dice, care.noise)
    else:
        play_randomly(position, dice)


@jit
def explanation(question: Question, doubt: float, world: Ints) -> float:
    """Mirror of `spadille.core.deal.with_bid`: how well the hands of *world* explain the bids."""
    weight = 1.0
    for step in range(1, 4):
        seat = (question.seat + step) & 3
        bid = int(question.bids[seat])
        if bid != UNBID:
            hand = int(world[HANDS + seat] | world[SPENT + seat])
            weight *= bid_weight(question.rules, hand, bid, doubt if step & 1 else 0.0)
    return weight


@jit
def play_explanation(question: Question, surprise: float, world: Ints, again: Ints) -> float:
    """Mirror of `spadille.core.match.replay`: how well the hands of *world* explain the play.

    The deal is played *again* card by card; where the quick player would have played
    another card than a hidden hand did, the deal is that much less likely.
    """
    dice = np.zeros(4, np.int64)
    again[:] = question.start
    for seat in range(4):
        again[HANDS + seat] = world[HANDS + seat] | world[SPENT + seat]
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


@jit
def alike(position: Ints, seat: int, one: int, two: int) -> bool:
    """Mirror of `spadille.core.deal.strength`: whether no card of others lies between."""
    if suit_of(one) != suit_of(two):
        return False
    others = DECK & ~int(position[GONE]) & ~int(position[HANDS + seat])
    return others & above(min(one, two)) & below(max(one, two)) == 0


@jit
def draw_hidden(question: Question, world: Ints, table: Floats, dice: Ints) -> None:
    """Mirror of `spadille.core.shuffle`: deal the hidden cards into *world*, from its *table*."""
    seat, pool = question.seat, question.pool
    places, voids, hands = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)
    world[:] = question.position
    if question.sizes[seat]:
        world[HANDS + seat] = draw_cards(pool, question.sizes[seat], dice)
        pool &= ~int(world[HANDS + seat])
    for step in range(3):
        other = (seat + 1 + step) & 3
        places[step] = question.sizes[other] - popcount(question.known[other])
        voids[step] = question.position[VOIDS + other]
    surplus = popcount(pool) - places.sum()
    if surplus > 0 or question.sizes[seat]:
        # The places of some cards are anyone's guess, so the counts are of this pool only.
        pool = _fitting_pool(pool, surplus, places, voids, table, dice)
        world[GONE] |= question.pool & ~pool & ~int(world[HANDS + seat])
    draw_deal(pool, places, voids, table, dice, hands)
    for step in range(3):
        other = (seat + 1 + step) & 3
        world[HANDS + other] = hands[step] | question.known[other]


@jit
def _fitting_pool(
    pool: int, surplus: int, places: Ints, voids: Ints, table: Floats, dice: Ints
) -> int:
    """Leave out cards of tricks that were not told, so that the rest can be dealt."""
    while True:
        rest = pool & ~draw_cards(pool, surplus, dice)
        if count_deals(rest, places, voids, table) > 0:
            return rest


@jit
def prepare(question: Question, table: Floats) -> float:
    """Mirror of `math.comb`: fill the *table* for `draw_hidden`; how many deals there are."""
    places, voids = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for step in range(3):
        other = (question.seat + 1 + step) & 3
        places[step] = question.sizes[other] - popcount(question.known[other])
        voids[step] = question.position[VOIDS + other]
    if popcount(question.pool) > places.sum():
        return 1.0
    return count_deals(question.pool, places, voids, table)


@jit
def draw_likely(question: Question, care: Care, world: Ints, table: Floats, dice: Ints) -> None:
    """Mirror of `random.choices`: of some deals, keep one by how well it explains all."""
    draw_hidden(question, world, table, dice)
    if care.tries <= 1:
        return
    other, again = np.empty_like(world), np.empty_like(world)
    total = _likelihood(question, care, world, again)
    for _ in range(care.tries - 1):
        draw_hidden(question, other, table, dice)
        weight = _likelihood(question, care, other, again)
        total += weight
        if fraction(dice) * total < weight:
            world[:] = other


@jit
def _likelihood(question: Question, care: Care, world: Ints, again: Ints) -> float:
    weight = explanation(question, care.doubt, world)
    if care.surprise < 1.0 and len(question.history):
        weight *= play_explanation(question, care.surprise, world, again)
    return weight


@jit
def try_cards(
    question: Question, care: Care, cards: Ints, first: int, values: Floats, table: Floats
) -> None:
    """Mirror of `spadille.core.match.decide`: the value of each card in each deal drawn.

    Row *n* of *values* is deal *first* + *n*; every card is tried in the same deals,
    with the same dice.
    """
    world, after = np.zeros(POSITION, np.int64), np.zeros(POSITION, np.int64)
    dice = np.zeros(4, np.int64)
    for row in range(len(values)):
        seed_dice(dice, care.seed, first + row)
        draw_likely(question, care, world, table, dice)
        for column in range(len(cards)):
            seed_dice(dice, care.seed + 1, first + row)
            after[:] = world
            put(after, cards[column])
            imagine(after, dice, care)
            values[row, column] = deal_value(question, after)


@jit
def try_bids(
    question: Question, care: Care, bids: Ints, first: int, values: Floats, table: Floats
) -> None:
    """Mirror of `spadille.core.match.decide`: the value of each bid in each deal drawn.

    A bid of `UNBID` stands for looking at the cards, and bidding by the formula.
    """
    world, after = np.zeros(POSITION, np.int64), np.zeros(POSITION, np.int64)
    dice, made = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for row in range(len(values)):
        seed_dice(dice, care.seed, first + row)
        draw_likely(question, care, world, table, dice)
        for column in range(len(bids)):
            seed_dice(dice, care.seed + 1, first + row)
            after[:] = world
            made[:] = question.bids
            made[question.seat] = bids[column]
            finish_bids(question.rules, after, made, question.first)
            imagine(after, dice, care)
            values[row, column] = deal_value(question, after)
