"""Every reason for which the rules refuse a command, each with an example."""

from __future__ import annotations

from typing import Final

import pytest

from spadille.core.bids import BLIND_NIL, NIL, Bid
from spadille.core.cards import Card, CardSet
from spadille.core.commands import Command, LookAtHand, PassCards, PlaceBid, PlayCard, StartDeal
from spadille.core.errors import IllegalCommand, Reason
from spadille.core.match import Match, decide
from spadille.core.rules import CHALLENGE, CLASSIC, Bidding, RuleSet
from spadille.core.seats import Seat, Side
from spadille.core.value import replace
from tests.kit.builders import EVEN, ONE_SUIT_EACH, begin, bid, obey, play

N, E, S, W = Seat
FRESH = Match(CHALLENGE, W)
OVER = replace(FRESH, winner=Side.NORTH_SOUTH)
BLIND = replace(CLASSIC, blind_nil_behind=None)
BIDDING = begin()
HIDDEN = begin(BLIND)
PASSING = bid(HIDDEN, "B0 3 3 3")
PLAYING = bid(BIDDING, "3 3 3 3")
RUFFABLE = play(bid(begin(CHALLENGE, ONE_SUIT_EACH, N), "3 3 3 3"), "H2 D2 C2")
SECOND_TRICK = play(PLAYING, "HQ HK H5 H8")
TWICE = (EVEN[0], EVEN[0], EVEN[2], EVEN[3])
UNEVEN = (EVEN[0] | CardSet.parse("SQ"), EVEN[1] - CardSet.parse("SQ"), EVEN[2], EVEN[3])

EXAMPLES: Final[list[tuple[Reason, Match, Command]]] = [
    (Reason.NO_DEAL, FRESH, PlaceBid(N, Bid(3))),
    (Reason.NO_DEAL, FRESH, LookAtHand(N)),
    (Reason.NO_DEAL, FRESH, PlayCard(N, Card.SA)),
    (Reason.DEAL_UNDER_WAY, BIDDING, StartDeal(EVEN)),
    (Reason.MATCH_OVER, OVER, StartDeal(EVEN)),
    (Reason.MATCH_OVER, OVER, PlaceBid(N, Bid(3))),
    (Reason.BAD_DEAL, FRESH, StartDeal(TWICE)),
    (Reason.BAD_DEAL, FRESH, StartDeal(UNEVEN)),
    (Reason.NOT_YOUR_TURN, BIDDING, PlaceBid(E, Bid(3))),
    (Reason.NOT_YOUR_TURN, PLAYING, PlayCard(E, Card.HA)),
    (Reason.NOT_YOUR_TURN, PASSING, PassCards(S, CardSet.parse("ST9"))),
    (Reason.NOT_BIDDING, PLAYING, PlaceBid(N, Bid(3))),
    (Reason.NOT_BIDDING, PLAYING, LookAtHand(N)),
    (Reason.NOT_PASSING, PLAYING, PassCards(N, CardSet.parse("SAK"))),
    (Reason.NOT_PASSING, HIDDEN, PassCards(N, CardSet.parse("SAK"))),
    (Reason.NOT_PLAYING, BIDDING, PlayCard(N, Card.HQ)),
    (Reason.NOT_PLAYING, PASSING, PlayCard(N, Card.HQ)),
    (Reason.LOOK_FIRST, HIDDEN, PlaceBid(N, Bid(3))),
    (Reason.LOOK_FIRST, HIDDEN, PlaceBid(N, NIL)),
    (Reason.ALREADY_SEEN, obey(HIDDEN, LookAtHand(N)), PlaceBid(N, BLIND_NIL)),
    (Reason.ALREADY_SEEN, BIDDING, LookAtHand(N)),
    (Reason.BLIND_NIL_NOT_OFFERED, BIDDING, PlaceBid(N, BLIND_NIL)),
    (Reason.BLIND_NIL_NOT_OFFERED, begin(CLASSIC, points=(0, 99)), PlaceBid(N, BLIND_NIL)),
    (Reason.NOT_A_BID, BIDDING, PlaceBid(N, Bid(14))),
    (Reason.NOT_A_BID, BIDDING, PlaceBid(N, Bid(-1))),
    (Reason.NOT_A_BID, BIDDING, PlaceBid(N, Bid(4, blind=True))),
    (Reason.NIL_NOT_OFFERED, begin(RuleSet(nil_points=None)), PlaceBid(N, NIL)),
    (Reason.BID_TOO_LOW, begin(RuleSet(bid_least=1)), PlaceBid(N, NIL)),
    (Reason.NO_BID_OF_ONE, begin(RuleSet(no_bid_of_one=True)), PlaceBid(N, Bid(1))),
    (Reason.SIDE_BID_TOO_HIGH, bid(begin(CLASSIC), "9 3"), PlaceBid(S, Bid(5))),
    (Reason.SIDE_BID_TOO_LOW, bid(begin(RuleSet(side_bid_least=4)), "2 3"), PlaceBid(S, Bid(1))),
    (Reason.BOTH_NIL, bid(begin(RuleSet(both_nil=False)), "0 3"), PlaceBid(S, NIL)),
    (
        Reason.TOTAL_OF_THIRTEEN,
        bid(begin(RuleSet(no_total_of_thirteen=True)), "4 3 3"),
        PlaceBid(W, Bid(3)),
    ),
    (Reason.MUST_BID_SPADES, begin(RuleSet(bidding=Bidding.MIRROR)), PlaceBid(N, Bid(4))),
    (
        Reason.MUST_BID_NIL,
        bid(begin(RuleSet(bidding=Bidding.SUICIDE)), "4 3"),
        PlaceBid(S, Bid(3)),
    ),
    (Reason.NOT_YOUR_CARD, PLAYING, PlayCard(N, Card.HA)),
    (Reason.NOT_YOUR_CARD, PASSING, PassCards(N, CardSet.parse("SAQ"))),
    (Reason.WRONG_NUMBER_OF_CARDS, PASSING, PassCards(N, CardSet.parse("SA"))),
    (Reason.WRONG_NUMBER_OF_CARDS, PASSING, PassCards(N, CardSet())),
    (Reason.MUST_FOLLOW_SUIT, play(PLAYING, "HQ"), PlayCard(E, Card.SQ)),
    (Reason.SPADES_NOT_BROKEN, bid(begin(CLASSIC), "3 3 3 3"), PlayCard(N, Card.SA)),
    (Reason.SPADES_NOT_BROKEN, SECOND_TRICK, PlayCard(E, Card.SQ)),
    (Reason.NO_SPADES_ON_FIRST_TRICK, PLAYING, PlayCard(N, Card.SA)),
]


@pytest.mark.parametrize(("reason", "match", "command"), EXAMPLES)
def test_the_command_is_refused_for_this_reason(
    reason: Reason, match: Match, command: Command
) -> None:
    """Each reason is given where it is the one to fix."""
    with pytest.raises(IllegalCommand) as refused:
        decide(match, command)
    assert refused.value.reason is reason
    assert str(refused.value) == reason.value


def test_every_reason_has_an_example() -> None:
    """None is listed in vain."""
    assert {reason for reason, _, _ in EXAMPLES} == set(Reason)


def test_a_hand_of_spades_may_ruff_the_first_trick() -> None:
    """There is nothing else legal, so nothing is refused."""
    assert decide(RUFFABLE, PlayCard(N, Card.S2))
