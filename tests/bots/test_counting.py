"""Tricks counted before the play, and the chance of a nil."""

from __future__ import annotations

from itertools import pairwise

import pytest

from spadille.bots.counting import both_follow, expected_tricks, side_tricks, spade_tricks
from spadille.bots.nil_odds import nil_chance
from spadille.core.cards import CardSet


@pytest.mark.parametrize(
    ("held", "chances"),
    [
        (0, (0.9974, 0.9665, 0.8187)),
        (1, (0.9951, 0.9437, 0.7342)),
        (3, (0.9833, 0.8559, 0.4947)),
        (5, (0.9492, 0.6767, 0.2104)),
        (8, (0.7737, 0.2149, 0.0)),
        (11, (0.2281, 0.0, 0.0)),
    ],
)
def test_the_chance_that_both_opponents_follow_is_exact(
    held: int, chances: tuple[float, float, float]
) -> None:
    """Worked out by counting the ways the other cards may lie."""
    for rounds, chance in enumerate(chances, 1):
        assert both_follow(held, rounds) == pytest.approx(chance, abs=5e-5)


def test_nobody_has_to_follow_no_round() -> None:
    """And thirteen cards in one hand leave none to follow with."""
    assert both_follow(4, 0) == pytest.approx(1)
    assert both_follow(13, 1) == 0


@pytest.mark.parametrize(
    ("cards", "tricks"),
    [
        ("", 0),
        ("H2", 0),
        ("HK", 0),
        ("HA", both_follow(1, 1)),
        ("HK2", both_follow(2, 2)),
        ("HAK", both_follow(2, 1) + both_follow(2, 2)),
        ("HQ2", 0),
        ("HQ32", both_follow(3, 3)),
        ("HAQ2", both_follow(3, 1) + both_follow(3, 3)),
        ("HKQ2", both_follow(3, 2) + both_follow(3, 3)),
        ("HJT98", 0),
    ],
)
def test_an_honour_counts_if_it_lives_to_its_round(cards: str, tricks: float) -> None:
    """The ace on the first, the king on the second, the queen on the third."""
    assert side_tricks(CardSet.parse(cards)) == pytest.approx(tricks)


@pytest.mark.parametrize(
    ("spades", "tricks"),
    [
        ("SAKQJT98765432", 13),
        ("SAKQ", 3),
        ("SA", 1),
        ("SK", 0),
        ("SK2", 1),
        ("SQ32", 1),
        ("SQ2", 0),
        ("S65432", 1),
        ("SA65432", 3),
        ("SJ432", 1),
    ],
)
def test_spades_count_by_rank_and_by_length(spades: str, tricks: float) -> None:
    """With three or more of every other suit there is nothing to ruff."""
    balanced = CardSet.parse(spades) | CardSet.parse("H432 D432 C432")
    assert spade_tricks(balanced) == pytest.approx(tricks)


def test_low_spades_are_worth_more_beside_a_void() -> None:
    """The shorter a side suit, the more to ruff; without spades there is nothing."""
    hands = ["S32 H5432 D5432 C432", "S32 H5432 D65432 C32", "S32 H65432 D65432 C2"]
    values = [spade_tricks(CardSet.parse(hand)) for hand in hands]
    assert all(less < more for less, more in pairwise(values))
    assert spade_tricks(CardSet.parse("H65432 D765432 C32")) == 0


def test_all_tricks_are_those_of_spades_and_side_suits() -> None:
    """Added up."""
    hand = CardSet.parse("SAK32 HAK2 DQ32 C432")
    expected = 2 + both_follow(3, 1) + both_follow(3, 2) + both_follow(3, 3)
    assert expected_tricks(hand) == pytest.approx(expected)


def test_a_nil_is_safer_the_lower_the_cards() -> None:
    """From hopeless to as safe as can be."""
    hands = [
        "SA H5432 D5432 C5432",
        "SK4 HK5 DA43 CAKQ432",
        "SK32 HQ54 D5432 C432",
        "S432 HQ542 D542 C542",
        "S2 H5432 D6432 C5432",
    ]
    chances = [nil_chance(CardSet.parse(hand)) for hand in hands]
    assert chances == sorted(chances)
    assert chances[0] < 0.05
    assert chances[-1] > 0.9
