from __future__ import annotations

from typing import Any

import pytest

from spadille.core.cards import Card, CardSet
from spadille.core.deal import Trick
from spadille.core.play import legal_cards
from spadille.core.rules import CHALLENGE, CLASSIC, PRESETS, RuleSet, SpadesLead
from spadille.core.seats import Seat
from tests.kit.builders import ONE_SUIT_EACH, begin, bid, cards, cases, deal_of, play


@pytest.mark.parametrize("case", cases("play.json", "legal"))
def test_the_legal_cards_are_those_of_the_case(case: dict[str, Any]) -> None:
    """No card more, and none fewer."""
    trick = [Card(name) for name in case["trick"]]
    legal = legal_cards(
        CardSet.of_cards(map(Card, case["hand"])),
        led=trick[0].suit if trick else None,
        broken=case["spades_broken"],
        first_trick=case["first_trick"],
        rules=PRESETS[case["rules"]],
    )
    assert sorted(map(str, legal)) == sorted(case["legal"])


@pytest.mark.parametrize("case", cases("play.json", "taken"))
def test_the_trick_goes_to_the_taker_of_the_case(case: dict[str, Any]) -> None:
    """Counted from the leader, whoever that is."""
    for leader in Seat:
        trick = Trick(leader, tuple(Card(name) for name in case["trick"]))
        assert trick.winner is leader.after(case["taken_by"])


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("H2 H9 HT HA", 3),
        ("H2 DA CA H3", 3),
        ("H9 HA S2 HK", 2),
        ("H9 S5 S2 HK", 1),
        ("H2 DA CA DK", 0),
        ("SA HA DA CA", 0),
        ("S2 S3 HA S4", 3),
    ],
)
def test_the_highest_spade_takes_the_trick_else_the_highest_of_the_suit_led(
    trick: str, place: int
) -> None:
    """A discard never takes it, however high."""
    assert Trick(Seat.SOUTH, cards(trick)).winner is Seat.SOUTH.after(place)


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    """And the seats follow clockwise from there."""
    match = play(bid(begin(), "3 3 3 3"), "H9 HA H3 H6")
    assert deal_of(match).trick == Trick(Seat.EAST)
    assert deal_of(match).tricks_won == (0, 1, 0, 0)
    assert deal_of(play(match, "D9 DK")).trick.turn is Seat.WEST


def test_a_discarded_spade_breaks_spades_at_once() -> None:
    """Not only when its trick is taken."""
    match = bid(begin(CLASSIC, ONE_SUIT_EACH, Seat.NORTH), "3 3 3 3")
    assert not deal_of(play(match, "H2 D2 C2")).spades_broken
    assert deal_of(play(match, "H2 D2 C2 S2")).spades_broken


def test_a_hand_of_spades_may_lead_them_unbroken() -> None:
    """On the first trick too, whatever the rules."""
    for rules in (CHALLENGE, CLASSIC):
        match = play(bid(begin(rules, ONE_SUIT_EACH), "3 3 3 3"), "S2")
        assert deal_of(match).spades_broken


@pytest.mark.parametrize(
    ("rules", "first_trick", "legal"),
    [
        (RuleSet(spades_lead=SpadesLead.ANY_TIME), True, "H4 D2"),
        (RuleSet(spades_lead=SpadesLead.ANY_TIME), False, "SAK H4 D2"),
        (CLASSIC, False, "H4 D2"),
    ],
)
def test_when_spades_may_be_led_is_the_rules_choice(
    rules: RuleSet, first_trick: bool, legal: str
) -> None:
    """At any time, but for a first trick without spades; or once they are broken."""
    hand = CardSet.parse("SAK H4 D2")
    found = legal_cards(hand, led=None, broken=False, first_trick=first_trick, rules=rules)
    assert found == CardSet.parse(legal)
