"""What a bid is judged by besides the search: the hand, the bids before, and the stake."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from spadille.bots.kernel.bid import UNBID
from spadille.bots.kernel.bits import SPADES, popcount
from spadille.bots.kernel.chances import win_chance
from spadille.bots.kernel.estimate import nil_safety, trick_estimate

if TYPE_CHECKING:
    from spadille.bots.kernel.jit import Floats
    from spadille.bots.kernel.question import Question

AVERAGE_BID: Final = 2.65
"""What a player bids who has not bid yet."""
USUAL_TOTAL: Final = 10.6
LONG: Final = 3.25
"""Spades of an average hand."""
FAR: Final = 3.0
"""Bids further than this from the count of tricks are judged like those at this distance."""
SWING: Final = 50
"""Half the points whose worth at this score is the stake."""
LEAST_STAKE: Final = 0.001


class BidPlace(msgspec.Struct, frozen=True):
    """A turn to bid; bids are the kernel's numbers, `None` where none was made."""

    hand: int
    partner: int | None
    left: int | None
    right: int | None
    stake: float
    """How much likelier the match is won for 100 points more: by it, points become chances."""


def place_of(question: Question) -> BidPlace:
    """The turn to bid that *question* asks about."""
    bids = [None if bid == UNBID else int(bid) for bid in question.bids]
    seat = question.seat
    return BidPlace(
        hand=int(question.position[seat]),
        partner=bids[(seat + 2) & 3],
        left=bids[(seat + 1) & 3],
        right=bids[(seat + 3) & 3],
        stake=_stake(question),
    )


def _stake(question: Question) -> float:
    side = question.seat & 1
    ours, bags, theirs, bags_there = (
        int(question.scores[n]) for n in (2 * side, 2 * side + 1, 2 - 2 * side, 3 - 2 * side)
    )
    return _stake_at(question, (ours, bags), (theirs, bags_there))


def _stake_at(question: Question, ours: tuple[int, int], theirs: tuple[int, int]) -> float:
    def chance(more: int) -> float:
        return win_chance(question.chances, question.rules, (ours[0] + more, ours[1]), theirs)

    return max(LEAST_STAKE, chance(SWING) - chance(-SWING))


def urgency(question: Question) -> float:
    """How much more points matter at this score than at the start of a match: 1 is as much."""
    return _stake(question) / _stake_at(question, (0, 0), (0, 0))


BID_FEATURES: Final = (
    "predicted",  # the search's value of the bid, in stakes
    "offset",  # the bid less the tricks counted
    "offset_squared",
    "offset_after_partner",  # the offset, where the partner has bid
    "total",  # how far all four bids together lie from the usual, as far as they are known
    "total_squared",
    "offset_long",  # the offset by how many spades more than usual are held
    "offset_beside_nil",  # the offset, where the partner has bid nil
    "offset_against_nil",  # the offset, where an opponent has
)


def bid_features(place: BidPlace, bid: int, value: float) -> Floats:
    """What the correction of *bid*, other than nil, is a weighted sum of; in stakes.

    Only differences between bids of one place mean anything.
    """
    offset = max(-FAR, min(FAR, bid - trick_estimate(place.hand)))
    others = (place.left, place.partner, place.right)
    made = [max(0, other) for other in others if other is not None]
    known = len(made) / 3
    total = sum(made) + bid + AVERAGE_BID * (3 - len(made)) - USUAL_TOTAL
    total = max(-FAR, min(FAR, total))
    return np.array(
        (
            value / place.stake,
            offset,
            offset * offset,
            offset * (place.partner is not None),
            known * total,
            known * total * total,
            offset * (popcount(place.hand & SPADES) - LONG),
            offset * _is_nil(place.partner),
            offset * (_is_nil(place.left) or _is_nil(place.right)),
        )
    )


def _is_nil(bid: int | None) -> bool:
    return bid is not None and bid <= 0


NIL_FEATURES: Final = (
    "constant",
    "search",  # log odds of the nil being made in the playouts
    "safety",  # log odds by the thumb rule
    "after_partner",
    "partner",  # the partner's bid less three
    "partner_nil",
    "opponents",  # the opponents' bids less three each
    "spades",
    "first",  # nobody has bid yet
)


def nil_features(place: BidPlace, searched: float) -> Floats:
    """What the log odds of a nil being made are a weighted sum of.

    *searched* is the share of playouts in which it was made.
    """
    tops = [bid for bid in (place.left, place.right) if bid is not None]
    partner = place.partner
    counting = partner if partner is not None and partner > 0 else 3
    return np.array(
        (
            1.0,
            log_odds(searched),
            log_odds(nil_safety(place.hand)),
            partner is not None,
            counting - 3,
            _is_nil(partner),
            sum(bid - 3 for bid in tops if bid > 0),
            popcount(place.hand & SPADES) - LONG,
            partner is None and not tops,
        ),
        np.float64,
    )


def log_odds(chance: float) -> float:
    """The logarithm of the odds, within what a model can use."""
    kept = max(0.02, min(0.98, chance))
    return log(kept / (1.0 - kept))
