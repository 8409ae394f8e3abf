"""The baseline: any legal move."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from spadille.bots.table_sense import own_hand, own_view
from spadille.core.cards import CardSet

if TYPE_CHECKING:
    from spadille.core.bids import Bid
    from spadille.core.cards import Card
    from spadille.core.view import PlayerView


@dataclass(frozen=True)
class RandomBot:
    """Plays at random, the same in the same place for the same seed."""

    seed: int = 0

    def bids_blind(self, view: PlayerView) -> bool:
        """Bid blind nil one time in eight."""
        return self._dice(view).randrange(8) == 0

    def bid(self, view: PlayerView) -> Bid:
        """Pick any legal bid."""
        return self._dice(view).choice(own_view(view).bids)

    def give(self, view: PlayerView) -> CardSet:
        """Pick any cards."""
        cards = self._dice(view).sample(list(own_hand(view)), own_view(view).to_pass)
        return CardSet.of_cards(cards)

    def play(self, view: PlayerView) -> Card:
        """Pick any legal card."""
        return self._dice(view).choice(list(own_view(view).plays))

    def _dice(self, view: PlayerView) -> Random:
        public = view.public
        place = (public.deal_number, public.turn, public.bids, public.cards_held)
        return Random(f"{self.seed} {place}")
