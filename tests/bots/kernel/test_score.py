from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.bots.kernel.bridge import bid_number, rules_array
from spadille.bots.kernel.score import match_winner, score_side
from spadille.core.bids import BIDS, BLIND_NIL, Bid
from spadille.core.rules import PRESETS, RuleSet
from spadille.core.scoring import DealScore, Score, score_deal
from spadille.core.scoring import match_winner as core_winner
from spadille.core.scoring import score_side as core_side
from tests.bots.kernel.walks import some_rules


def agree(rules: RuleSet, bids: tuple[Bid, Bid], tricks: tuple[int, int], bags: int) -> None:
    """Score a side in both."""
    line = core_side(rules, bids, tricks, Score(0, bags))
    numbers = (bid_number(bids[0]), bid_number(bids[1]))
    points, bags_after = score_side(rules_array(rules), numbers, tricks, bags)
    assert (points, bags_after) == (line.points, line.after.bags)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS.values(), ids=str)
def test_every_result_of_a_side_scores_as_in_the_core(rules: RuleSet) -> None:
    """All bids of two partners by all tricks they can take, with a bag count near the penalty."""
    numbers = rules_array(rules)
    bids = (*BIDS, BLIND_NIL)
    for one, two in product(bids, bids):
        for tricks in product(range(14), range(14)):
            if sum(tricks) <= 13:
                line = core_side(rules, (one, two), tricks, Score(0, 7))
                got = score_side(numbers, (bid_number(one), bid_number(two)), tricks, 7)
                assert got == (line.points, line.after.bags)


@given(st.integers(0, 2**64))
def test_any_rules_score_as_in_the_core(seed: int) -> None:
    """House rules change every part of the sum."""
    dice = Random(seed)
    rules = some_rules(dice)
    for _ in range(20):
        taken = dice.randrange(14)
        first = dice.randint(0, taken)
        bids = (dice.choice([*BIDS, BLIND_NIL]), dice.choice([*BIDS, BLIND_NIL]))
        agree(rules, bids, (first, taken - first), dice.randrange(rules.bag_limit or 10))


@given(st.integers(0, 2**64))
def test_the_match_ends_as_in_the_core(seed: int) -> None:
    """Target, losing score, deal limit, ties and Boston."""
    dice = Random(seed)
    rules = some_rules(dice)
    north = dice.choice([0, 3, 7, 13])
    tricks = (north, 13 - north, 0, 0)
    bids = (Bid(4), Bid(4), Bid(3), Bid(2))
    edges = [rules.target, rules.losing_score or -200, 0]
    before = [Score(dice.choice(edges) + dice.randint(-120, 120), 0) for _ in range(2)]
    sheet: tuple[DealScore, ...] = (score_deal(rules, bids, tricks, (before[0], before[1])),)
    sheet *= dice.choice([1, rules.deal_limit or 2])
    points = (sheet[-1].sides[0].after.points, sheet[-1].sides[1].after.points)
    winner = core_winner(rules, sheet)
    got = match_winner(rules_array(rules), points, len(sheet), north)
    assert got == (-1 if winner is None else winner)
