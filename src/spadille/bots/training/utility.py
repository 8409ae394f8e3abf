"""Write the tables of win chances: ``python -m spadille.bots.training.utility``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import numpy as np

from spadille.bots import win_tables
from spadille.bots.kernel.bridge import rules_array
from spadille.bots.kernel.chances import chance_table
from spadille.bots.training.deals import deals_played
from spadille.core.rules import CHALLENGE, PRESETS

SEED: Final = 20_000
DEALS: Final = 20_000
STEPS: Final = 240
LEARNED: Final = Path(win_tables.__file__).parent / "learned"


def main() -> None:
    """Play deals out, then solve each preset."""
    LEARNED.mkdir(exist_ok=True)
    np.save(LEARNED / "deals.npy", deals_played(CHALLENGE, DEALS, SEED).astype(np.int8))
    for name, rules in PRESETS.items():
        numbers = rules_array(rules)
        table = chance_table(numbers, win_tables.steps_of(numbers, STEPS))
        # Sixteen bits tell chances apart by a twentieth of a per cent.
        np.savez_compressed(LEARNED / f"{name}.npz", chances=table.astype(np.float16))
    about = {
        "command": "python -m spadille.bots.training.utility",
        "seed": SEED,
        "deals": DEALS,
        "steps": STEPS,
        "deals.npy": "bids then tricks of the four seats, played by the quick player",
        "*.npz": "chance to win by row of points and bags of both sides",
    }
    (LEARNED / "about.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
