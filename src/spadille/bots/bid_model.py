"""What self-play has taught about bids: corrections of what a search finds."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from math import exp
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from spadille.bots.bid_place import BID_FEATURES, NIL_FEATURES, bid_features, nil_features

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadille.bots.bid_place import BidPlace
    from spadille.bots.kernel.jit import Floats

FILE: Final = "learned/bids.json"


class BidModel(msgspec.Struct, frozen=True):
    """Weights, written by ``python -m spadille.bots.training.bidding fit``."""

    bids: dict[str, float]
    """By `BID_FEATURES`: what to add to the value of a bid, in stakes."""
    nil: dict[str, float]
    """By `NIL_FEATURES`: the log odds of a nil being made."""
    blind: dict[str, float]
    """The same for a blind nil, of which only the constant and the search tell anything."""

    def correction(self, place: BidPlace, bid: int, value: float) -> float:
        """What to add to the *value* that a search gives for a *bid* of one or more."""
        return place.stake * float(
            _vector(self.bids, BID_FEATURES) @ bid_features(place, bid, value)
        )

    def nil_chance(self, place: BidPlace, searched: float, *, blind: bool = False) -> float:
        """The chance that a nil is made that was made in the share *searched* of playouts."""
        weights = _vector(self.blind if blind else self.nil, NIL_FEATURES)
        return 1.0 / (1.0 + exp(-float(weights @ nil_features(place, searched))))


def _vector(weights: Mapping[str, float], names: tuple[str, ...]) -> Floats:
    return np.array([weights.get(name, 0.0) for name in names])


@lru_cache(maxsize=1)
def bid_model() -> BidModel:
    """The model shipped."""
    text = resources.files(__package__).joinpath(FILE).read_bytes()
    return msgspec.json.decode(text, type=BidModel)
