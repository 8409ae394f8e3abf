"""The exchange of cards for a nil; north bids first."""

from __future__ import annotations

import pytest

from spadille.core.cards import CardSet
from spadille.core.commands import PassCards
from spadille.core.deal import Phase, passing_order
from spadille.core.rules import CLASSIC, Exchange, ExchangeOrder, RuleSet
from spadille.core.seats import Seat
from spadille.core.value import replace
from spadille.core.view import view
from tests.kit.builders import begin, bid, deal_of, obey, play

BLIND = replace(CLASSIC, blind_nil_behind=None)
ANY_NIL = replace(BLIND, exchange_for=Exchange.ANY_NIL)


def order(rules: RuleSet, bids: str) -> str:
    """Who gives, in turn."""
    match = bid(begin(rules), bids)
    return "".join(seat.letter for seat in passing_order(deal_of(match), rules))


@pytest.mark.parametrize(
    ("rules", "bids", "givers"),
    [
        (BLIND, "3 3 3 3", ""),
        (BLIND, "0 3 3 3", ""),
        (BLIND, "B0 3 3 3", "NS"),
        (BLIND, "3 3 B0 3", "SN"),
        (BLIND, "3 B0 B0 3", "SNEW"),
        (BLIND, "3 3 3 B0", "WE"),
        (BLIND, "B0 B0 3 3", "NSEW"),
        (ANY_NIL, "3 3 0 3", "SN"),
        (ANY_NIL, "0 3 0 3", "NS"),
        (ANY_NIL, "0 3 B0 3", "SN"),
        (ANY_NIL, "B0 0 0 B0", "NSWE"),
        (replace(BLIND, exchange_order=ExchangeOrder.PARTNER_FIRST), "B0 3 3 3", "SN"),
        (replace(ANY_NIL, exchange_order=ExchangeOrder.PARTNER_FIRST), "3 0 3 B0", "EW"),
        (replace(BLIND, blind_nils_a_side=2), "B0 3 B0 3", "NS"),
        (replace(BLIND, exchange_cards=0), "B0 3 3 3", ""),
    ],
)
def test_each_nil_brings_one_exchange_to_its_side(rules: RuleSet, bids: str, givers: str) -> None:
    """The bidder first unless the rules say otherwise; of two a blind one, else the earlier."""
    assert order(rules, bids) == givers


def test_the_second_giver_has_seen_what_came_and_may_give_it_back() -> None:
    """Fifteen cards to choose from, then thirteen each."""
    match = bid(begin(BLIND), "B0 3 3 3")
    gift = CardSet.parse("SAK")
    match = obey(match, PassCards(Seat.NORTH, gift))
    own = view(match, Seat.SOUTH).own
    assert own is not None
    assert own.hand is not None
    assert (len(own.hand), own.to_pass, own.received) == (15, 2, gift)
    assert gift <= own.hand
    match = obey(match, PassCards(Seat.SOUTH, gift))
    assert deal_of(match).hands == deal_of(begin(BLIND)).hands
    assert deal_of(match).phase(BLIND) is Phase.PLAYING
    assert deal_of(match).turn(BLIND) is Seat.NORTH


def test_received_cards_are_played_like_ones_own() -> None:
    """A void filled by the partner is a void no more."""
    match = bid(begin(BLIND), "B0 3 3 3")
    match = obey(match, PassCards(Seat.NORTH, CardSet.parse("SAK")))
    match = obey(match, PassCards(Seat.SOUTH, CardSet.parse("CQJ")))
    own = view(play(match, "H9"), Seat.NORTH).own
    assert own is not None
    assert own.hand == CardSet.parse("S2 HQJT D765 CQJ432")
    assert (own.gave, own.received) == (CardSet.parse("SAK"), CardSet.parse("CQJ"))


def test_opponents_see_that_cards_were_given_and_not_which() -> None:
    """They see the bare count of cards held."""
    match = obey(bid(begin(BLIND), "B0 3 3 3"), PassCards(Seat.NORTH, CardSet.parse("SAK")))
    for viewer in (Seat.EAST, Seat.WEST, None):
        seen = view(match, viewer)
        assert seen.public.cards_held == (11, 13, 15, 13)
        if seen.own is not None:
            assert (seen.own.gave, seen.own.received) == (None, None)
