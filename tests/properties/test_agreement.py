"""The core and the oracle, written by others from the rules page alone, agree."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.cli.house_rules import random_rules
from spadille.core.bids import BIDS, BLIND_NIL, Bid
from spadille.core.rules import CHALLENGE, CLASSIC, NilTricks, RuleSet
from spadille.core.scoring import Score, score_side, winner_at
from spadille.core.value import replace
from tests.kit.lockstep import SIDES, as_told, play_side_by_side
from tests.kit.oracle import match_winner
from tests.kit.oracle import score_side as naive_score
from tests.kit.strategies import any_rules, dice, mended, rule_sets


@given(rule_sets, dice)
def test_house_rules_play_alike(rules: RuleSet, chance: Random) -> None:
    """Every offer and every score, whatever the rules."""
    play_side_by_side(rules, chance, deals=6)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_many_house_rules_play_alike(part: int) -> None:
    """The same, with rules that differ from the presets in more fields at once."""
    met: Counter[str] = Counter()
    for seed in range(30 * part, 30 * (part + 1)):
        chance = Random(seed)
        met += play_side_by_side(random_rules(chance), chance, deals=6)
    assert met.total() > 6_000


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("rules", [CHALLENGE, CLASSIC], ids=lambda rules: rules.name)
def test_whole_matches_of_a_preset_play_alike(rules: RuleSet, part: int) -> None:
    """Long enough for every score to come up."""
    met: Counter[str] = Counter()
    for seed in range(15 * part, 15 * (part + 1)):
        met += play_side_by_side(rules, Random(seed), deals=10)
    assert met["PlayCard"] > 7_000
    assert (met["blind nil"] > 5) == (rules is CLASSIC)


def tangled(seed: int) -> RuleSet:
    """Rules with hidden hands, an exchange, and a ban or two on bids."""
    dice = Random(seed)
    choices: dict[str, list[object]] = {
        "nil_points": [None, 50, 100],
        "both_nil": [True, True, False],
        "blind_nil_points": [100, 200],
        "blind_nil_behind": [None, None, 1, 100],
        "blind_nils_a_side": [1, 2],
        "exchange_cards": [0, 1, 2, 3],
        "exchange_for": ["blind_nil", "any_nil"],
        "exchange_order": ["bidder_first", "partner_first"],
        "side_bid_most": [None, 1, 2, 4, 13],
        "side_bid_least": [0, 0, 1, 4, 13],
        "bid_least": [0, 0, 1],
        "no_bid_of_one": [False, True],
        "no_total_of_thirteen": [False, True],
        "bidding": ["free", "free", "mirror", "whiz", "suicide"],
    }
    drawn = {field: dice.choice(values) for field, values in choices.items()}
    return mended(msgspec.convert(drawn, RuleSet))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_tangled_bidding_plays_alike(part: int) -> None:
    """The corners where one rule of bidding meets another."""
    met: Counter[str] = Counter()
    for seed in range(100 * part, 100 * (part + 1)):
        met += play_side_by_side(tangled(seed), Random(seed), deals=2)
    assert min(met["blind nil"], met["PassCards"], met["LookAtHand"]) > 80


def grid() -> list[tuple[tuple[Bid, Bid], tuple[int, int]]]:
    """Every pair of bids with every pair of tricks that a side may take."""
    bids = (*BIDS, BLIND_NIL)
    took = [(one, two) for one, two in product(range(14), repeat=2) if one + two <= 13]
    return [((one, two), taken) for one in bids for two in bids for taken in took]


GRID = grid()


@pytest.mark.parametrize("failed", NilTricks)
@pytest.mark.parametrize("preset", [CHALLENGE, CLASSIC], ids=lambda rules: rules.name)
def test_every_score_of_a_side_is_the_oracles(preset: RuleSet, failed: NilTricks) -> None:
    """All bids and tricks, with bags before that do and do not bring a penalty."""
    rules = replace(preset, failed_nil_tricks=failed, blind_nil_points=200)
    naive = msgspec.to_builtins(rules)
    for number, (bids, tricks) in enumerate(GRID):
        before = Score(number % 700 - 200, number % 10)
        line = score_side(rules, bids, tricks, before)
        texts = [str(bid) for bid in bids]
        assert as_told(line) == naive_score(naive, texts, tricks, before.points, before.bags)


@given(
    any_rules(),
    st.tuples(st.sampled_from([*BIDS, BLIND_NIL]), st.sampled_from([*BIDS, BLIND_NIL])),
    st.tuples(st.integers(0, 6), st.integers(0, 7)),
    st.builds(Score, st.integers(-900, 900), st.integers(0, 19)),
)
def test_every_house_rule_scores_alike(
    rules: RuleSet, bids: tuple[Bid, Bid], tricks: tuple[int, int], before: Score
) -> None:
    """The score of a side needs nothing but the rules, its bids and its tricks."""
    rules = replace(rules, nil_points=rules.nil_points or 60, blind_nil_points=150)
    line = score_side(rules, bids, tricks, before)
    texts = [str(bid) for bid in bids]
    naive = naive_score(msgspec.to_builtins(rules), texts, tricks, before.points, before.bags)
    assert as_told(line) == naive


@given(any_rules(), st.data())
def test_every_house_rule_ends_a_match_alike(rules: RuleSet, data: st.DataObject) -> None:
    """Targets, losing scores, deal limits and clean sweeps; near the edges above all."""
    edges = [rules.target, rules.losing_score or 0, 0]
    near = st.sampled_from(edges).flatmap(lambda edge: st.integers(edge - 1, edge + 1))
    points, deals = data.draw(st.tuples(near, near)), data.draw(st.integers(1, 101))
    taken = data.draw(st.integers(0, 13))
    winner = winner_at(rules, points, (taken, 13 - taken, 0, 0), deals=deals)
    expected = match_winner(msgspec.to_builtins(rules), deals, points, (taken, 13 - taken))
    assert SIDES[winner] == expected
