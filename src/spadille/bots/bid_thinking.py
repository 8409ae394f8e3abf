"""Corrects what a search finds about bids by what self-play has taught."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.bots.bid_model import bid_model
from spadille.bots.bid_place import place_of
from spadille.bots.kernel.layout import BLIND
from spadille.bots.nil_outlook import outlook

if TYPE_CHECKING:
    from spadille.bots.bid_model import BidModel
    from spadille.bots.bid_place import BidPlace
    from spadille.bots.kernel.jit import Floats
    from spadille.bots.kernel.question import Care, Question
    from spadille.bots.levels import Level


def corrected_bids(
    values: dict[int, float], question: Question, care: Care, table: Floats, level: Level
) -> dict[int, float]:
    """The *values* of bids by their number, corrected as far as *level* says."""
    model, place = bid_model(), place_of(question)
    better = _corrected_counts(values, model, place) if level.learned else dict(values)
    if level.nil_model and 0 in values:
        better[0] = nil_value(question, care, table, 0)
    return better


def _corrected_counts(
    values: dict[int, float], model: BidModel, place: BidPlace
) -> dict[int, float]:
    """Correct all but nil; the best of them keeps its value, for nils are weighed against it."""
    counted = [bid for bid in values if bid > 0]
    more = {bid: model.correction(place, bid, values[bid]) for bid in counted}
    best = max(counted, key=lambda bid: values[bid], default=0)
    base = more.get(best, 0.0)
    return {bid: value + (more[bid] - base if bid > 0 else 0.0) for bid, value in values.items()}


def nil_value(question: Question, care: Care, table: Floats, nil: int) -> float:
    """What *nil*, the number of a nil or blind nil, is worth by the chance learned for it."""
    model, place = bid_model(), place_of(question)
    found = outlook(question, care, nil, table, place.stake)
    chance = model.nil_chance(place, found.made, blind=nil == BLIND)
    return found.value(chance)
