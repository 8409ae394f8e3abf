"""How many actions a second Spadille takes, beside boardgame.io and Colyseus.

``python -m benchmarks.peers`` prints a table; see ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks.broadcast import (
    LOAD_CORE,
    Measured,
    Server,
    measure,
    pin,
    running,
    spadille,
)
from benchmarks.load import GUARD_SECONDS, spades_tables
from benchmarks.peers.install import Node, ready
from benchmarks.peers.load import boardgame_tables, colyseus_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

_HERE: Final = Path(__file__).resolve().parent
_NAMES: Final = ("Spadille", "boardgame.io", "Colyseus, bare")


@contextmanager
def _peer(node: Node, script: str, *arguments: str) -> Iterator[Server]:
    """One of the servers beside this file."""
    command = [node.program, str(_HERE / script), *arguments]
    with running(command, node.environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield Server(process.stdout.readline().strip(), process.pid)


def _round(node: Node, count: int, seconds: float) -> tuple[Measured, Measured, Measured]:
    with tempfile.TemporaryDirectory() as data, spadille(Path(data)) as server:
        ours = asyncio.run(measure(server, spades_tables, count, seconds))
    with _peer(node, "boardgame.cjs") as server:
        boardgame = asyncio.run(measure(server, boardgame_tables, count, seconds))
    with _peer(node, "colyseus.cjs", str(round(ours.size))) as server:
        return ours, boardgame, asyncio.run(measure(server, colyseus_tables, count, seconds))


def run(counts: list[int], seconds: float, rounds: int) -> None:
    """Measure all three at each of *counts*, and print a line for each."""
    node = ready()
    print(
        f"{'tables':>7}  {'server':<16}{'act/s':>8}{'p50 ms':>9}{'p99 ms':>9}{'µs/act':>9}"
        f"{'bytes/upd':>11}"
    )
    for count in counts:
        # Turn by turn, so that a busy neighbour slows all; the best of each counts.
        done = [_round(node, count, seconds) for _ in range(rounds)]
        best = [max(side, key=lambda one: one.rate) for side in zip(*done, strict=True)]
        cpu = [min(one.cpu for one in side) for side in zip(*done, strict=True)]
        for name, one, least in zip(_NAMES, best, cpu, strict=True):
            print(
                f"{count:>7}  {name:<16}{one.rate:>8.0f}{one.p50:>9.1f}{one.p99:>9.1f}{least:>9.0f}"
                f"{one.size:>11.0f}"
            )
        ours, boardgame, colyseus = (one.rate for one in best)
        print(
            f"{count:>7}  Spadille / boardgame.io: {ours / boardgame:.2f} in act/s, "
            f"{cpu[1] / cpu[0]:.2f} in processor time\n"
            f"{'':>7}  Colyseus / Spadille: {colyseus / ours:.2f} in act/s, "
            f"{cpu[0] / cpu[2]:.2f} in processor time",
            flush=True,
        )


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[25, 100])
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    pin(LOAD_CORE)
    run(options.tables, min(options.seconds, GUARD_SECONDS), options.rounds)


if __name__ == "__main__":
    main()
