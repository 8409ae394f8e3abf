from __future__ import annotations

from typing import Any

import pytest

from spadille.bots.rule_bot import RuleBot
from spadille.core.bids import Bid
from tests.kit.builders import cases, view_of_bid, view_of_play


@pytest.mark.parametrize("case", cases("bots.json", "play"), ids=lambda case: case["why"])
def test_the_rule_bot_plays_a_good_card(case: dict[str, Any]) -> None:
    """Each of these positions has cards that a good player would play."""
    assert str(RuleBot().play(view_of_play(case))) in case["good_cards"]


@pytest.mark.parametrize("case", cases("bots.json", "bids"), ids=lambda case: case["why"])
def test_the_rule_bot_makes_a_good_bid(case: dict[str, Any]) -> None:
    """Each of these hands has bids that a good player would make."""
    assert RuleBot().bid(view_of_bid(case)) in [Bid(tricks) for tricks in case["good_bids"]]
