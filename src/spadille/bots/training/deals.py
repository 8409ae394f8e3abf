"""Deals bid and played out by the quick player: what the results of a deal look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spadille.bots.kernel.bid import UNBID, finish_bids
from spadille.bots.kernel.bits import DECK
from spadille.bots.kernel.bridge import empty_position, rules_array
from spadille.bots.kernel.dice import new_dice
from spadille.bots.kernel.jit import Ints, jit
from spadille.bots.kernel.layout import BIDS, HANDS, LEADER, POSITION, WON
from spadille.bots.kernel.rollout import play_out
from spadille.bots.kernel.sample import draw_cards

if TYPE_CHECKING:
    from spadille.core.rules import RuleSet


@jit
def self_play(rules: Ints, start: Ints, dice: Ints, results: Ints) -> None:
    """Mirror of `spadille.core.match.decide`: a deal for each row of *results*."""
    position, bids = np.zeros(POSITION, np.int64), np.zeros(4, np.int64)
    for row in range(len(results)):
        position[:] = start
        pool = DECK
        for seat in range(4):
            position[HANDS + seat] = draw_cards(pool, 13, dice)
            pool ^= int(position[HANDS + seat])
        first = row & 3
        position[LEADER] = first
        bids[:] = UNBID
        finish_bids(rules, position, bids, first)
        play_out(position, dice, 0)
        results[row, :4] = position[BIDS : BIDS + 4]
        results[row, 4:] = position[WON : WON + 4]


def deals_played(rules: RuleSet, number: int, seed: int) -> Ints:
    """The bids and tricks, seat by seat, of *number* deals."""
    numbers = rules_array(rules)
    results = np.zeros((number, 8), np.int64)
    self_play(numbers, empty_position(numbers), new_dice(seed, 1), results)
    return results
