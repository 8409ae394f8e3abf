"""The strong player's thinking: try every choice in many deals that fit what it knows."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final
from zlib import crc32

import numpy as np

from spadille.bots.bid_place import urgency
from spadille.bots.bid_thinking import corrected_bids, nil_value
from spadille.bots.conventions import trumps_to_keep
from spadille.bots.kernel.bid import UNBID
from spadille.bots.kernel.bits import above, below, suit_mask, suit_of
from spadille.bots.kernel.bridge import bid_number, question_of
from spadille.bots.kernel.dice import new_dice
from spadille.bots.kernel.draw import prepare
from spadille.bots.kernel.estimate import nil_safety, trick_estimate
from spadille.bots.kernel.exact import solve_cards
from spadille.bots.kernel.layout import BLIND, GONE, LAID
from spadille.bots.kernel.policy import choose
from spadille.bots.kernel.question import Care
from spadille.bots.kernel.sample import TABLE
from spadille.bots.kernel.search import stage_of, try_bids, try_cards
from spadille.bots.kernel.solve import ending_at
from spadille.bots.win_tables import point_table, win_table
from spadille.core.codec import encoder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from spadille.bots.kernel.jit import Floats, Ints
    from spadille.bots.kernel.question import Question
    from spadille.bots.levels import Level
    from spadille.core.cards import CardSet
    from spadille.core.view import PlayerView

    Trial = Callable[[Ints, int, Floats], None]

ROUND: Final = 48
"""Deals thought through between two looks at the clock and at who is out of the race."""
UNSEEN: Final = 0.3
"""By how much choices may differ in a deal not drawn yet: rare disasters have to be met first."""
AS_GOOD: Final = 0.003
"""Bids this close in the chance to win are as good as each other."""
SURE: Final = 3.5
"""A choice this many standard errors behind is given up."""


@dataclass(frozen=True)
class Finding:
    """What thinking found: the choices, the best first, and their mean values."""

    choices: tuple[int, ...]
    values: tuple[float, ...]
    deals: int
    """How many deals the best choice was tried in."""

    @property
    def best(self) -> int:
        """The choice to make."""
        return self.choices[0]


def think_of_card(view: PlayerView, level: Level, seed: int) -> Finding:
    """Weigh the legal cards of *view*; without playouts, do as the quick player does."""
    question, care, table = prepared(view, level, seed)
    if not level.card_playouts:
        card = choose(question.position, new_dice(care.seed, 0), care.noise)
        return Finding((card,), (0.0,), 0)
    cards = distinct_cards(_plays(view), question)
    game = None
    if 0 < sum(view.public.cards_held) <= level.exact_cards:
        game = ending_at(stage_of(question), question.seat & 1)

    def trial(choices: Ints, first: int, values: Floats) -> None:
        if game is None:
            try_cards(question, care, choices, first, values, table)
        else:
            solve_cards(question, care, choices, first, values, (table, game))

    found = race(cards, trial, level.card_playouts, level.seconds)
    return _keeping(found, trumps_to_keep(view), level.trump_margin)


def _keeping(found: Finding, kept: CardSet, margin: float) -> Finding:
    """Put the *kept* cards last where the best of them is too little better than another."""
    places = range(len(found.choices))
    others = [n for n in places if not kept.mask >> found.choices[n] & 1]
    if not others or found.values[0] - found.values[others[0]] >= margin:
        return found
    order = (*others, *(n for n in places if n not in others))
    return _reordered(found, order)


def think_of_bid(view: PlayerView, level: Level, seed: int) -> Finding:
    """Weigh the bids of *view* that lie near what the cards are worth, and nil."""
    question, care, table = prepared(view, level, seed)
    bids = sensible_bids(view)

    def trial(choices: Ints, first: int, values: Floats) -> None:
        try_bids(question, care, choices, first, values, table)

    found = race(bids, trial, level.bid_playouts, level.seconds)
    if (level.learned or level.nil_model) and len(bids) > 1:
        values = dict(zip(found.choices, found.values, strict=True))
        better = corrected_bids(values, question, care, table, level)
        found = _ranked(better, found.deals)
    if not level.learned:
        found = _bold(found)
    margin = level.nil_care * urgency(question) if level.nil_model else level.nil_margin
    return _wary(found, 0, margin * (view.rules.nil_points or 0) / 100)


def think_of_blind(view: PlayerView, level: Level, seed: int) -> Finding:
    """Weigh blind nil against looking at the cards."""
    question, care, table = prepared(view, level, seed)

    def trial(choices: Ints, first: int, values: Floats) -> None:
        try_bids(question, care, choices, first, values, table)

    found = race((BLIND, UNBID), trial, level.bid_playouts, level.seconds)
    if level.nil_model:
        values = dict(zip(found.choices, found.values, strict=True))
        values[BLIND] = nil_value(question, care, table, BLIND)
        return _ranked(values, found.deals)
    return _wary(found, BLIND, level.nil_margin * (view.rules.blind_nil_points or 0) / 100)


def _ranked(values: dict[int, float], deals: int) -> Finding:
    """Order the choices by their *values*, the best first."""
    order = sorted(values, key=lambda choice: -values[choice])
    return Finding(tuple(order), tuple(values[choice] for choice in order), deals)


def _bold(found: Finding) -> Finding:
    """Of bids that are as good, put the highest first: at the table it is made more often."""
    values = dict(zip(found.choices, found.values, strict=True))
    best = found.best
    if best <= 0:
        return found
    for bid, value in values.items():
        if bid > best and value >= found.values[0] - AS_GOOD:
            best = bid
    order = (best, *(bid for bid in found.choices if bid != best))
    return Finding(order, tuple(values[bid] for bid in order), found.deals)


def _wary(found: Finding, nil: int, margin: float) -> Finding:
    """Put a *nil* first just where it is *margin* better than the best other bid, or more."""
    places = range(len(found.choices))
    others = [n for n in places if found.choices[n] != nil]
    if not others or nil not in found.choices:
        return found
    place = found.choices.index(nil)
    if found.values[place] - found.values[others[0]] >= margin:
        return _reordered(found, (place, *others))
    return _reordered(found, (others[0], *(n for n in places if n != others[0])))


def _reordered(found: Finding, order: Sequence[int]) -> Finding:
    return Finding(
        tuple(found.choices[n] for n in order), tuple(found.values[n] for n in order), found.deals
    )


def race(choices: Sequence[int], trial: Trial, playouts: int, seconds: float) -> Finding:
    """Try all *choices* in the same deals; those far behind drop out, the others go on."""
    racing = np.array(choices, np.int64)
    behind: list[tuple[float, int]] = []
    deals = 0
    totals = np.zeros(len(racing))
    products = np.zeros((len(racing), len(racing)))
    stop = 0.0
    while len(racing) > 1 and playouts > 0 and (not deals or perf_counter() < stop):
        number = max(1, min(ROUND, playouts // len(racing)))
        more = np.zeros((number, len(racing)))
        trial(racing, deals, more)
        playouts -= number * len(racing)
        # The first round may have had to wait for compiled code.
        stop = stop or perf_counter() + seconds
        deals += number
        totals += more.sum(axis=0)
        products += more.T @ more
        stay = _in_the_race(totals, products, deals)
        behind += [(float(totals[n] / deals), int(racing[n])) for n in np.flatnonzero(~stay)]
        racing, totals, products = racing[stay], totals[stay], products[np.ix_(stay, stay)]
    means = totals / max(1, deals)
    front = [(float(mean), int(choice)) for mean, choice in zip(means, racing, strict=True)]
    ranked = sorted(front, key=lambda found: -found[0]) + sorted(behind, reverse=True)
    return Finding(tuple(c for _, c in ranked), tuple(v for v, _ in ranked), deals)


def _in_the_race(totals: Floats, products: Floats, deals: int) -> NDArray[np.bool_]:
    """Which choices are not clearly behind the best one, compared deal by deal.

    *totals* are the sums of their values, *products* those of the products of each two of them.
    """
    best = int(totals.argmax())
    gap = (totals[best] - totals) / deals
    squares = products[best, best] - 2 * products[best] + products.diagonal()
    spread = np.maximum(squares - deals * gap**2, 0.0)
    stay: NDArray[np.bool_] = gap <= SURE * np.sqrt(spread + UNSEEN**2) / deals
    return stay


def distinct_cards(plays: CardSet, question: Question) -> tuple[int, ...]:
    """The legal cards, the lowest for all that nobody else's card can tell apart."""
    mine = int(question.position[question.seat])
    apart = (1 << 52) - 1 & ~mine
    # Cards of finished tricks tell nothing apart any more; those on the table do.
    finished = int(question.position[GONE]) if question.position[LAID] == 0 else 0
    apart &= ~finished
    kept: list[int] = []
    for card in (card.index for card in plays):
        twin = kept and suit_of(kept[-1]) == suit_of(card)
        between = apart & above(kept[-1]) & below(card) & suit_mask(suit_of(card)) if twin else 1
        if between:
            kept.append(card)
    return tuple(kept)


def sensible_bids(view: PlayerView) -> tuple[int, ...]:
    """Legal bids from four tricks below the hand's worth to two above, and nil with a chance.

    Low bids are for the end of a match, where a sure contract is all that is needed.
    """
    assert view.own is not None
    assert view.own.hand is not None
    hand = view.own.hand.mask
    worth = trick_estimate(hand)
    legal = [bid_number(bid) for bid in view.own.bids]
    near = [bid for bid in legal if bid > 0 and -4 <= bid - worth <= 2]  # noqa: PLR2004
    if 0 in legal and (nil_safety(hand) > 0.2 or not near):  # noqa: PLR2004
        near.append(0)
    return tuple(near or sorted(legal, key=lambda bid: abs(bid - worth))[:1])


def _plays(view: PlayerView) -> CardSet:
    assert view.own is not None
    return view.own.plays


def prepared(view: PlayerView, level: Level, seed: int) -> tuple[Question, Care, Floats]:
    """What a search at *level* asks, how carefully, and the table that it draws deals from."""
    question = question_of(
        view, win_table(view.rules) if level.plays_score else point_table(view.rules)
    )
    table = np.zeros(TABLE)
    prepare(question, table)
    # Another place in the match rolls other dice, the same place the same ones.
    place = crc32(encoder().encode(view.public), seed)
    care = Care(level.tries, level.surprise, level.noise, place, level.habits, level.doubt)
    return question, care, table
