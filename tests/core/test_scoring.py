from __future__ import annotations

from typing import Any

import pytest

from spadille.core.bids import Bid
from spadille.core.rules import (
    CHALLENGE,
    PRESETS,
    BagRemainder,
    NilTricks,
    RuleSet,
    SetContract,
    WinAt,
)
from spadille.core.scoring import Score, SideScore, match_winner, score_deal, score_side, winner_at
from spadille.core.seats import Side
from tests.kit.builders import by_seat, cases, scored

SIDES = {"NS": Side.NORTH_SOUTH, "EW": Side.EAST_WEST}


def side(rules: RuleSet, bids: str, tricks: tuple[int, int], before: Score = Score()) -> SideScore:  # noqa: B008 - immutable
    """Score a side that bid *bids*, such as ``"4 B0"``."""
    return score_side(rules, tuple(Bid.parse(text) for text in bids.split()), tricks, before)


@pytest.mark.parametrize("case", cases("scoring.json", "cases"), ids=lambda case: case["why"])
def test_a_deal_scores_as_the_case_says(case: dict[str, Any]) -> None:
    """Every item of both sides, and who has won."""
    rules = PRESETS[case["rules"]]
    bids = by_seat(Bid.parse(str(bid)) for bid in case["bids"])
    before = Score(*case["before"]["NS"]), Score(*case["before"]["EW"])
    score = score_deal(rules, bids, by_seat(case["tricks"]), before)
    for name, expected in case["after"].items():
        line = score.sides[SIDES[name]]
        assert line.after == Score(expected["points"], expected["bags"])
        assert (line.contract, list(line.nils)) == (expected["contract"], expected["nils"])
        assert (line.bag_points, line.bag_penalty) == (
            expected["bag_points"],
            expected["bag_penalty"],
        )
    winner = match_winner(rules, (score,))
    assert winner is (None if case["winner"] is None else SIDES[case["winner"]])


@pytest.mark.parametrize(
    ("before", "bids", "tricks", "after"),
    [
        (Score(51), "4 2", (4, 3), Score(112, 1)),
        (Score(258, 8), "2 2", (3, 3), Score(200, 0)),
        (Score(258, 8), "2 2", (4, 3), Score(201, 1)),
    ],
)
def test_the_worked_examples_of_the_rules(
    before: Score, bids: str, tricks: tuple[int, int], after: Score
) -> None:
    """51 becomes 112; the tenth bag costs a hundred; the eleventh is carried."""
    assert side(CHALLENGE, bids, tricks, before).after == after


def test_twenty_bags_at_once_cost_two_penalties() -> None:
    """And what is beyond them is carried on."""
    line = side(CHALLENGE, "0 0", (7, 6), Score(300, 9))
    assert (line.bags, line.bag_penalty, line.after.bags) == (13, -200, 2)


@pytest.mark.parametrize(
    ("change", "points"),
    [
        (NilTricks.BAGS, -30 - 100 + 2),
        (NilTricks.HELP_PARTNER, 30 - 100 + 1),
        (NilTricks.NOTHING, -30 - 100),
    ],
)
def test_a_failed_nils_tricks_count_as_the_rules_say(change: NilTricks, points: int) -> None:
    """Partner bid 3 and took 2, the nil took 2."""
    line = side(RuleSet(failed_nil_tricks=change), "0 3", (2, 2))
    assert line.points == points


@pytest.mark.parametrize(
    ("rules", "bids", "tricks", "points"),
    [
        (RuleSet(bag_points=0), "3 3", (4, 4), 60),
        (RuleSet(bag_points=-1), "3 3", (4, 4), 58),
        (RuleSet(bag_limit=None), "0 0", (7, 6), 13 - 200),
        (RuleSet(bag_limit=5, bag_penalty=50), "1 1", (4, 3), 20 + 5 - 50),
        (RuleSet(set_contract=SetContract.SCORES_NOTHING), "3 3", (2, 2), 0),
        (RuleSet(ten_for_two_hundred=True), "5 5", (5, 6), 201),
        (RuleSet(ten_for_two_hundred=True), "6 5", (5, 5), -200),
        (RuleSet(ten_for_two_hundred=True), "5 4", (5, 4), 90),
        (RuleSet(blind_nil_points=200), "B0 3", (0, 3), 230),
        (RuleSet(blind_nil_points=200), "B0 3", (1, 3), 30 - 200 + 1),
    ],
)
def test_house_rules_change_what_a_deal_scores(
    rules: RuleSet, bids: str, tricks: tuple[int, int], points: int
) -> None:
    """One row a rule."""
    assert side(rules, bids, tricks).points == points


def test_bags_beyond_the_penalty_may_be_forgotten() -> None:
    """Reset to none instead of carried."""
    rules = RuleSet(bag_remainder=BagRemainder.RESET)
    assert side(rules, "1 1", (3, 3), Score(0, 8)).after.bags == 0
    assert side(rules, "1 1", (2, 1), Score(0, 8)).after.bags == 9


@pytest.mark.parametrize(
    ("rules", "points", "deals", "winner"),
    [
        (RuleSet(), (499, 0), 1, None),
        (RuleSet(), (500, 0), 1, Side.NORTH_SOUTH),
        (RuleSet(win_at=WinAt.EXCEEDS), (500, 0), 1, None),
        (RuleSet(win_at=WinAt.EXCEEDS), (501, 0), 1, Side.NORTH_SOUTH),
        (RuleSet(), (510, 520), 1, Side.EAST_WEST),
        (RuleSet(), (510, 510), 1, None),
        (RuleSet(losing_score=-200), (-200, 10), 1, Side.EAST_WEST),
        (RuleSet(losing_score=-200), (-199, 10), 1, None),
        (RuleSet(losing_score=-200), (-250, -210), 1, Side.EAST_WEST),
        (RuleSet(losing_score=-200), (-210, -210), 1, None),
        (RuleSet(deal_limit=7), (10, 20), 6, None),
        (RuleSet(deal_limit=7), (10, 20), 7, Side.EAST_WEST),
        (RuleSet(deal_limit=7), (20, 20), 7, None),
        (RuleSet(deal_limit=7), (30, 20), 8, Side.NORTH_SOUTH),
    ],
)
def test_the_higher_score_wins_once_the_match_ends(
    rules: RuleSet, points: tuple[int, int], deals: int, winner: Side | None
) -> None:
    """At the target, the losing score, or the last deal; equal scores play on."""
    assert winner_at(rules, points, (4, 3, 3, 3), deals=deals) is winner


def test_under_boston_all_thirteen_tricks_win_the_match() -> None:
    """Whatever the score; and without the rule they do not."""
    for tricks, side_of in (((6, 0, 7, 0), Side.NORTH_SOUTH), ((0, 13, 0, 0), Side.EAST_WEST)):
        assert winner_at(RuleSet(boston=True), (-90, -90), tricks, deals=1) is side_of
        assert winner_at(RuleSet(), (-90, -90), tricks, deals=1) is None


def test_the_winner_is_judged_by_the_last_row_of_the_sheet() -> None:
    """Earlier rows are history."""
    sheet = (scored(Score(600), Score(0)), scored(Score(480), Score(490)))
    assert match_winner(CHALLENGE, sheet) is None
