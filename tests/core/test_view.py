"""What a seat, or a spectator, sees."""

from __future__ import annotations

from spadille.core.bids import BLIND_NIL, Bid
from spadille.core.cards import CardSet
from spadille.core.deal import Phase, Trick
from spadille.core.match import Match
from spadille.core.rules import CHALLENGE, CLASSIC
from spadille.core.scoring import Score
from spadille.core.seats import Seat, Side
from spadille.core.value import replace
from spadille.core.view import PrivateView, view
from tests.kit.builders import EVEN, begin, bid, cards, play

BLIND = replace(CLASSIC, blind_nil_behind=None)


def own(match: Match, seat: Seat) -> PrivateView:
    """The private part of a seat's view."""
    private = view(match, seat).own
    assert private is not None
    return private


def test_a_spectator_sees_the_public_part_only() -> None:
    """The same that everyone sees."""
    match = play(bid(begin(), "3 3 3 3"), "HQ")
    assert view(match, None).own is None
    assert len({view(match, viewer).public for viewer in (*Seat, None)}) == 1


def test_a_seat_sees_its_own_cards_alone() -> None:
    """Less what it has played."""
    match = play(bid(begin(), "3 3 3 3"), "HQ")
    assert own(match, Seat.NORTH).hand == EVEN[0] - CardSet.parse("HQ")
    assert own(match, Seat.EAST).hand == EVEN[1]


def test_only_the_seat_in_turn_is_offered_anything() -> None:
    """Bids first, then cards."""
    match = begin()
    assert len(own(match, Seat.NORTH).bids) == 14
    assert own(match, Seat.EAST).bids == ()
    match = play(bid(match, "3 3 3 3"), "HQ")
    assert own(match, Seat.EAST).plays == CardSet.parse("HAK2")
    assert own(match, Seat.SOUTH).plays == CardSet()


def test_a_hidden_hand_is_hidden_from_its_owner_too() -> None:
    """Until the look, the only bid is blind nil."""
    match = begin(BLIND)
    private = own(match, Seat.NORTH)
    assert (private.hand, private.bids, private.may_look) == (None, (BLIND_NIL,), True)
    assert own(match, Seat.SOUTH).may_look
    assert view(match, None).public.unseen == (True, True, True, True)


def test_the_public_part_tells_the_state_of_the_table() -> None:
    """Bids, tricks, who is in turn, and whether spades are broken."""
    public = view(play(bid(begin(), "3 0 4 5"), "HQ HA H3 H6 DQ"), None).public
    assert public.bids == (Bid(3), Bid(0), Bid(4), Bid(5))
    assert public.tricks == (Trick(Seat.NORTH, cards("HQ HA H3 H6")),)
    assert public.trick == Trick(Seat.EAST, cards("DQ"))
    assert (public.turn, public.phase, public.dealer) == (Seat.SOUTH, Phase.PLAYING, Seat.WEST)
    assert public.tricks_won == (0, 1, 0, 0)
    assert public.cards_held == (12, 11, 12, 12)
    assert not public.spades_broken


def test_between_deals_there_are_scores_and_no_cards() -> None:
    """The next dealer is known already."""
    match = Match(CHALLENGE, Seat.EAST, winner=Side.EAST_WEST)
    seen = view(match, Seat.SOUTH)
    assert (seen.public.phase, seen.public.turn, seen.public.dealer) == (None, None, Seat.EAST)
    assert seen.public.scores == (Score(), Score())
    assert seen.public.winner is Side.EAST_WEST
    assert seen.own == PrivateView(Seat.SOUTH, None)


def test_deals_are_numbered_from_one() -> None:
    """The scored deals and one more."""
    assert view(begin(), None).public.deal_number == 1
    assert view(begin(points=(10, 20)), None).public.deal_number == 2
