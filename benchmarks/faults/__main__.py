"""``python -m benchmarks.faults`` breaks a real service, and says what people lost by it."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from benchmarks.faults.laboratory import ALL, Plan, run
from benchmarks.faults.report import Progress, print_table


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    unknown = sorted(set(names) - set(ALL))
    if unknown or not names:
        raise argparse.ArgumentTypeError(f"choose from {', '.join(ALL)}; not {', '.join(unknown)}")
    return names


def _read() -> tuple[Plan, Path | None]:
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("--times", type=int, default=usual.times, help="how often each fault")
    parser.add_argument("--only", type=_names, default=ALL, help="faults, with commas between")
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--nodes", type=int, default=usual.nodes)
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="length of a fault")
    parser.add_argument("--pause", type=float, default=usual.pause, help="seconds of SIGSTOP")
    parser.add_argument("--think", type=float, default=usual.think, help="seconds for an act")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--folder", type=Path, help="a new folder to keep the nodes' logs in")
    given = parser.parse_args()
    plan = usual._replace(
        names=given.only,
        times=given.times,
        tables=given.tables,
        nodes=given.nodes,
        seconds=given.seconds,
        pause=given.pause,
        think=given.think,
        seed=given.seed,
    )
    return plan, given.folder


def main() -> int:
    """Read the command line and run; 1 if anybody lost anything."""
    plan, folder = _read()
    with tempfile.TemporaryDirectory() as passing:
        outcomes = asyncio.run(run(plan, folder or Path(passing), Progress()))
    print_table(outcomes)
    return 0 if all(outcome.is_clean for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
