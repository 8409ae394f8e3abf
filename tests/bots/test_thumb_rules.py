"""The rule bot's thumb rules, one position each; south is to play, north is the partner."""

from __future__ import annotations

from typing import Any

import pytest

from spadille.bots.rule_bot import RuleBot
from spadille.bots.rules_playing import FOLLOW_RULES, LEAD_RULES, NIL_RULES
from spadille.bots.table_sense import TableSense, own_hand, own_view
from spadille.core.cards import Card, CardSet, Suit
from spadille.core.commands import PassCards
from spadille.core.deal import Trick
from spadille.core.rules import CLASSIC, Exchange
from spadille.core.seats import Seat
from spadille.core.value import replace
from spadille.core.view import PlayerView, view
from tests.kit.builders import begin, bid, cards, deal_of, obey, view_of_play


def position(
    hand: str,
    trick: str = "",
    bids: tuple[int, int, int, int] = (3, 3, 3, 3),
    taken: tuple[int, int, int, int] = (0, 0, 0, 0),
    bags: int = 0,
    before: tuple[Trick, ...] = (),
) -> PlayerView:
    """South's view; bids and tricks taken are those of north, east, south, west."""
    lead = Seat.SOUTH.after(-len(trick.split()))
    case: dict[str, Any] = {
        "rules": "challenge",
        "seat": "S",
        "hand": [card.value for card in CardSet.parse(hand)],
        "leader": lead.letter,
        "trick": trick.split(),
        "bids": dict(zip("NESW", bids, strict=True)),
        "tricks_taken": dict(zip("NESW", taken, strict=True)),
        "scores": {"NS": 0, "EW": 0},
        "bags": {"NS": bags, "EW": 0},
    }
    seen = view_of_play(case)
    return replace(seen, public=replace(seen.public, tricks=before))


HEARTS_OUT = (Trick(Seat.SOUTH, cards("H2 HT D3 H3")),)
"""North has shown to be void in hearts."""
EAST_OUT = (Trick(Seat.SOUTH, cards("H2 H3 HT D3")),)
"""East has."""
NIL_N, NIL_E, NIL_S = (0, 4, 4, 3), (3, 0, 4, 3), (3, 4, 0, 3)


@pytest.mark.parametrize(
    ("why", "seen", "card"),
    [
        ("own nil: lead what is easiest to beat", position("HA2 D9 C7", bids=NIL_S), "H2"),
        ("own nil: shed the highest that loses", position("HQ82", "HK", bids=NIL_S), "HQ"),
        ("own nil: forced over, hope for the rest", position("HQ8", "H5", bids=NIL_S), "H8"),
        ("own nil: forced to take it, take it high", position("HQ8", "H5 H6 H2", NIL_S), "HQ"),
        ("own nil: void, get rid of the worst card", position("S4 DA2 C87", "HK", NIL_S), "DA"),
        ("own nil: a losing spade goes first", position("SK4 DA", "H2 SA H3", NIL_S), "SK"),
        ("cover: lead what wins for the partner", position("HA2 D9 C7", bids=NIL_N), "HA"),
        (
            "cover: lead where the partner can discard",
            position("HJ2 DA C7", bids=NIL_N, before=HEARTS_OUT),
            "HJ",
        ),
        ("cover: take the partner's trick over", position("HAJ2", "HT H9", NIL_N), "HJ"),
        ("cover: ruff it, if need be", position("S42 D5", "HT H9", NIL_N), "S2"),
        ("cover: go high before the partner plays", position("HA92", "H5", NIL_N), "HA"),
        ("attack: lead low at the nil", position("HA2 DK C8", bids=NIL_E), "H2"),
        ("attack: stay under the nil's card", position("HQ93 D2", "H3 H4 HT", NIL_E), "H9"),
        ("attack: leave the nil room to win", position("HQ43 D2", "H6", (3, 4, 3, 0)), "H4"),
        ("lead: cash an ace", position("HA2 D93 C74"), "HA"),
        (
            "lead: give the partner a ruff",
            position("H54 DK9 C74 S3", before=HEARTS_OUT),
            "H4",
        ),
        (
            "lead: no ace into a ruff",
            position("SA HA4 DKQ2 CKQ2", before=EAST_OUT),
            "C2",
        ),
        ("lead: draw trumps from length", position("SAKQJ2 D9 C3"), "SA"),
        ("lead: a short suit to ruff later", position("S72 H4 DK93 C974"), "H4"),
        ("lead: low from length", position("HJ9432 DT93 C974"), "H2"),
        ("lead: not away from a guarded honour", position("HQ9432 DK93 C974"), "C4"),
        ("lead: nothing but spades", position("SJ4"), "S4"),
        (
            "lead: with the contract made, lead low",
            position("HA2 D93", taken=(3, 0, 3, 0)),
            "H2",
        ),
        ("follow: partner's ace stands", position("HK2", "HA H9", taken=(1, 1, 1, 1)), "H2"),
        ("follow: win with the least that holds", position("HAQ2", "H3 H9 HT"), "HQ"),
        ("follow: third hand plays high", position("HQJ2 D4", "H3 H4"), "HQ"),
        ("follow: ruff what the others lead", position("S42 D4", "HK"), "S2"),
        ("follow: throw away what is missed least", position("DK4 C93", "HK"), "C3"),
        ("shed: lose with the highest", position("HQ92", "HK", taken=(3, 3, 3, 3)), "HQ"),
        ("shed: forced to take it, take it high", position("HQ9", "H2 H3 H4", taken=(3, 3, 3, 3)),
         "HQ"),
        ("shed: forced over, hope for the rest", position("HQ9", "H2", taken=(3, 3, 3, 3)), "H9"),
        ("shed: void, throw the highest", position("S4 DA2", "HK", taken=(3, 3, 3, 3)), "DA"),
        ("follow suit", position("H2 SA", "HK"), "H2"),
    ],
)  # fmt: skip
def test_the_thumb_rule_gives_the_card(why: str, seen: PlayerView, card: str) -> None:
    """Why is in the name of the rule."""
    assert RuleBot().play(seen).value == card, why


def test_every_thumb_rule_says_why_in_one_line() -> None:
    """Its docstring is its reason."""
    for rule in (*NIL_RULES, *LEAD_RULES, *FOLLOW_RULES):
        assert rule.__doc__
        assert rule.__doc__.strip().count("\n") == 0


def test_bags_are_worth_a_set_but_not_a_penalty() -> None:
    """The others need every trick but one, so one more sets them; not with nine bags."""
    needy = position("HA2 D32", bids=(3, 4, 3, 4), taken=(3, 2, 3, 2), bags=0)
    assert TableSense.of(needy).wants_tricks
    full = position("HA2 D32", bids=(3, 4, 3, 4), taken=(3, 2, 3, 2), bags=9)
    assert not TableSense.of(full).wants_tricks


def test_voids_are_read_from_the_tricks() -> None:
    """Whoever did not follow has none left."""
    sense = TableSense.of(position("HA", before=(*HEARTS_OUT, *EAST_OUT)))
    assert sense.voids == {(Seat.NORTH, Suit.HEARTS), (Seat.EAST, Suit.HEARTS)}
    assert Card.HT not in sense.out
    assert sense.higher_out(Card.HJ) == 2
    assert sense.lower_out(Card.HJ) == 6


def test_a_spectator_has_no_hand_to_read() -> None:
    """Nor has a player who has not looked."""
    hidden = begin(replace(CLASSIC, blind_nil_behind=None))
    with pytest.raises(ValueError, match="spectator"):
        own_view(view(hidden, None))
    with pytest.raises(ValueError, match="not been seen"):
        own_hand(view(hidden, Seat.NORTH))


def test_in_an_exchange_the_nil_gives_high_and_the_partner_low() -> None:
    """What might take a trick goes; what cannot comes."""
    rules = replace(CLASSIC, exchange_for=Exchange.ANY_NIL)
    match = bid(begin(rules), "0 3 3 3")
    gift = RuleBot().give(view(match, Seat.NORTH))
    assert gift == CardSet.parse("SAK")
    match = obey(match, PassCards(Seat.NORTH, gift))
    assert deal_of(match).turn(rules) is Seat.SOUTH
    assert RuleBot().give(view(match, Seat.SOUTH)) == CardSet.parse("D2 H3")


def test_of_two_nils_the_blind_one_is_rescued() -> None:
    """Its bidder has had no choice, so the other gives low cards."""
    rules = replace(CLASSIC, blind_nil_behind=None, blind_nils_a_side=1)
    match = bid(begin(rules), "B0 3 0 3")
    match = obey(match, PassCards(Seat.NORTH, RuleBot().give(view(match, Seat.NORTH))))
    assert RuleBot().give(view(match, Seat.SOUTH)) == CardSet.parse("D2 H3")
