"""The strong player: it thinks each choice through in deals that fit what it knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spadille.bots.levels import EXPERT, Level
from spadille.bots.rules_bidding import choose_bid, choose_blind
from spadille.bots.rules_giving import choose_gift
from spadille.core.cards import DECK, CardSet

if TYPE_CHECKING:
    from spadille.core.bids import Bid
    from spadille.core.cards import Card
    from spadille.core.view import PlayerView


@dataclass(frozen=True)
class SearchBot:
    """Plays for the match; the same in the same place for the same seed."""

    level: Level = EXPERT
    seed: int = 0

    def bids_blind(self, view: PlayerView) -> bool:
        """Bid blind nil where the match is likelier won by it than by looking."""
        if not self.level.bid_playouts:
            return choose_blind(view)
        # Compiled code is loaded when it is first needed: it takes a second.
        from spadille.bots.kernel.layout import BLIND  # noqa: PLC0415
        from spadille.bots.thinking import think_of_blind  # noqa: PLC0415

        return think_of_blind(view, self.level, self.seed).best == BLIND

    def bid(self, view: PlayerView) -> Bid:
        """Bid what wins most matches when the deals that fit are played out."""
        if not self.level.bid_playouts:
            return choose_bid(view)
        from spadille.bots.kernel.bridge import bid_of  # noqa: PLC0415 - as above
        from spadille.bots.thinking import think_of_bid  # noqa: PLC0415

        return bid_of(think_of_bid(view, self.level, self.seed).best)

    def give(self, view: PlayerView) -> CardSet:
        """Give what harms the nil, or what helps it."""
        if not self.level.bid_playouts or not self.level.gifts:
            return choose_gift(view)
        from spadille.bots.gift_thinking import think_of_gift  # noqa: PLC0415 - as above

        return CardSet(think_of_gift(view, self.level, self.seed).best)

    def play(self, view: PlayerView) -> Card:
        """Play the card that wins most matches when the deals that fit are played out."""
        from spadille.bots.thinking import think_of_card  # noqa: PLC0415 - as above

        return DECK[think_of_card(view, self.level, self.seed).best]
