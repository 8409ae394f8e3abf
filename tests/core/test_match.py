"""A match from its first deal to its winner."""

from __future__ import annotations

from spadille.core.bids import NIL, Bid
from spadille.core.cards import Card
from spadille.core.commands import LookAtHand, PlaceBid, PlayCard, StartDeal
from spadille.core.events import (
    BidPlaced,
    CardPlayed,
    CardsDealt,
    DealScored,
    HandSeen,
    MatchWon,
    TrickTaken,
)
from spadille.core.match import Match, apply, decide
from spadille.core.rules import CHALLENGE, CLASSIC, RuleSet
from spadille.core.scoring import Score
from spadille.core.seats import Seat, Side
from tests.kit.builders import EVEN, ONE_SUIT_EACH, begin, bid, deal_of, obey, play

ROUNDS = [f"S{rank} H{rank} D{rank} C{rank}" for rank in "23456789TJQKA"]
"""The thirteen tricks of one suit each, north on lead."""


def test_a_match_starts_with_nothing_dealt_and_no_points() -> None:
    """Both sides at nought."""
    match = Match(CHALLENGE, Seat.EAST)
    assert match.scores == (Score(), Score())
    assert (match.deal, match.winner) == (None, None)


def test_dealing_shows_everyone_their_cards_where_blind_nil_is_not_offered() -> None:
    """One event, with the hands."""
    events = decide(Match(CHALLENGE, Seat.EAST), StartDeal(EVEN))
    assert events == (CardsDealt(Seat.EAST, EVEN, (True, True, True, True)),)


def test_a_card_that_fills_the_trick_brings_the_trick_taken() -> None:
    """Consequences are events of the same command."""
    match = play(bid(begin(), "3 3 3 3"), "HQ HK H5")
    assert decide(match, PlayCard(Seat.WEST, Card.H8)) == (
        CardPlayed(Seat.WEST, Card.H8),
        TrickTaken(Seat.EAST),
    )


def test_only_the_first_spade_breaks_spades() -> None:
    """The event says so, for whoever tells the table."""
    match = play(bid(begin(CLASSIC, ONE_SUIT_EACH, Seat.NORTH), "3 3 3 3"), "H2 D2 C2")
    (played, *_) = decide(match, PlayCard(Seat.NORTH, Card.S2))
    assert played == CardPlayed(Seat.NORTH, Card.S2, breaks_spades=True)
    match = play(match, "S2")
    (played, *_) = decide(match, PlayCard(Seat.NORTH, Card.S3))
    assert played == CardPlayed(Seat.NORTH, Card.S3)


def test_the_last_card_scores_the_deal_and_may_win_the_match() -> None:
    """Trick, score and winner come in this order; the next deal is the next seat's."""
    match = begin(RuleSet(target=130), ONE_SUIT_EACH)
    match = play(bid(match, "13 0 0 0"), " ".join(ROUNDS)[:-3])
    *_, trick, scored, won = decide(match, PlayCard(Seat.WEST, Card.CA))
    assert trick == TrickTaken(Seat.NORTH)
    assert isinstance(scored, DealScored)
    assert scored.score.bids == (Bid(13), NIL, NIL, NIL)
    assert scored.score.tricks == (13, 0, 0, 0)
    assert [line.points for line in scored.score.sides] == [230, 200]
    assert won == MatchWon(Side.NORTH_SOUTH)
    match = play(match, "CA")
    assert (match.winner, match.deal, match.dealer) == (Side.NORTH_SOUTH, None, Seat.NORTH)
    assert match.sheet == (scored.score,)


def test_equal_scores_at_the_target_play_another_deal() -> None:
    """Until one side is ahead."""
    match = begin(RuleSet(target=150), ONE_SUIT_EACH, points=(0, 30))
    match = play(bid(match, "13 0 0 0"), " ".join(ROUNDS))
    assert [score.points for score in match.scores] == [230, 230]
    assert match.winner is None
    assert obey(match, StartDeal(EVEN)).deal is not None


def test_bags_and_points_are_carried_from_deal_to_deal() -> None:
    """Each side makes a bid of twelve and a nil once, and two nils once."""
    match = Match(CHALLENGE, Seat.WEST)
    for dealer in (Seat.WEST, Seat.NORTH):
        assert match.dealer is dealer
        hands = ONE_SUIT_EACH if dealer is Seat.WEST else (ONE_SUIT_EACH[3], *ONE_SUIT_EACH[:3])
        match = obey(match, StartDeal(hands))
        match = play(bid(match, "12 0 0 0"), " ".join(ROUNDS))
    assert match.scores == (Score(221 + 200, 1), Score(200 + 221, 1))


def test_a_look_is_an_event_and_opens_one_hand() -> None:
    """At any moment of the bidding, in turn or not."""
    match = begin(RuleSet(blind_nil_points=100, blind_nil_behind=None))
    assert decide(match, LookAtHand(Seat.WEST)) == (HandSeen(Seat.WEST),)
    assert deal_of(obey(match, LookAtHand(Seat.WEST))).seen == (False, False, False, True)


def test_a_bid_that_rules_out_a_blind_nil_brings_the_opened_hand() -> None:
    """The partner of a blind nil sees the cards at once."""
    match = begin(RuleSet(blind_nil_points=100, blind_nil_behind=None))
    blind = Bid(0, blind=True)
    events = decide(match, PlaceBid(Seat.NORTH, blind))
    assert events == (BidPlaced(Seat.NORTH, blind), HandSeen(Seat.SOUTH))


def test_a_refused_command_changes_nothing() -> None:
    """States are values; deciding makes new ones and changes none."""
    match = begin()
    before = match
    decide(match, PlaceBid(Seat.NORTH, Bid(3)))
    assert match == before == begin()
    assert apply(match, BidPlaced(Seat.NORTH, Bid(3))) != before
