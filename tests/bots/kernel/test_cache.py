"""The kernel in other processes: compiled code kept, no place to keep it, not compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROGRAM = """
import numpy as np
from spadille.bots.kernel.bridge import dealt, rules_array
from spadille.bots.kernel.dice import new_dice
from spadille.bots.kernel.layout import WON
from spadille.bots.kernel.rollout import play_out
from spadille.core.rules import CLASSIC
from spadille.core.shuffle import deal_hands
hands = [hand.mask for hand in deal_hands(bytes(32))]
position = dealt(rules_array(CLASSIC), hands, [3, 0, 4, 3], 2)
play_out(position, new_dice(5, 6), 3000)
print(position[WON : WON + 4].tolist())
compiled = getattr(play_out, "stats", None)
print(sum(compiled.cache_hits.values()) if compiled else "plain")
"""


def run(cache: Path | None, **extra: str) -> list[str]:
    """Play a deal out in a process of its own; give the tricks and the hits of the cache."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **extra}
    if cache:
        env["SPADILLE_KERNEL_CACHE"] = str(cache)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.split("\n")[:2]


@pytest.mark.slow
def test_compiled_code_is_loaded_again_by_the_next_process(tmp_path: Path) -> None:
    """The second process gets the same deal, from the cache; so does one without compiling."""
    tricks, hits = run(tmp_path)
    assert hits == "0"
    assert run(tmp_path) == [tricks, "1"]
    assert run(tmp_path, NUMBA_DISABLE_JIT="1") == [tricks, "plain"]


@pytest.mark.slow
def test_a_home_that_cannot_be_written_to_does_no_harm(tmp_path: Path) -> None:
    """Nowhere to keep compiled code: it is compiled for this process alone."""
    blocked = tmp_path / "file"
    blocked.write_text("no directory", encoding="utf-8")
    tricks, _ = run(blocked / "cache", HOME=str(blocked), XDG_CACHE_HOME=str(blocked))
    assert tricks.startswith("[")


def test_computer_players_are_named_without_loading_the_compiler() -> None:
    """The command line and the server start without it."""
    program = (
        "import sys, spadille.bots.search_bot, spadille.bots.levels, spadille.bots.arena.players;"
        "sys.exit('numba' in sys.modules)"
    )
    subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        check=True,
    )
