"""Contradictions in a rule set, each answered with the field to change."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from spadille.core.rules import PRESETS, Bidding, Exchange, RuleSet
from spadille.core.validation import InvalidRules, checked, offers_nil, problems
from tests.kit.strategies import any_rules, rule_sets

MIRROR = {"bidding": "mirror"}


@pytest.mark.parametrize("name", PRESETS)
def test_the_presets_are_free_of_contradictions(name: str) -> None:
    """And are found by the name they carry."""
    assert problems(PRESETS[name]) == ()
    assert checked(PRESETS[name]).name == name


@pytest.mark.parametrize(
    ("fields", "to_change"),
    [
        ({"exchange_cards": 2}, "exchange_cards"),
        ({"exchange_cards": 2, "exchange_for": "any_nil", "bid_least": 1}, "exchange_cards"),
        ({"blind_nils_a_side": 2, "both_nil": False}, "blind_nils_a_side"),
        ({"bidding": "suicide", "nil_points": None}, "bidding"),
        ({"bidding": "whiz", "bid_least": 1}, "bidding"),
        ({"side_bid_least": 6, "side_bid_most": 5}, "side_bid_least"),
        ({"nil_points": None, "side_bid_most": 1}, "side_bid_most"),
        ({"nil_points": None, "side_bid_most": 3, "no_bid_of_one": True}, "side_bid_most"),
        ({"both_nil": False, "side_bid_most": 1, "no_bid_of_one": True}, "side_bid_most"),
        ({"side_bid_least": 1, "side_bid_most": 1, "no_bid_of_one": True}, "side_bid_most"),
        ({"ten_for_two_hundred": True, "side_bid_most": 9}, "ten_for_two_hundred"),
        ({**MIRROR, "no_bid_of_one": True}, "no_bid_of_one"),
        ({**MIRROR, "no_total_of_thirteen": True}, "no_total_of_thirteen"),
        ({**MIRROR, "side_bid_least": 4}, "side_bid_least"),
        ({**MIRROR, "both_nil": False}, "both_nil"),
        ({**MIRROR, "side_bid_most": 12}, "side_bid_most"),
        ({**MIRROR, "blind_nil_points": 100}, "blind_nil_points"),
    ],
)
def test_a_contradiction_names_the_field_to_change(
    fields: dict[str, object], to_change: str
) -> None:
    """Putting that field back is a way out, and the message says why."""
    rules = msgspec.convert(fields, RuleSet)
    found = problems(rules)
    assert [problem.field for problem in found] == [to_change]
    assert len(found[0].message) > 20
    with pytest.raises(InvalidRules, match=f"{to_change}: ") as error:
        checked(rules)
    assert error.value.problems == found


@pytest.mark.parametrize(
    ("rules", "to_change"),
    [
        (RuleSet(target=0), "target"),
        (RuleSet(exchange_cards=14, exchange_for=Exchange.ANY_NIL), "exchange_cards"),
        (RuleSet(bag_limit=1), "bag_limit"),
        (RuleSet(name=""), "name"),
    ],
)
def test_a_value_out_of_range_is_named_too(rules: RuleSet, to_change: str) -> None:
    """For rules made in the program; decoded ones never get so far."""
    assert to_change in [problem.field for problem in problems(rules)]


def test_several_contradictions_are_all_named_at_once() -> None:
    """So that a form can mark every field."""
    rules = RuleSet(bidding=Bidding.MIRROR, no_bid_of_one=True, both_nil=False)
    assert {problem.field for problem in problems(rules)} == {"no_bid_of_one", "both_nil"}


@given(any_rules())
def test_problems_only_name_fields_that_exist_and_differ(rules: RuleSet) -> None:
    """The defaults contradict nothing, so only a changed field can."""
    default = RuleSet()
    for problem in problems(rules):
        assert getattr(rules, problem.field) != getattr(default, problem.field)


@given(rule_sets)
def test_rules_without_contradictions_pass(rules: RuleSet) -> None:
    """They come back as they went in."""
    assert checked(rules) is rules


def test_nil_is_on_offer_where_it_is_worth_something_and_allowed() -> None:
    """Both conditions count."""
    assert offers_nil(RuleSet())
    assert not offers_nil(RuleSet(nil_points=None))
    assert not offers_nil(RuleSet(bid_least=1))
