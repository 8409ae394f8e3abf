from __future__ import annotations

import pickle
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spadille.bots.bot import ask
from spadille.bots.kernel.bridge import question_of
from spadille.bots.kernel.dice import new_dice
from spadille.bots.kernel.layout import HANDS, POSITION
from spadille.bots.kernel.sample import TABLE
from spadille.bots.kernel.search import draw_hidden, prepare
from spadille.bots.levels import EXPERT, LEVELS, QUICK
from spadille.bots.reasons import why_bid, why_card
from spadille.bots.search_bot import SearchBot
from spadille.bots.thinking import race
from spadille.core.cards import CardSet
from spadille.core.deal import Phase
from spadille.core.rules import PRESETS
from spadille.core.value import replace
from spadille.core.view import view
from tests.bots.kernel.walks import random_deal
from tests.kit.builders import by_seat, cases, view_of_bid, view_of_play

BRIEF = replace(QUICK, card_playouts=300, bid_playouts=300, seconds=60.0)
"""Enough to choose, few enough for many tests."""

PATIENT = replace(QUICK, seconds=60.0)
KEEP_TRUMPS = "the partner's ace is winning and nobody plays after: keep the trumps"


@settings(max_examples=10)
@given(st.integers(0, 2**64))
def test_hidden_cards_make_no_difference(seed: int) -> None:
    """With the cards it cannot see dealt anew, the player makes the same move."""
    dice = Random(seed)
    rules = dice.choice(list(PRESETS.values()))
    bot = SearchBot(BRIEF, seed=1)
    table, world, rolls = np.zeros(TABLE), np.zeros(POSITION, np.int64), new_dice(seed & 0xFFFF, 5)
    for match in random_deal(rules, dice):
        deal = match.deal
        turn = None if deal is None else deal.turn(rules)
        if deal is None or turn is None or dice.random() < 0.85:
            continue
        seen = view(match, turn)
        if deal.phase(rules) is Phase.PASSING or seen.own is None or seen.own.hand is None:
            continue
        question = question_of(seen, np.zeros((1, 1, 1, 1), np.float32))
        prepare(question, table)
        draw_hidden(question, world, table, rolls)
        hands = by_seat(CardSet(int(world[HANDS + seat])) for seat in range(4))
        other = view(replace(match, deal=replace(deal, hands=hands)), turn)
        assert ask(bot, seen) == ask(bot, other)


def test_the_same_place_gets_the_same_answer_from_a_copy() -> None:
    """A bot may be pickled and asked in another process."""
    seen = view_of_bid(cases("bots.json", "bids")[7])
    bot = SearchBot(BRIEF, seed=3)
    assert pickle.loads(pickle.dumps(bot)).bid(seen) == bot.bid(seen)  # noqa: S301 - our own


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_every_level_plays_legally_under_house_rules(level: object) -> None:
    """A deal from bid to score, with thinking cut short."""
    assert level in LEVELS.values()
    dice = Random(4)
    for rules in PRESETS.values():
        bot = SearchBot(replace(EXPERT, card_playouts=60, bid_playouts=60), seed=9)
        for match in random_deal(rules, dice):
            turn = None if match.deal is None else match.deal.turn(rules)
            if turn is not None and dice.random() < 0.2:
                ask(bot, view(match, turn))


@pytest.mark.parametrize("case", cases("bots.json", "bids"), ids=lambda case: case["why"])
def test_bids_of_good_players(case: dict[str, object]) -> None:
    """Hands from real complaints."""
    seen = view_of_bid(case)
    bid = SearchBot(PATIENT).bid(seen)
    assert bid.tricks in case["good_bids"]  # type: ignore[operator]
    assert why_bid(seen, bid).text


@pytest.mark.parametrize("case", cases("bots.json", "play"), ids=lambda case: case["why"])
def test_cards_of_good_players(case: dict[str, object], request: pytest.FixtureRequest) -> None:
    """Positions from real complaints."""
    seen = view_of_play(case)
    card = SearchBot(PATIENT).play(seen)
    if case["why"] == KEEP_TRUMPS:
        reason = "this trick makes both contracts: a trump kept is a bag, so the king goes now"
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    assert card.name in case["good_cards"]  # type: ignore[operator]
    assert why_card(seen, card).text


def test_a_race_gives_up_what_is_far_behind() -> None:
    """The best of three is found, and most playouts go to the two that are close."""
    tried: list[int] = []

    def trial(choices: np.ndarray, first: int, values: np.ndarray) -> None:
        rolls = np.random.default_rng(first)
        tried.extend(int(choice) for choice in choices)
        for column, choice in enumerate(choices):
            values[:, column] = rolls.normal(size=len(values)) + {7: 0.0, 8: 0.3, 9: -3.0}[choice]

    found = race((7, 8, 9), trial, 3000, 60.0)
    assert found.best == 8
    assert found.choices[-1] == 9
    assert tried.count(9) < tried.count(7)
