"""The chance to win a match from a score, under any rules."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

import numpy as np

from spadille.bots.kernel.bridge import rules_array
from spadille.bots.kernel.chances import chance_table, raw_steps, row_width, rows
from spadille.bots.kernel.layout import BAG_LIMIT
from spadille.core.rules import PRESETS, RuleSet
from spadille.core.value import replace

if TYPE_CHECKING:
    from spadille.bots.kernel.jit import Floats, Ints

STEPS: Final = 40
"""Deals that stand for all deals when a table is worked out while a player waits."""
SWEEPS: Final = 4


def deals_seen() -> Ints:
    """Bids and tricks of deals played out by the quick player (`spadille.bots.training`)."""
    with resources.files(__package__).joinpath("learned/deals.npy").open("rb") as file:
        deals: Ints = np.load(file)
    return deals.astype(np.int64)


def steps_of(rules: Ints, number: int) -> Ints:
    """Pick *number* results of a deal that lie evenly over all, as seen from either side."""
    steps = raw_steps(rules, deals_seen())
    both = np.concatenate([steps, steps[:, [2, 3, 0, 1]]])
    order = np.lexsort((both[:, 0], both[:, 0] - both[:, 2]))
    picks = ((np.arange(number) + 0.5) * len(both) / number).astype(np.int64)
    picked: Ints = both[order[picks]]
    return picked


@lru_cache(maxsize=8)
def win_table(rules: RuleSet) -> Floats:
    """The table for *rules*: shipped for the presets, worked out for others."""
    plain = replace(rules, name="", deal_limit=None, boston=False)
    for name, preset in PRESETS.items():
        if plain == replace(preset, name=""):
            path = resources.files(__package__).joinpath(f"learned/{name}.npz")
            if path.is_file():
                with path.open("rb") as file:
                    table: Floats = np.load(file)["chances"].astype(np.float32)
                return table
    numbers = rules_array(rules)
    return chance_table(numbers, steps_of(numbers, STEPS), most=SWEEPS)


@lru_cache(maxsize=8)
def point_table(rules: RuleSet) -> Floats:
    """Values for a player who counts points and bags, whatever the score of the match."""
    numbers = rules_array(rules)
    size, bags = rows(numbers), max(1, int(numbers[BAG_LIMIT]))
    points = np.arange(size) * float(row_width(numbers))
    # A bag brings its share of the penalty nearer.
    worth = points[:, None] - np.arange(bags)[None, :] * rules.bag_penalty / bags
    ahead = worth[:, :, None, None] - worth[None, None, :, :]
    table: Floats = (0.5 + ahead / (4 * points[-1])).astype(np.float32)
    return table
