"""What is given in an exchange when gifts are tried."""

from __future__ import annotations

from random import Random

import pytest

from spadille.bots.gift_thinking import sensible_gifts, think_of_gift
from spadille.bots.levels import QUICK
from spadille.bots.rules_giving import choose_gift
from spadille.bots.search_bot import SearchBot
from spadille.core.cards import CardSet
from spadille.core.commands import PassCards
from spadille.core.deal import Phase
from spadille.core.match import Match
from spadille.core.rules import CLASSIC, Exchange, ExchangeOrder
from spadille.core.seats import Seat
from spadille.core.value import replace
from spadille.core.view import view
from tests.kit.builders import begin, bid, deal_of, hands, obey

ANY_NIL = replace(CLASSIC, exchange_for=Exchange.ANY_NIL)
BRIEF = replace(QUICK, bid_playouts=2000, seconds=60.0)
DEAL = hands(
    "SK2 HQ DT9765 C98432 / SQJ3 HAK2 DQJ8 CT765 / ST94 HJT543 DAK2 CQJ / SA8765 H9876 D43 CAK"
)


@pytest.mark.parametrize("order", ExchangeOrder)
def test_a_whole_exchange_is_legal_and_repeatable(order: ExchangeOrder) -> None:
    """Both sides, whoever gives first; the same gift for the same seed."""
    rules = replace(ANY_NIL, exchange_order=order)
    match = bid(begin(rules, DEAL), "0 3 4 0")
    given = 0
    while deal_of(match).phase(rules) is Phase.PASSING:
        turn = deal_of(match).turn(rules)
        assert turn is not None
        seen = view(match, turn)
        gift = SearchBot(BRIEF, seed=2).give(seen)
        assert gift == SearchBot(BRIEF, seed=2).give(seen)
        match = obey(match, PassCards(turn, gift))
        given += 1
    assert given == 4
    assert all(len(hand) == 13 for hand in deal_of(match).hands)


def test_the_gift_of_thumb_rules_is_always_tried() -> None:
    """By the bidder of the nil and by the partner."""
    match = bid(begin(ANY_NIL, DEAL), "0 3 4 3")
    for seat in (Seat.NORTH, Seat.SOUTH):
        seen = view(match, seat)
        gifts = sensible_gifts(seen, bids_nil=seat is Seat.NORTH)
        usual = choose_gift(seen)
        assert usual.mask in gifts
        hand = deal_of(match).hands[seat].mask
        assert all(gift & ~hand == 0 and gift.bit_count() == 2 for gift in gifts)
        match = obey(match, PassCards(seat, usual))


def test_a_nil_gives_its_spade_king_away() -> None:
    """And a player told not to think of gifts goes by thumb rules."""
    seen = view(bid(begin(ANY_NIL, DEAL), "0 3 4 3"), Seat.NORTH)
    assert CardSet.parse("SK").mask & think_of_gift(seen, BRIEF, 1).best
    by_thumb = SearchBot(replace(BRIEF, gifts=False)).give(seen)
    assert by_thumb == choose_gift(seen)


def test_hidden_cards_make_no_difference_to_a_gift() -> None:
    """With all hands but one's own dealt anew, the gift is the same."""
    dice = Random(8)
    first = bid(begin(ANY_NIL, DEAL), "0 3 4 3")
    second = obey(first, PassCards(Seat.NORTH, CardSet.parse("SK HQ")))
    for match, seat in ((first, Seat.NORTH), (second, Seat.SOUTH)):
        gift = SearchBot(BRIEF, seed=4).give(view(match, seat))
        assert SearchBot(BRIEF, seed=4).give(view(_dealt_anew(match, seat, dice), seat)) == gift


def _dealt_anew(match: Match, seat: Seat, dice: Random) -> Match:
    deal = deal_of(match)
    hidden = [card for other in Seat if other != seat for card in deal.hands[other]]
    dice.shuffle(hidden)
    changed = list(deal.hands)
    for other in Seat:
        if other != seat:
            size = len(deal.hands[other])
            changed[other] = CardSet.of_cards(hidden[:size])
            del hidden[:size]
    north, east, south, west = changed
    return replace(match, deal=replace(deal, hands=(north, east, south, west)))
