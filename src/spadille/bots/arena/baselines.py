"""Players to compare with: a published bidder, a plain Monte Carlo player, and a cheat."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Final

from spadille.bots.counting import expected_tricks
from spadille.bots.nil_odds import nil_chance
from spadille.bots.rule_bot import RuleBot
from spadille.bots.table_sense import own_hand, own_view
from spadille.core.bids import Bid

if TYPE_CHECKING:
    from spadille.core.cards import Card
    from spadille.core.match import Match
    from spadille.core.view import PlayerView

AVERAGE_TRICKS: Final = 13 / 4
TOWARD_AVERAGE: Final = 0.1
LEFT_OVER: Final = 0.05
ROUND_UP: Final = 0.3
NIL_WORTH_IT: Final = 0.66
"""With 100 to win or lose, a nil pays from about two in three for a hand of two tricks."""
WORLDS: Final = 30
PLAYOUTS: Final = 30
CHEAT_PLAYOUTS: Final = 400


@dataclass(frozen=True)
class BisBot(RuleBot):
    """Bids after "Bidding in Spades" (Cohensius and others, 2020); plays by thumb rules.

    The expected tricks of the paper's table, drawn a little toward the table's average
    and toward what earlier bids leave; nil where its chance is good enough. The paper
    learned its nil curve from games of people; here thumb rules estimate it.
    """

    def bid(self, view: PlayerView) -> Bid:
        """Round the corrected expectation."""
        hand = own_hand(view)
        legal = own_view(view).bids
        earlier = [bid.tricks for bid in view.public.bids if bid is not None]
        tricks = expected_tricks(hand)
        left_over = 13 - sum(earlier) - tricks * (4 - len(earlier))
        tricks += TOWARD_AVERAGE * (AVERAGE_TRICKS - tricks) + LEFT_OVER * left_over
        nil = next((bid for bid in legal if bid.is_nil), None)
        if nil is not None and nil_chance(hand) > NIL_WORTH_IT and tricks < AVERAGE_TRICKS:
            return nil
        wanted = max(1, floor(tricks + ROUND_UP))
        return min(legal, key=lambda bid: (abs(bid.tricks - wanted), bid.is_nil, bid.tricks))


@dataclass(frozen=True)
class FlatBot(RuleBot):
    """Flat Monte Carlo: 30 deals drawn, 30 random playouts of each card in each of them."""

    seed: int = 0

    def play(self, view: PlayerView) -> Card:
        """Play the card with the best mean."""
        from spadille.bots.arena.flat import flat_card  # noqa: PLC0415 - compiled, so when needed

        return flat_card(view, WORLDS, PLAYOUTS, self.seed)


@dataclass(frozen=True)
class CheatBot(RuleBot):
    """Sees all cards: an upper bound on what better guessing could bring."""

    seed: int = 0

    def play_seeing(self, match: Match) -> Card:
        """Play the card that does best in the true deal."""
        from spadille.bots.arena.flat import cheat_card  # noqa: PLC0415 - as above

        return cheat_card(match, CHEAT_PLAYOUTS, self.seed)
