"""The record of a match: every finished deal, with what proves that it was dealt fairly."""

from __future__ import annotations

from spadille.core.bids import Bid
from spadille.core.cards import CardSet
from spadille.core.deal import Pass, Trick
from spadille.core.rules import RuleSet
from spadille.core.scoring import DealScore
from spadille.core.seats import BySeat, Seat, Side
from spadille.core.value import Value


class DealRecord(Value):
    """One finished deal, card by card."""

    dealer: Seat
    hands: BySeat[CardSet]
    """The 13 cards dealt to each seat, before any exchange."""
    bids: BySeat[Bid]
    passes: tuple[Pass, ...]
    tricks: tuple[Trick, ...]
    score: DealScore
    commitment: str = ""
    """The SHA-256 of the seed, shown before the cards were dealt."""
    seed: str = ""
    """The seed in hexadecimal digits, shown after the deal."""


class MatchRecord(Value):
    """The finished deals of one match."""

    rules: RuleSet
    players: BySeat[str]
    """The names at the seats when the record was made."""
    deals: tuple[DealRecord, ...]
    winner: Side | None
