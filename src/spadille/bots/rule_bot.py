"""A computer player of readable thumb rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spadille.bots.rules_bidding import choose_bid, choose_blind
from spadille.bots.rules_giving import choose_gift
from spadille.bots.rules_playing import choose_card
from spadille.bots.table_sense import TableSense

if TYPE_CHECKING:
    from spadille.core.bids import Bid
    from spadille.core.cards import Card, CardSet
    from spadille.core.view import PlayerView


@dataclass(frozen=True)
class RuleBot:
    """Counts its tricks, covers its partner's nil, and takes no bag it need not take."""

    def bids_blind(self, view: PlayerView) -> bool:
        """Bid blind nil only when hardly anything else can save the match."""
        return choose_blind(view)

    def bid(self, view: PlayerView) -> Bid:
        """Bid what the hand is worth, or nil where that pays better."""
        return choose_bid(view)

    def give(self, view: PlayerView) -> CardSet:
        """Give what harms the nil, or what helps it."""
        return choose_gift(view)

    def play(self, view: PlayerView) -> Card:
        """Play by the first thumb rule that fits."""
        return choose_card(TableSense.of(view))
