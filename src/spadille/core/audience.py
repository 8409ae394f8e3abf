"""The other door: an event as one seat, or a spectator, may hear it."""

from __future__ import annotations

from typing import TypeAlias

from spadille.core.cards import CardSet
from spadille.core.events import (
    BidPlaced,
    CardPlayed,
    CardsDealt,
    CardsPassed,
    DealScored,
    Event,
    HandSeen,
    MatchWon,
    TrickTaken,
)
from spadille.core.seats import Seat
from spadille.core.value import Value


class HandDealt(Value, tag="hand_dealt"):
    """A deal began; ``hand`` is one's own, once it may be seen."""

    dealer: Seat
    hand: CardSet | None


class CardsGiven(Value, tag="cards_given"):
    """Cards changed hands; ``cards`` only for the two partners."""

    seat: Seat
    count: int
    cards: CardSet | None


Told: TypeAlias = (
    HandDealt | HandSeen | BidPlaced | CardsGiven | CardPlayed | TrickTaken | DealScored | MatchWon
)


def told(event: Event, seat: Seat | None) -> Told:
    """*event* as *seat* may hear it; ``None`` is a spectator."""
    match event:
        case CardsDealt(dealer, hands, seen):
            may_see = seat is not None and seen[seat]
            return HandDealt(dealer, hands[seat] if seat is not None and may_see else None)
        case CardsPassed(giver, cards):
            partners = seat is not None and seat.side is giver.side
            return CardsGiven(giver, len(cards), cards if partners else None)
        case _:
            return event
