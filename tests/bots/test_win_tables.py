from __future__ import annotations

from random import Random

import numpy as np
import pytest

from spadille.bots.kernel.bridge import rules_array
from spadille.bots.kernel.chances import win_chance
from spadille.bots.win_tables import point_table, win_table
from spadille.cli.house_rules import random_rules
from spadille.core.rules import CHALLENGE, PRESETS, RuleSet
from spadille.core.value import replace


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_the_tables_shipped_make_sense(rules: RuleSet) -> None:
    """Even at the start, better with points, worse with bags, and what one has the other lacks."""
    table, numbers = win_table(rules), rules_array(rules)

    def chance(ours: int, bags: int, theirs: int, their_bags: int) -> float:
        return win_chance(table, numbers, (ours, bags), (theirs, their_bags))

    assert chance(0, 0, 0, 0) == pytest.approx(0.5, abs=0.005)
    assert chance(100, 0, 0, 0) > 0.6
    assert chance(400, 0, 200, 0) > 0.85
    assert chance(9, 9, 0, 0) < 0.45
    assert chance(250, 3, 120, 7) == pytest.approx(1 - chance(120, 7, 250, 3), abs=0.005)


@pytest.mark.slow
def test_house_rules_get_a_table_when_they_are_met() -> None:
    """Coarse, but quick and within bounds, whatever the rules."""
    dice = Random(5)
    short = replace(CHALLENGE, name="short", target=150, bag_limit=5)
    for rules in (short, random_rules(dice)):
        table = win_table(rules)
        assert 0 <= float(table.min()) <= float(table.max()) <= 1
    numbers = rules_array(short)
    assert win_chance(win_table(short), numbers, (140, 0), (20, 0)) > 0.8


def test_a_player_for_points_counts_them_alike_at_every_score() -> None:
    """Twenty points are worth as much at 0 as at 400."""
    table = point_table(CHALLENGE)
    steps = np.diff(table[:, 0, 40, 0])
    assert float(steps.max()) == pytest.approx(float(steps.min()), abs=1e-5)
