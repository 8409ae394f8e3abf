"""What happened. A match is the fold of these."""

from __future__ import annotations

from typing import TypeAlias

from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet
from spadille.core.scoring import DealScore
from spadille.core.seats import BySeat, Seat, Side
from spadille.core.value import Value


class CardsDealt(Value, tag="cards_dealt"):
    """A deal began. ``seen`` is false for a seat that may still bid blind nil."""

    dealer: Seat
    hands: BySeat[CardSet]
    seen: BySeat[bool]


class HandSeen(Value, tag="hand_seen"):
    """A player looked at the cards, or can no longer bid blind nil."""

    seat: Seat


class BidPlaced(Value, tag="bid_placed"):
    """A player bid."""

    seat: Seat
    bid: Bid


class CardsPassed(Value, tag="cards_passed"):
    """A player gave cards to the partner."""

    seat: Seat
    cards: CardSet


class CardPlayed(Value, tag="card_played"):
    """A player played a card; ``breaks_spades`` for the first spade of the deal."""

    seat: Seat
    card: Card
    breaks_spades: bool = False


class TrickTaken(Value, tag="trick_taken"):
    """A full trick went to its winner."""

    winner: Seat


class DealScored(Value, tag="deal_scored"):
    """A deal is over; its row of the score sheet."""

    score: DealScore


class MatchWon(Value, tag="match_won"):
    """The match is over."""

    side: Side


Event: TypeAlias = (
    CardsDealt
    | HandSeen
    | BidPlaced
    | CardsPassed
    | CardPlayed
    | TrickTaken
    | DealScored
    | MatchWon
)
