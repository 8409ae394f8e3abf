"""Which bids are offered; north bids first, then east, south and west."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import msgspec
import pytest

from spadille.core.bidding import legal_bids
from spadille.core.bids import BLIND_NIL, NIL, Bid
from spadille.core.deal import Deal
from spadille.core.rules import CHALLENGE, CLASSIC, Bidding, RuleSet
from spadille.core.seats import Seat
from spadille.core.validation import problems
from spadille.core.value import replace
from tests.kit.builders import ONE_SUIT_EACH, begin, bid, deal_of, hands, offered

if TYPE_CHECKING:
    from collections.abc import Iterator

EVERY = "0 1 2 3 4 5 6 7 8 9 10 11 12 13"
BLIND = RuleSet(blind_nil_points=100, blind_nil_behind=None)


@pytest.mark.parametrize(
    ("rules", "bids", "seat", "offer"),
    [
        (CHALLENGE, "", Seat.NORTH, EVERY),
        (CHALLENGE, "13 13", Seat.SOUTH, EVERY),
        (CLASSIC, "9 4", Seat.SOUTH, "0 1 2 3 4"),
        (CLASSIC, "13 4", Seat.SOUTH, "0"),
        (RuleSet(nil_points=None), "", Seat.NORTH, EVERY[2:]),
        (RuleSet(bid_least=1), "", Seat.NORTH, EVERY[2:]),
        (RuleSet(no_bid_of_one=True), "", Seat.NORTH, EVERY.replace("1 ", "", 1)),
        (RuleSet(both_nil=False), "0 3", Seat.SOUTH, EVERY[2:]),
        (RuleSet(both_nil=False), "1 3", Seat.SOUTH, EVERY),
        (RuleSet(side_bid_least=4), "1 3", Seat.SOUTH, EVERY[6:]),
        (RuleSet(side_bid_least=4), "", Seat.NORTH, EVERY),
        (RuleSet(side_bid_least=13), "0 3", Seat.SOUTH, "13"),
        (RuleSet(side_bid_most=3, nil_points=None), "", Seat.NORTH, "1 2"),
        (RuleSet(side_bid_most=4, bid_least=1, no_bid_of_one=True), "", Seat.NORTH, "2"),
        (RuleSet(no_total_of_thirteen=True), "4 3 3", Seat.WEST, EVERY.replace("3 ", "", 1)),
        (RuleSet(no_total_of_thirteen=True), "5 5 5", Seat.WEST, EVERY),
        (RuleSet(no_total_of_thirteen=True), "4 3", Seat.SOUTH, EVERY),
        (RuleSet(bidding=Bidding.MIRROR), "", Seat.NORTH, "4"),
        (RuleSet(bidding=Bidding.WHIZ), "", Seat.NORTH, "0 4"),
        (RuleSet(bidding=Bidding.SUICIDE), "", Seat.NORTH, EVERY),
        (RuleSet(bidding=Bidding.SUICIDE), "4 3", Seat.SOUTH, "0"),
        (RuleSet(bidding=Bidding.SUICIDE), "0 3", Seat.SOUTH, EVERY),
        (RuleSet(bidding=Bidding.SUICIDE, both_nil=False), "0 3", Seat.SOUTH, EVERY[2:]),
        (RuleSet(bidding=Bidding.SUICIDE, side_bid_least=4), "", Seat.NORTH, f"0 {EVERY[8:]}"),
    ],
)
def test_the_offer_is_what_the_rules_and_the_partners_bid_leave(
    rules: RuleSet, bids: str, seat: Seat, offer: str
) -> None:
    """One row for a rule of bidding; the hand holds four spades."""
    deal = hands(
        "SAKQ2 HQJT D765 C432 / SJ93 HAK2 DQJT9 C765 / ST84 H9543 DAK2 CQJT / S765 H876 D843 CAK98"
    )
    match = bid(begin(rules, deal), bids)
    assert deal_of(match).turn(rules) is seat
    assert offered(match, seat) == offer


def test_the_ban_on_thirteen_gives_way_where_nothing_else_is_legal() -> None:
    """Suicide leaves the last bidder nil alone, though it makes thirteen."""
    rules = RuleSet(bidding=Bidding.SUICIDE, no_total_of_thirteen=True)
    assert offered(bid(begin(rules), "0 6 7"), Seat.WEST) == "0"


def test_the_first_bid_leaves_the_partner_one() -> None:
    """A side held to exactly thirteen may open with any number, and must then complete it."""
    rules = RuleSet(side_bid_most=13, side_bid_least=13, no_bid_of_one=True)
    assert offered(begin(rules), Seat.NORTH) == "0 2 3 4 5 6 7 8 9 10 11 13"


def test_blind_nil_is_offered_before_a_look_and_bids_of_numbers_after() -> None:
    """Never both."""
    match = begin(BLIND)
    assert offered(match, Seat.NORTH) == "B0"
    assert offered(bid(match, "3"), Seat.EAST) == "B0"
    assert deal_of(match).seen == (False, False, False, False)


@pytest.mark.parametrize(("behind", "seen"), [(99, True), (100, False), (101, False)])
def test_blind_nil_is_for_a_side_far_enough_behind(behind: int, seen: bool) -> None:
    """In Classic a hundred points or more; the leaders see their cards at once."""
    match = begin(CLASSIC, points=(0, behind))
    assert deal_of(match).seen == (seen, True, seen, True)


def test_a_blind_nil_opens_the_partners_hand_where_one_a_side_may_bid_it() -> None:
    """There is no choice left, so there is nothing to hide."""
    match = bid(begin(BLIND), "B0")
    assert deal_of(match).seen == (True, False, True, False)
    both = RuleSet(blind_nil_points=100, blind_nil_behind=None, blind_nils_a_side=2)
    match = bid(begin(both), "B0 B0")
    assert deal_of(match).seen == (True, True, False, False)
    assert offered(match, Seat.SOUTH) == "B0"


@pytest.mark.parametrize(
    ("change", "bids"),
    [
        ({"both_nil": False}, "0"),
        ({"side_bid_least": 4}, "3"),
        ({"bidding": "free", "no_total_of_thirteen": True}, "5 4 4"),
    ],
)
def test_a_hand_opens_when_the_bids_rule_out_its_blind_nil(
    change: dict[str, object], bids: str
) -> None:
    """Two nils, too little together, or a total of thirteen."""
    match = bid(begin(msgspec.convert({**msgspec.to_builtins(BLIND), **change}, RuleSet)), bids)
    deal = deal_of(match)
    seat = Seat.SOUTH if len(bids) == 1 else Seat.WEST
    assert deal.seen[seat]
    assert "B0" not in offered(match, seat)


def test_blind_nil_may_make_thirteen_where_nil_is_all_there_is() -> None:
    """The ban gives way to it as to a nil bid with open eyes."""
    rules = RuleSet(
        bidding=Bidding.SUICIDE,
        no_total_of_thirteen=True,
        blind_nil_points=100,
        blind_nil_behind=None,
    )
    assert offered(bid(begin(rules), "0 6 7"), Seat.WEST) == "B0"


def test_a_blind_nil_needs_no_nil_on_offer() -> None:
    """A least bid of one rules out nil, but not blind nil."""
    rules = RuleSet(blind_nil_points=100, blind_nil_behind=None, bid_least=1)
    match = bid(begin(rules), "B0 4 4 4")
    assert deal_of(match).bids_made == 4


def playable() -> Iterator[RuleSet]:
    """Every combination of the rules that limit bids, but for contradictions."""
    choices: dict[str, tuple[object, ...]] = {
        "nil_points": (None, 50),
        "both_nil": (True, False),
        "bid_least": (0, 1),
        "no_bid_of_one": (True, False),
        "no_total_of_thirteen": (True, False),
        "side_bid_most": (None, 1, 2, 3, 4, 13),
        "side_bid_least": (0, 1, 2, 4, 13),
        "blind_nil_points": (None, 50),
        "bidding": tuple(Bidding),
    }
    for values in product(*choices.values()):
        rules = msgspec.convert(dict(zip(choices, values, strict=True)), RuleSet)
        if not problems(rules):
            yield rules


def test_whoever_is_to_bid_has_a_bid_under_all_rules_without_contradictions() -> None:
    """Every opening, every answer to it, and an answer that would make thirteen."""
    count = 0
    for rules in playable():
        count += 1
        deal = Deal(Seat.WEST, ONE_SUIT_EACH, (True, True, True, True))
        openings = legal_bids(deal, Seat.NORTH, rules)
        assert openings
        blind = (BLIND_NIL,) if rules.blind_nil_points else ()
        for opening in (*openings, *blind):
            answers = legal_bids(replace(deal, bids=(opening, None, None, None)), Seat.SOUTH, rules)
            assert answers, (rules, opening)
            rest = 13 - answers[0].tricks - opening.tricks
            if rules.no_total_of_thirteen and rest in range(14):
                bids = (Bid(rest), opening, NIL, None)
                assert legal_bids(replace(deal, bids=bids), Seat.WEST, rules), (rules, bids)
    assert count > 1000
