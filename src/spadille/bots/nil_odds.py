"""How likely a nil is to be made."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from spadille.bots.counting import SIDE_SUITS
from spadille.core.cards import Suit

if TYPE_CHECKING:
    from spadille.core.cards import CardSet

SAFE_RANKS: Final = (3, 6, 8, 11)
"""How high the lowest, second, ... card of a suit may be and still duck, mostly."""
SIDE_RISK: Final = 0.045
"""The risk of each rank above that in a side suit."""
SPADE_RISK: Final = 0.085
"""The same in spades, which cannot be thrown away on spades."""
FOURTH_SPADE_RISK: Final = 0.2
"""The risk of each spade beyond the third, however low."""
SURE_RISK: Final = 0.97
"""The risk of holding the ace of spades."""


def nil_chance(hand: CardSet) -> float:
    """Estimate the chance that *hand* takes no trick when its partner helps."""
    sides = prod(1 - min(0.9, _risk(hand.of(suit), SIDE_RISK)) for suit in SIDE_SUITS)
    return sides * (1 - _spade_risk(hand.of(Suit.SPADES)))


def _spade_risk(spades: CardSet) -> float:
    if any(card.rank == 12 for card in spades):  # noqa: PLR2004 - the ace
        return SURE_RISK
    long = FOURTH_SPADE_RISK * max(0, len(spades) - 3)
    return min(SURE_RISK, _risk(spades, SPADE_RISK) + long)


def _risk(cards: CardSet, a_rank: float) -> float:
    """Add up by how much each card of a suit is too high for its place."""
    return sum(
        a_rank * max(0, card.rank - safe) for card, safe in zip(cards, SAFE_RANKS, strict=False)
    )
