"""The oracle, that other tests lean on, held to the cases given in tests/data and to the docs."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.kit.oracle import (
    CHALLENGE,
    CLASSIC,
    RANKS,
    NaiveMatch,
    blind_nil_allowed,
    exchange_order,
    legal_bids,
    legal_cards,
    match_winner,
    perft,
    score_side,
    trick_winner,
)

DATA = Path(__file__).resolve().parent.parent / "data"
SCORING = json.loads((DATA / "scoring.json").read_text(encoding="utf-8"))["cases"]
PLAY = json.loads((DATA / "play.json").read_text(encoding="utf-8"))
PRESETS = {"challenge": CHALLENGE, "classic": CLASSIC}
NUMBERS = [str(number) for number in range(14)]
DECK = [suit + rank for suit in "SHDC" for rank in RANKS]
HAND = frozenset({"SA", "SK", "H2", "H3", "H4", "H5", "D2", "D3", "D4", "C2", "C3", "C4", "C5"})


def hand_of(text: str) -> frozenset[str]:
    """Read "S5 H963" as S5, H9, H6 and H3."""
    return frozenset(run[0] + rank for run in text.split() for rank in run[1:])


@pytest.mark.parametrize("case", SCORING)
def test_each_given_deal_is_scored_as_written(case: dict[str, Any]) -> None:
    """Contract, nils, bags, penalty and winner are those of the case."""
    rules = PRESETS[case["rules"]]
    points = []
    for side, first in (("NS", 0), ("EW", 1)):
        bids = [str(bid) for bid in case["bids"][first::2]]
        score = score_side(rules, bids, case["tricks"][first::2], *case["before"][side])
        wanted = case["after"][side]
        assert (score["points_after"], score["bags_after"]) == (wanted["points"], wanted["bags"])
        for item in ("contract", "nils", "bag_points", "bag_penalty"):
            assert dict(score)[item] == wanted[item]
        points.append(score["points_after"])
    tricks = (sum(case["tricks"][0::2]), sum(case["tricks"][1::2]))
    assert match_winner(rules, 1, (points[0], points[1]), tricks) == case["winner"]


@pytest.mark.parametrize("case", PLAY["legal"])
def test_the_legal_cards_are_those_of_each_given_case(case: dict[str, Any]) -> None:
    """No card more, no card fewer."""
    rules = PRESETS[case["rules"]]
    flags = (case["spades_broken"], case["first_trick"])
    found = legal_cards(frozenset(case["hand"]), case["trick"], *flags, rules)
    assert found == set(case["legal"])


@pytest.mark.parametrize("case", PLAY["taken"])
def test_each_given_trick_is_taken_by_the_right_player(case: dict[str, Any]) -> None:
    """The taker is counted from the leader."""
    assert trick_winner(case["trick"]) == case["taken_by"]


@pytest.mark.parametrize(
    ("hands", "ways"),
    [
        ("H6 CK / S9 HK / D8 CA / H2 D5", 10),
        ("ST D3 C4 / SJ D5 C3 / HQ8 D9 / S2 H2 C9", 70),
        ("S5 H963 / H2 D8 CA6 / S7 HQ D6 CT / SK H7 D5 C8", 1122),
    ],
)
def test_perft_counts_the_ways_to_play_an_ending_out(hands: str, ways: int) -> None:
    """Under Classic rules East leads, spades are broken and the first trick is long past."""
    four = [hand_of(text) for text in hands.split("/")]
    assert perft(four, 1, True, False, CLASSIC) == ways


@pytest.mark.parametrize(
    ("changes", "so_far", "wanted"),
    [
        ({}, [], NUMBERS),
        ({"nil_points": None}, [], NUMBERS[1:]),
        ({"bid_least": 2}, [], NUMBERS[2:]),
        ({"no_bid_of_one": True}, [], ["0", *NUMBERS[2:]]),
        ({"side_bid_most": 13}, ["9", "3"], NUMBERS[:5]),
        ({"side_bid_least": 4}, ["1", "3"], NUMBERS[3:]),
        ({"both_nil": False}, ["B0", "3"], NUMBERS[1:]),
        ({"side_bid_most": 13, "nil_points": None}, [], NUMBERS[1:13]),
        ({"no_total_of_thirteen": True}, ["4", "3", "2"], NUMBERS[:4] + NUMBERS[5:]),
        ({"no_total_of_thirteen": True, "bidding": "suicide"}, ["0", "4", "9"], ["0"]),
        ({"bidding": "suicide"}, ["0", "4"], NUMBERS),
        ({"bidding": "mirror"}, ["4", "4"], ["2"]),
        ({"bidding": "whiz"}, ["4", "4"], ["0", "2"]),
    ],
)
def test_each_limit_on_bids_refuses_what_it_names(
    changes: dict[str, Any], so_far: list[str], wanted: list[str]
) -> None:
    """A hand of two spades bids under one house rule at a time."""
    assert legal_bids(so_far, HAND, CHALLENGE | changes) == wanted


@pytest.mark.parametrize(
    ("changes", "points", "so_far", "wanted"),
    [
        ({}, (0, 100), [], True),
        ({}, (0, 99), [], False),
        ({"blind_nil_behind": None}, (500, 0), [], True),
        ({"blind_nil_points": None}, (0, 300), [], False),
        ({}, (0, 100), ["B0", "3"], False),
        ({"blind_nils_a_side": 2}, (0, 100), ["B0", "3"], True),
        ({"blind_nils_a_side": 2, "both_nil": False}, (0, 100), ["B0", "3"], False),
        ({"both_nil": False}, (0, 100), ["0", "3"], False),
        ({"side_bid_least": 4}, (0, 100), ["3", "3"], False),
        ({"side_bid_most": 9}, (0, 100), ["9", "3"], True),
        ({"bid_least": 1}, (0, 100), ["4", "3"], True),
        ({"bidding": "suicide"}, (0, 100), ["4", "3"], True),
        ({"no_total_of_thirteen": True}, (0, 100), ["4", "3", "6"], False),
    ],
)
def test_blind_nil_is_offered_as_the_score_and_the_partner_allow(
    changes: dict[str, Any], points: tuple[int, int], so_far: list[str], wanted: bool
) -> None:
    """The bidder has not looked."""
    assert blind_nil_allowed(*points, so_far, CLASSIC | changes) is wanted


@pytest.mark.parametrize(
    ("changes", "bids", "wanted"),
    [
        ({}, ["B0", "3", "4", "3"], [0, 2]),
        ({}, ["B0", "3", "4", "B0"], [3, 1, 0, 2]),
        ({}, ["0", "3", "4", "0"], []),
        ({"exchange_cards": 0}, ["B0", "3", "4", "3"], []),
        ({"exchange_for": "any_nil"}, ["0", "3", "B0", "3"], [2, 0]),
        ({"exchange_for": "any_nil"}, ["0", "0", "0", "0"], [3, 1, 0, 2]),
        ({"exchange_order": "partner_first"}, ["B0", "3", "4", "3"], [2, 0]),
    ],
)
def test_the_exchange_goes_side_by_side_in_bidding_order(
    changes: dict[str, Any], bids: list[str], wanted: list[int]
) -> None:
    """South deals, so West and East's side comes first."""
    assert exchange_order(2, bids, CLASSIC | changes) == wanted


@pytest.mark.parametrize(
    ("changes", "bids", "tricks", "wanted"),
    [
        ({"failed_nil_tricks": "help_partner"}, ["0", "4"], [2, 3], (40, 1)),
        ({"failed_nil_tricks": "nothing"}, ["0", "4"], [2, 5], (40, 1)),
        ({"set_contract": "scores_nothing"}, ["0", "4"], [2, 3], (0, 2)),
        ({"ten_for_two_hundred": True}, ["6", "4"], [6, 5], (200, 1)),
        ({"ten_for_two_hundred": True}, ["6", "4"], [6, 3], (-200, 0)),
    ],
)
def test_house_rules_change_the_contract_and_the_bags(
    changes: dict[str, Any], bids: list[str], tricks: list[int], wanted: tuple[int, int]
) -> None:
    """The contract's points and the deal's bags follow the field."""
    score = score_side(CHALLENGE | changes, bids, tricks, 0, 0)
    assert (score["contract"], score["bags"]) == wanted


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"bag_points": -1}, (-103, -3, 1)),
        ({"bag_points": 0}, (-100, 0, 1)),
        ({"bag_limit": None}, (3, 3, 11)),
        ({"bag_limit": 5, "bag_penalty": 50}, (-97, 3, 1)),
        ({"bag_remainder": "reset"}, (-97, 3, 0)),
    ],
)
def test_house_rules_change_what_bags_cost(
    changes: dict[str, Any], wanted: tuple[int, int, int]
) -> None:
    """Three bags come to eight: points beyond the contract, bag points and bags afterwards."""
    score = score_side(CHALLENGE | changes, ["2", "2"], [4, 3], 0, 8)
    assert (score["points_after"] - 40, score["bag_points"], score["bags_after"]) == wanted


@pytest.mark.parametrize(
    ("changes", "points", "tricks", "wanted"),
    [
        ({"losing_score": -200}, (-200, -190), (6, 7), "EW"),
        ({"losing_score": -200}, (-210, -210), (6, 7), None),
        ({"deal_limit": 7}, (90, 80), (6, 7), "NS"),
        ({"deal_limit": 7}, (90, 90), (6, 7), None),
        ({"deal_limit": 8}, (90, 80), (6, 7), None),
        ({"boston": True}, (-90, 480), (13, 0), "NS"),
        ({}, (-90, 480), (13, 0), None),
    ],
)
def test_a_match_ends_by_the_further_ways_out(
    changes: dict[str, Any], points: tuple[int, int], tricks: tuple[int, int], wanted: str | None
) -> None:
    """Seven deals have been played."""
    assert match_winner(CHALLENGE | changes, 7, points, tricks) == wanted


def test_spades_led_at_any_time_still_wait_for_the_first_trick_to_pass() -> None:
    """A ban on first-trick spades binds the leader whatever may be led later."""
    rules = CHALLENGE | {"spades_lead": "any_time"}
    hand = frozenset({"SA", "H2"})
    assert legal_cards(hand, [], False, True, rules) == {"H2"}
    assert legal_cards(hand, [], False, False, rules) == hand


def deal(dice: random.Random) -> list[frozenset[str]]:
    """Deal thirteen cards to each seat."""
    deck = dice.sample(DECK, 52)
    return [frozenset(deck[seat::4]) for seat in range(4)]


def test_partners_cards_open_with_a_blind_nil_and_the_exchange_follows() -> None:
    """Cards stay hidden while blind nil is possible; afterwards two go over and two come back."""
    match = NaiveMatch(CLASSIC, points=(0, 100))
    match.start_deal(3, deal(random.Random(1)))
    assert [match.unseen(seat) for seat in range(4)] == [True, False, True, False]
    assert match.bids_on_offer() == ["B0"]
    with pytest.raises(ValueError, match="no bid"):
        match.bid(0, "4")
    match.bid(0, "B0")
    assert not any(match.unseen(seat) for seat in range(4))
    for seat in (1, 2, 3):
        match.bid(seat, "3")
    gift = frozenset(sorted(match.hands[0])[:2])
    match.give(0, gift)
    assert (match.turn, len(match.hands[2])) == (2, 15)
    match.give(2, gift)
    assert (match.phase, match.turn) == ("play", 0)
    assert {len(hand) for hand in match.hands} == {13}


def test_a_look_ends_the_chance_of_a_blind_nil() -> None:
    """The player who has looked bids numbers only, and cannot look again."""
    match = NaiveMatch(CLASSIC, points=(0, 100))
    match.start_deal(3, deal(random.Random(2)))
    match.look(2)
    match.look(0)
    assert match.bids_on_offer() == NUMBERS
    with pytest.raises(ValueError, match="nothing to look at"):
        match.look(0)


def random_move(match: NaiveMatch, dice: random.Random) -> None:
    """Make any one legal move of the seat in turn."""
    seat = match.turn
    assert seat is not None
    if match.unseen(seat) and dice.random() < 0.5:
        match.look(seat)
    elif match.phase == "bidding":
        match.bid(seat, dice.choice(match.bids_on_offer()[:6]))
    elif match.phase == "exchange":
        size = match.rules["exchange_cards"]
        match.give(seat, frozenset(dice.sample(sorted(match.cards_on_offer()), size)))
    else:
        match.play(seat, dice.choice(sorted(match.cards_on_offer())))


@pytest.mark.parametrize("seed", range(10))
def test_a_match_of_random_moves_is_followed_to_its_end(seed: int) -> None:
    """Every deal has thirteen tricks, and whoever wins is ahead."""
    dice = random.Random(seed)
    rules = (CLASSIC if seed % 2 else CHALLENGE) | {"losing_score": -300}
    match = NaiveMatch(rules)
    while match.winner is None:
        match.start_deal(match.deals_played % 4, deal(dice))
        while match.phase not in {"between", "over"}:
            random_move(match, dice)
        assert sum(match.taken) == 13
    assert (match.points[0] > match.points[1]) == (match.winner == "NS")
