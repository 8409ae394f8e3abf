"""What a seat, or a spectator, hears."""

from __future__ import annotations

import pytest

from spadille.core.audience import CardsGiven, HandDealt, told
from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet
from spadille.core.events import (
    BidPlaced,
    CardPlayed,
    CardsDealt,
    CardsPassed,
    Event,
    HandSeen,
    MatchWon,
    TrickTaken,
)
from spadille.core.seats import Seat, Side
from tests.kit.builders import EVEN

DEALT = CardsDealt(Seat.WEST, EVEN, (True, False, True, True))
GIFT = CardSet.parse("SA H2")


@pytest.mark.parametrize(
    ("viewer", "hand"),
    [(Seat.NORTH, EVEN[0]), (Seat.EAST, None), (Seat.SOUTH, EVEN[2]), (None, None)],
)
def test_of_a_deal_a_seat_hears_its_own_cards_once_it_may_see_them(
    viewer: Seat | None, hand: CardSet | None
) -> None:
    """East may still bid blind nil; a spectator has no cards."""
    assert told(DEALT, viewer) == HandDealt(Seat.WEST, hand)


@pytest.mark.parametrize(
    ("viewer", "cards"),
    [(Seat.NORTH, GIFT), (Seat.SOUTH, GIFT), (Seat.EAST, None), (Seat.WEST, None), (None, None)],
)
def test_of_an_exchange_the_partners_hear_the_cards(
    viewer: Seat | None, cards: CardSet | None
) -> None:
    """The others hear how many."""
    assert told(CardsPassed(Seat.NORTH, GIFT), viewer) == CardsGiven(Seat.NORTH, 2, cards)


@pytest.mark.parametrize(
    "event",
    [
        HandSeen(Seat.EAST),
        BidPlaced(Seat.NORTH, Bid(3)),
        CardPlayed(Seat.NORTH, Card.SA, breaks_spades=True),
        TrickTaken(Seat.SOUTH),
        MatchWon(Side.EAST_WEST),
    ],
)
def test_everything_else_is_told_to_all(event: Event) -> None:
    """It lies open on the table."""
    for viewer in (*Seat, None):
        assert told(event, viewer) == event
