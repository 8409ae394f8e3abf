"""Learn to bid: ``python -m spadille.bots.training.bidding play FILE``, then ``fit FILE``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

import msgspec

from spadille.bots.kernel.layout import BLIND
from spadille.bots.training.bid_fit import fit
from spadille.bots.training.branches import Decision, blind_decisions, decisions, nil_decisions
from spadille.bots.training.utility import LEARNED

SEED: Final = 1_000_000
TRIED: Final = {"bids": decisions, "nils": nil_decisions, "blind": blind_decisions}
ABOUT: Final = {
    "commands": [
        "python -m spadille.bots.training.bidding play BIDS --deals 201",
        "python -m spadille.bots.training.bidding play BLIND --of blind --deals 120",
        "python -m spadille.bots.training.bidding play NILS --of nils --deals 295",
        "python -m spadille.bots.training.bidding play NILS --of nils --first 5000 --deals 310",
        "python -m spadille.bots.training.bidding fit BIDS BLIND NILS",
    ],
    "seed": SEED,
}


def main() -> None:
    """Play branches and add them to a file, or learn from files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["play", "fit"])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the first deal")
    parser.add_argument("--deals", type=int, default=600, metavar="N")
    parser.add_argument("--of", choices=TRIED, default="bids", help="what to try")
    options = parser.parse_args()
    if options.task == "fit":
        learn([one for file in options.files for one in read(file)])
        return
    play(options.files[0], range(options.first, options.first + options.deals), tried=options.of)


def play(file: Path, deals: range, *, tried: str) -> None:
    """Play those of *deals* that *file* does not hold yet, and add them to it."""
    done = set[int]()
    if file.exists():
        # A last line may have been cut short when the program was stopped.
        text = file.read_bytes()
        file.write_bytes(text[: text.rfind(b"\n") + 1])
        done = {decision.deal for decision in read(file)}
    with file.open("ab") as lines:
        for deal in deals:
            if deal in done:
                continue
            found = TRIED[tried](deal, SEED)
            lines.write(b"".join(msgspec.json.encode(one) + b"\n" for one in found))
            lines.flush()


def learn(found: list[Decision]) -> None:
    """Fit the model, and write it down with the figures of the fit."""
    blind = [one for one in found if one.branches[0].bid == BLIND]
    model, figures = fit([one for one in found if one.branches[0].bid != BLIND], blind)
    text = json.dumps({**msgspec.to_builtins(model), "about": ABOUT | figures}, indent=2)
    (LEARNED / "bids.json").write_text(text + "\n", encoding="utf-8")
    print(text)  # noqa: T201


def read(file: Path) -> list[Decision]:
    """The decisions in *file*."""
    return [msgspec.json.decode(line, type=Decision) for line in file.read_bytes().splitlines()]


if __name__ == "__main__":
    main()
