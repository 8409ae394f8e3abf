"""What the quick player weighs, as numbers: so that they can be tuned in self-play.

Begun by hand; then ``python -m spadille.bots.training.habits 500`` (seed 30,000) moved
them up and down and kept what won more points against the player before: +1.85 ± 0.18
points a deal in all, over 120,000 fresh deals. Patience came later, with +1.47 ± 0.20
(seed 777, 60,000 deals). Weights are in no unit: only their proportions matter where
cards are compared.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from spadille.bots.kernel.jit import Floats

NAMES: Final = (
    "spare",  # bags one would take for a chance to set the others
    "cover_higher",  # leading for a partner's nil: each higher card out
    "cover_length",
    "cover_spade",
    "attack_rank",  # the highest rank led at an opponent's nil
    "attack_lower",  # leading at a nil: each lower card out
    "attack_length",
    "attack_slack",  # tricks to spare before one attacks a nil
    "cash_out",  # the least cards of a suit out for its boss to be cashed
    "cash_base",
    "cash_each",  # each card of the suit out
    "cash_held",  # each further card of it in hand
    "draw_held",  # spades held from which the others' are drawn
    "quiet_rank",
    "quiet_length",
    "quiet_guard",
    "quiet_short",
    "quiet_short_each",
    "discard_rank",
    "discard_held",
    "discard_guard",
    "discard_boss",
    "danger_lower",
    "danger_mine",
    "danger_rank",
    "danger_spade",
    "beatable_lower",
    "beatable_higher",
    "beatable_boss",
    "third_high",  # third to play: how many higher cards may be out for the highest to be put up
    "second_ruff",  # second to play: the highest rank of a spade to ruff with
    "patience",  # tricks to spare from which a side waits, the others having their contract
    "patience_both",  # the same while the others still need tricks, theirs left out
    "over_partner",  # higher cards out from which one plays over the partner's winner
)
"""The habits, by index."""
_TUNED: Final = {
    "spare": 3.0,
    "cover_higher": 3.0,
    "cover_length": 1.0,
    "cover_spade": 2.531,
    "attack_rank": 7.5,
    "attack_lower": 4.0,
    "attack_length": 1.0,
    "attack_slack": 0.5,
    "cash_out": 0.0,
    "cash_base": 0.0,
    "cash_each": 1.0,
    "cash_held": 0.0,
    "draw_held": 1.0,
    "quiet_rank": 1.0,
    "quiet_length": 2.0,
    "quiet_guard": 30.0,
    "quiet_short": 20.0,
    "quiet_short_each": 5.0,
    "discard_rank": 0.5,
    "discard_held": 1.5,
    "discard_guard": 12.0,
    "discard_boss": 12.0,
    "danger_lower": 2.0,
    "danger_mine": 6.75,
    "danger_rank": 0.5,
    "danger_spade": 40.0,
    "beatable_lower": 2.0,
    "beatable_higher": 2.0,
    "beatable_boss": 60.0,
    "third_high": 13.0,
    "second_ruff": 6.0,
    "patience": 3.0,
    "patience_both": 5.0,
    "over_partner": 1.0,
}
HABITS: Final[Floats] = np.array([_TUNED[name] for name in NAMES], np.float64)
(
    SPARE,
    COVER_HIGHER,
    COVER_LENGTH,
    COVER_SPADE,
    ATTACK_RANK,
    ATTACK_LOWER,
    ATTACK_LENGTH,
    ATTACK_SLACK,
    CASH_OUT,
    CASH_BASE,
    CASH_EACH,
    CASH_HELD,
    DRAW_HELD,
    QUIET_RANK,
    QUIET_LENGTH,
    QUIET_GUARD,
    QUIET_SHORT,
    QUIET_SHORT_EACH,
    DISCARD_RANK,
    DISCARD_HELD,
    DISCARD_GUARD,
    DISCARD_BOSS,
    DANGER_LOWER,
    DANGER_MINE,
    DANGER_RANK,
    DANGER_SPADE,
    BEATABLE_LOWER,
    BEATABLE_HIGHER,
    BEATABLE_BOSS,
    THIRD_HIGH,
    SECOND_RUFF,
    PATIENCE,
    PATIENCE_BOTH,
    OVER_PARTNER,
) = range(len(NAMES))
