"""What a nil looks like in the playouts: made how often, and worth what either way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from spadille.bots.kernel.layout import BLIND, BLIND_POINTS, NIL_POINTS
from spadille.bots.kernel.nil_trial import try_nil

if TYPE_CHECKING:
    from spadille.bots.kernel.jit import Floats
    from spadille.bots.kernel.question import Care, Question

DEALS: Final = 400
PRIOR_DEALS: Final = 3
"""So many deals count for what nils are worth by the points alone, lest a few decide."""


class NilOutlook(msgspec.Struct, frozen=True):
    """A nil in the playouts; values are chances to win the match."""

    made: float
    """The share of deals in which it was made."""
    worth_made: float
    worth_failed: float

    def value(self, chance: float) -> float:
        """What the nil is worth if it is made with *chance*."""
        return chance * self.worth_made + (1 - chance) * self.worth_failed


def outlook(
    question: Question, care: Care, nil: int, table: Floats, stake: float, deals: int = DEALS
) -> NilOutlook:
    """Play *nil*, the number of a nil or blind nil, out in *deals* deals."""
    results = np.zeros((deals, 2))
    try_nil(question, care, nil, results, table)
    made, values = results[:, 0], results[:, 1]
    share, mean = float(made.mean()), float(values.mean())
    points = question.rules[BLIND_POINTS if nil == BLIND else NIL_POINTS]
    apart = 2 * float(points) / 100 * stake
    return NilOutlook(
        share,
        _steadied(values[made > 0], mean + (1 - share) * apart),
        _steadied(values[made == 0], mean - share * apart),
    )


def _steadied(values: Floats, prior: float) -> float:
    return (float(values.sum()) + PRIOR_DEALS * prior) / (len(values) + PRIOR_DEALS)
