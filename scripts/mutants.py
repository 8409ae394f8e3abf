"""Break the core on purpose, one rule at a time: the tests must notice every time.

A copy is broken, never the work tree. This takes some minutes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SUITES: Final = ("tests/core", "tests/properties")
MUTANTS: Final = (
    ("spades are never broken", "deal.py", "any(card.suit is Suit.SPADES", "any(False"),
    ("a discard may win", "deal.py", "card.rank if card.suit is led else -1", "card.rank"),
    ("low spades beat high ones", "deal.py", "13 + card.rank", "25 - card.rank"),
    ("a blind nil has no precedence", "deal.py", "(blind or bidders)[0]", "bidders[0]"),
    ("the suit led is ignored", "play.py", "if following := hand.of(led)", "if hand and ()"),
    ("the first trick is like any", "play.py", "= first_trick and", "= False and"),
    ("a view shows the partner's hand", "view.py", "else deal.hands[seat]\n",
     "else deal.hands[seat] | deal.hands[seat.partner]\n"),
    ("a hidden hand is shown", "view.py", "hand = None if may_look else", "hand ="),
    ("a hidden hand is told", "audience.py", "is not None and seen[seat]", "is not None"),
    ("a gift is told to all", "audience.py", "= seat is not None and", "= True or"),
    ("bag penalties come late", "scoring.py", "bags < rules.bag_limit", "bags <= rules.bag_limit"),
    ("a nil's tricks help the partner", "scoring.py", "is NilTricks.HELP_PARTNER",
     "is not NilTricks.NOTHING"),
    ("the target need not be exceeded", "scoring.py", "+ (rules.win_at is WinAt.EXCEEDS)", ""),
    ("blind nil comes a point late", "bidding.py", ">= rules.blind_nil_behind",
     "> rules.blind_nil_behind"),
    ("the dealer stays", "match.py", "dealer=match.dealer.after(1)", "dealer=match.dealer"),
)  # fmt: skip
"""What is broken, in which module of the core, and how."""


def survives(broken: Path) -> bool:
    """Whether the tests of *broken*, a copy of the project, all pass."""
    places = os.pathsep.join([str(broken / "src"), str(broken)])
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *SUITES]
    done = subprocess.run(
        command,
        cwd=broken,
        env=os.environ | {"PYTHONPATH": places},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode == 0


def main() -> int:
    """Try every mutant; give the number that survive."""
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        broken = Path(folder)
        for part in ("src", "tests"):
            shutil.copytree(ROOT / part, broken / part)
        shutil.copy(ROOT / "pyproject.toml", broken)
        if not survives(broken):
            raise RuntimeError("the tests fail before anything is broken")
        for what, module, old, new in MUTANTS:
            file = broken / "src/spadille/core" / module
            sound = file.read_text(encoding="utf-8")
            if old not in sound:
                raise LookupError(f"{module} no longer holds {old!r}")
            file.write_text(sound.replace(old, new, 1), encoding="utf-8")
            alive = survives(broken)
            file.write_text(sound, encoding="utf-8")
            survivors += alive
            print(f"{'SURVIVES' if alive else 'killed  '} {what}", flush=True)
    return survivors


if __name__ == "__main__":
    sys.exit(main())
