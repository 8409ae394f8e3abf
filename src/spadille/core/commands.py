"""What players ask for."""

from __future__ import annotations

from typing import TypeAlias

from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet
from spadille.core.seats import BySeat, Seat
from spadille.core.value import Value


class StartDeal(Value, tag="start_deal"):
    """Deal these cards; chance enters here."""

    hands: BySeat[CardSet]


class LookAtHand(Value, tag="look_at_hand"):
    """See the cards, giving up blind nil."""

    seat: Seat


class PlaceBid(Value, tag="place_bid"):
    """Bid in turn."""

    seat: Seat
    bid: Bid


class PassCards(Value, tag="pass_cards"):
    """Give cards to the partner in the exchange."""

    seat: Seat
    cards: CardSet


class PlayCard(Value, tag="play_card"):
    """Play a card in turn."""

    seat: Seat
    card: Card


Command: TypeAlias = StartDeal | LookAtHand | PlaceBid | PassCards | PlayCard
