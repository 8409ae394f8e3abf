"""Known counts of the ways to play cards out (`make perft` runs the large one, too)."""

from __future__ import annotations

import pytest

from spadille.core.cards import CardSet
from spadille.core.perft import count_lines
from spadille.core.rules import CHALLENGE, CLASSIC, RuleSet, SpadesLead
from spadille.core.seats import BySeat, Seat
from tests.kit import oracle
from tests.kit.builders import hands
from tests.kit.lockstep import names

ENDINGS = [
    ("H6 CK / S9 HK / D8 CA / H2 D5", 10),
    ("ST D3 C4 / SJ D5 C3 / HQ8 D9 / S2 H2 C9", 70),
    ("S5 H963 / H2 D8 CA6 / S7 HQ D6 CT / SK H7 D5 C8", 1122),
]


@pytest.mark.parametrize(("text", "lines"), ENDINGS)
def test_the_count_is_the_known_one(text: str, lines: int) -> None:
    """Several programs agree on these."""
    assert count_lines(hands(text), Seat.EAST, CLASSIC) == lines


@pytest.mark.parametrize("leader", Seat)
@pytest.mark.parametrize("rules", [CLASSIC, CHALLENGE, RuleSet(spades_lead=SpadesLead.ANY_TIME)])
@pytest.mark.parametrize("text", [text for text, _ in ENDINGS[:2]])
def test_the_oracle_counts_the_same(text: str, rules: RuleSet, leader: Seat) -> None:
    """Whoever leads, and by any rule of leading."""
    cards: BySeat[CardSet] = hands(text)
    naive = oracle.CHALLENGE | {"spades_lead": rules.spades_lead.value}
    expected = oracle.perft([names(hand) for hand in cards], leader, True, False, naive)
    assert count_lines(cards, leader, rules) == expected


def test_spades_that_are_all_held_are_not_broken() -> None:
    """North must lead the heart; west ruffs with one of four, then only spades are left."""
    cards = hands("SAKQ H2 / SJT9 H3 / S876 H4 / S5432")
    assert count_lines(cards, Seat.NORTH, CLASSIC) == 4 * 3**4 * 2**4
    any_time = RuleSet(spades_lead=SpadesLead.ANY_TIME)
    assert count_lines(cards, Seat.NORTH, any_time) > 4 * 3**4 * 2**4


def test_no_cards_can_be_played_in_one_way() -> None:
    """By doing nothing."""
    nothing = (CardSet(), CardSet(), CardSet(), CardSet())
    assert count_lines(nothing, Seat.NORTH, CLASSIC) == 1
