"""The chance to win the match from a score, by value iteration over the results of deals.

A score is a state, a deal a random step that does not depend on it: the steps are deals
that were played out. In the usual rules the units of the points are the bags, so a grid
of tens by bags holds every score exactly; under other rules it is off by a few points.
"""

from __future__ import annotations

from math import floor
from typing import Final, NamedTuple

import numpy as np

from spadille.bots.kernel.jit import Floats, Ints, bare, jit
from spadille.bots.kernel.layout import (
    BAG_LIMIT,
    BAG_PENALTY,
    BAG_POINTS,
    BAG_RESET,
    BOSTON,
    DEAL_LIMIT,
    TARGET,
    WON,
)
from spadille.bots.kernel.score import match_winner, score_position, score_side

TENS_BELOW: Final = 30
"""How many tens below zero the table reaches; a worse score counts as this bad."""
TENS_MOST: Final = 60
"""How many tens up to the target it has at most: beyond, several share a row."""
SOME_TRICKS: Final = 6
"""A number of tricks that wins no Boston."""
POINT: Final = 0.00002
"""What a point is worth beside the chance to win: enough to care in a match decided."""


class Stage(NamedTuple):
    """Where a match stands before the deal."""

    rules: Ints
    scores: Ints
    """The points and the bags of the one side, then of the other."""
    deals: int
    """Deals scored so far."""
    chances: Floats
    """The table of chances to win."""


@bare
def row_of(rules: Ints, points: int) -> int:
    """Mirror of `spadille.core.scoring.Score`: the row of *points* in a table."""
    width = row_width(rules)
    row = floor(points / width) + TENS_BELOW * 10 // width
    return max(0, min(rows(rules) - 1, row))


@bare
def row_width(rules: Ints) -> int:
    """Mirror of `spadille.core.rules.RuleSet`: the points that share a row."""
    return 10 * (1 + int(rules[TARGET]) // (10 * TENS_MOST))


@bare
def rows(rules: Ints) -> int:
    """Mirror of `spadille.core.rules.RuleSet`: the rows of its table."""
    return (TENS_BELOW * 10 + int(rules[TARGET])) // row_width(rules) + 2


@bare
def win_chance(table: Floats, rules: Ints, ours: tuple[int, int], theirs: tuple[int, int]) -> float:
    """Mirror of `spadille.core.scoring.match_winner`: from points and bags, before the end."""
    bags = table.shape[1] - 1
    return float(
        table[
            row_of(rules, ours[0]),
            min(bags, ours[1]),
            row_of(rules, theirs[0]),
            min(bags, theirs[1]),
        ]
    )


@bare
def match_value(stage: Stage, side: int, position: Ints) -> float:
    """Mirror of `spadille.core.scoring.match_winner`: what *side* has after a played-out deal.

    The chance to win the match, and a little for each point.
    """
    rules, scores = stage.rules, stage.scores
    ours, bags = score_position(rules, position, side, scores[2 * side + 1])
    theirs, bags_there = score_position(rules, position, 1 - side, scores[3 - 2 * side])
    more = POINT * (ours - theirs)
    ours += scores[2 * side]
    theirs += scores[2 - 2 * side]
    taken = position[WON + side] + position[WON + side + 2]
    winner = match_winner(rules, (ours, theirs), stage.deals + 1, taken)
    if winner >= 0:
        return more + (1.0 if winner == 0 else 0.0)
    return more + win_chance(stage.chances, rules, (ours, bags), (theirs, bags_there))


@bare
def points_at(rules: Ints, row: int, bags: int) -> int:
    """Mirror of `spadille.core.scoring.Score`: the points that *row* stands for."""
    width = row_width(rules)
    units = bags % 10 if rules[BAG_POINTS] == 1 and width == 10 else 0  # noqa: PLR2004 - tens
    return (row - TENS_BELOW * 10 // width) * width + units


@jit
def raw_steps(rules: Ints, deals: Ints) -> Ints:
    """Mirror of `spadille.core.scoring.score_deal`: points and bags of both sides, by row.

    A row of *deals* is the four bids, then the four counts of tricks. The penalty for
    bags is left out, for it depends on the bags before.
    """
    free = rules.copy()
    free[BAG_LIMIT] = 0
    steps = np.zeros((len(deals), 4), np.int64)
    for row in range(len(deals)):
        for side in range(2):
            bids = (int(deals[row, side]), int(deals[row, side + 2]))
            tricks = (int(deals[row, side + 4]), int(deals[row, side + 6]))
            steps[row, 2 * side], steps[row, 2 * side + 1] = score_side(free, bids, tricks, 0)
    return steps


@bare
def _after(rules: Ints, points: int, bags: int, step: tuple[int, int]) -> tuple[int, int]:
    points += step[0]
    bags += step[1]
    limit = int(rules[BAG_LIMIT])
    if limit == 0:
        return points, 0
    if bags >= limit:
        points -= bags // limit * int(rules[BAG_PENALTY])
        bags = 0 if rules[BAG_RESET] else bags % limit
    return points, bags


@bare
def chance_at(
    table: Floats, rules: Ints, steps: Ints, ours: tuple[int, int], theirs: tuple[int, int]
) -> float:
    """Mirror of `spadille.core.scoring.match_winner`: the mean over all *steps* from a score."""
    total = 0.0
    for row in range(len(steps)):
        ours_after = _after(rules, ours[0], ours[1], (steps[row, 0], steps[row, 1]))
        theirs_after = _after(rules, theirs[0], theirs[1], (steps[row, 2], steps[row, 3]))
        winner = match_winner(rules, (ours_after[0], theirs_after[0]), 0, SOME_TRICKS)
        if winner < 0:
            total += win_chance(table, rules, ours_after, theirs_after)
        elif winner == 0:
            total += 1.0
    return total / len(steps)


@jit
def sweep(table: Floats, rules: Ints, steps: Ints) -> float:
    """Mirror of `spadille.core.scoring.match_winner`: better every entry once, in place.

    From high scores down, for most steps lead up. Returns the greatest change.
    """
    change = 0.0
    most, bags = table.shape[0], table.shape[1]
    for total in range(2 * most - 2, -1, -1):
        for row in range(max(0, total - most + 1), min(total // 2, most - 1) + 1):
            for mine in range(bags):
                for yours in range(bags):
                    other = total - row
                    ours = (points_at(rules, row, mine), mine)
                    theirs = (points_at(rules, other, yours), yours)
                    value = chance_at(table, rules, steps, ours, theirs)
                    change = max(change, abs(value - table[row, mine, other, yours]))
                    table[row, mine, other, yours] = value
                    table[other, yours, row, mine] = 1.0 - value
    return change


def chance_table(rules: Ints, steps: Ints, *, enough: float = 0.002, most: int = 12) -> Floats:
    """Mirror of `spadille.core.scoring.match_winner`: sweep until little changes."""
    plain = rules.copy()
    plain[DEAL_LIMIT] = plain[BOSTON] = 0
    bags = max(1, int(rules[BAG_LIMIT]))
    size = rows(rules)
    row = np.arange(size)
    start = 0.5 + (row[:, None] - row[None, :]) / (2.0 * size)
    table: Floats = np.zeros((size, bags, size, bags), np.float32)
    table[:] = start[:, None, :, None]
    for _ in range(most):
        if sweep(table, plain, steps) < enough:
            break
    return table
