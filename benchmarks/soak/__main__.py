"""``python -m benchmarks.soak`` lets people come and go, and says whether anything piles up."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx

from benchmarks.faults.world import Node, world
from benchmarks.soak.gauge import Course, Sample, courses, sample
from benchmarks.soak.visitors import Visitors

if TYPE_CHECKING:
    from collections.abc import Sequence

_BRISK: Final = {
    "grace_seconds": "2",
    "between_seconds": "2",
    "idle_seconds": "5",
    # All come from one address, and each is a new guest.
    "guests_per_address": "1000000",
}
_EMPTY_AFTER: Final = 15.0
"""Seconds in which a server without people comes to rest: grace, idle time, and some more."""
_FORGOTTEN_AFTER: Final = 45.0
"""The same of several: each remembers the tables of the others for half a minute."""
_SAMPLES: Final = 60
_LEAST_PAUSE: Final = 1.0
_SHOW_EVERY: Final = 10


async def soak(given: argparse.Namespace, folder: Path) -> bool:
    """Run; whether nothing grew."""
    async with AsyncExitStack() as stack:
        nodes: Sequence[Node]
        if given.nodes == 1:
            nodes = [await stack.enter_async_context(Node(folder, **_BRISK))]
        else:
            made = await stack.enter_async_context(
                world(folder, given.nodes, fsync=True, settings=_BRISK)
            )
            nodes = made.nodes
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=30))
        rest = _EMPTY_AFTER if given.nodes == 1 else _FORGOTTEN_AFTER
        await _warm_up(nodes, given, rest)
        before = [await sample(http, node) for node in nodes]
        visitors = Visitors(nodes, given.people, given.stay, given.think, given.seed)
        visitors.start()
        samples = await _watch(nodes, http, visitors, given.minutes * 60)
        await visitors.stop()
        await asyncio.sleep(rest)
        after = [await sample(http, node) for node in nodes]
    print(", ".join(f"{count} {what}" for what, count in visitors.counts.most_common()))
    found = [
        (number, course)
        for number, node in enumerate(zip(before, samples, after, strict=True))
        for course in courses(*node)
    ]
    _print(found)
    return not any(course.grows for _, course in found)


async def _warm_up(nodes: Sequence[Node], given: argparse.Namespace, rest: float) -> None:
    """A few people first, so that all is loaded that is loaded once."""
    visitors = Visitors(nodes, given.people, 1.0, given.think, given.seed + 1)
    visitors.start()
    await asyncio.sleep(5)
    await visitors.stop()
    await asyncio.sleep(rest)


async def _watch(
    nodes: Sequence[Node], http: httpx.AsyncClient, visitors: Visitors, seconds: float
) -> list[list[Sample]]:
    """Samples of each node, taken until *seconds* are over."""
    taken: list[list[Sample]] = [[] for _ in nodes]
    pause = max(_LEAST_PAUSE, seconds / _SAMPLES)
    start = time.monotonic()
    shown = 0.0
    while (took := time.monotonic() - start) < seconds:
        await asyncio.sleep(pause)
        visitors.check()
        for node, samples in zip(nodes, taken, strict=True):
            samples.append(await sample(http, node))
        if took - shown >= _SHOW_EVERY:
            shown = took
            _show(took, [samples[-1] for samples in taken], visitors)
    return taken


def _show(took: float, samples: Sequence[Sample], visitors: Visitors) -> None:
    memory = " + ".join(f"{one.memory:.0f}" for one in samples)
    tables, sockets = sum(one.tables for one in samples), sum(one.sockets for one in samples)
    print(
        f"{took:6.0f} s  {memory} MiB, {tables} tables, {sockets} sockets, "
        f"{visitors.counts['visits']} visits, {visitors.counts['acts']} acts",
        file=sys.stderr,
        flush=True,
    )


def _print(found: Sequence[tuple[int, Course]]) -> None:
    print(
        f"{'node':>4}  {'':8}{'empty':>8}{'start':>8}{'middle':>8}{'end':>8}{'empty again':>13}"
        "  verdict"
    )
    for node, course in found:
        numbers = f"{course.empty:8.0f}{course.start:8.0f}{course.middle:8.0f}{course.end:8.0f}"
        verdict = "growing" if course.grows else "flat"
        print(f"{node:>4}  {course.name:8}{numbers}{course.empty_again:13.0f}  {verdict}")
    print(f"memory in MiB; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


def main() -> int:
    """Read the command line and run; 1 if something grew."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--nodes", type=int, default=1, help="1: a SQLite file; more: PostgreSQL")
    parser.add_argument("--people", type=int, default=40, help="at a time")
    parser.add_argument("--stay", type=float, default=10, help="seconds, on average")
    parser.add_argument("--think", type=float, default=0.3, help="seconds, on average")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(soak(given, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
