"""How many tables one core plays at people's pace before anybody has to wait.

``python -m benchmarks.capacity`` prints a table; see ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.broadcast import LOAD_CORE, bare, pin, spadille
from benchmarks.load import SEATS, Table, Tally, bare_tables, spades_tables

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TypeAlias

    from benchmarks.broadcast import Server

    Make: TypeAlias = Callable[[str, int, Tally], Awaitable[list[Table]]]

LIMIT_SECONDS: Final = 0.050
"""The longest that 99 of 100 actions may take until all four seats know of them."""
IDLE_SECONDS: Final = 1.0
_UPDATE_BYTES: Final = 950
_FIRST, _BISECTIONS, _TRIES = 50, 3, 2
_SETTLE_SECONDS: Final = 1.5
_QUICK: Final = 0.3
"""Seconds between actions where only memory is looked at."""


class Paced:
    """Tables that act when it is their time, and not when they can."""

    def __init__(self, server: Server, make: Make, pace: float) -> None:
        """Let each table of *server*, made by *make*, act every *pace* seconds."""
        self.server = server
        self.tally = Tally()
        self.tables: list[Table] = []
        self._make = make
        self._pace = pace

    async def grow(self, count: int) -> None:
        """Have at least *count* tables."""
        more = count - len(self.tables)
        if more > 0:
            self.tables += await self._make(self.server.url, more, self.tally)

    async def p99(self, count: int, seconds: float) -> float:
        """Seconds within which 99 of 100 actions are heard of while *count* tables play.

        Counted from when an action was due: a late one delays nobody else's measure.
        """
        await self.grow(count)
        late: list[float] = []
        start = asyncio.get_running_loop().time() + 0.1
        end = start + _SETTLE_SECONDS + seconds
        due = [start + self._pace * number / count for number in range(count)]
        await asyncio.gather(
            *(
                self._play(table, at, end, start + _SETTLE_SECONDS, late)
                for table, at in zip(self.tables, due, strict=False)
            )
        )
        late.sort()
        return late[len(late) * 99 // 100]

    async def _play(
        self, table: Table, due: float, end: float, counted: float, late: list[float]
    ) -> None:
        loop = asyncio.get_running_loop()
        while due < end:
            await asyncio.sleep(max(0.0, due - loop.time()))
            await table.act_once()
            if due >= counted:
                late.append(loop.time() - due)
            due += self._pace
            if loop.time() > end + LIMIT_SECONDS:
                return


class Capacity(NamedTuple):
    """What was found of one server."""

    tables: int
    p99: float
    """Of the largest number of tables that was within the limit, in seconds."""
    share: float
    """Of its core that the server used then. If little, the machine was busy otherwise."""

    def __str__(self) -> str:
        p99, share = 1000 * self.p99, 100 * self.share
        return f"{self.tables} tables, p99 {p99:.0f} ms, {share:.0f} % of a core"


async def capacity(load: Paced, most: int, seconds: float) -> Capacity:
    """The largest number of tables, up to *most*, that is within the limit."""
    good, bad = Capacity(0, 0.0, 0.0), 0
    count = _FIRST
    while not bad and good.tables < most:
        good, bad = await _probe(load, min(count, most), seconds, good, bad)
        count *= 2
    for _ in range(_BISECTIONS if bad else 0):
        good, bad = await _probe(load, (good.tables + bad) // 2, seconds, good, bad)
    return good


async def _probe(
    load: Paced, count: int, seconds: float, good: Capacity, bad: int
) -> tuple[Capacity, int]:
    # Again where it fails, for a neighbour's noise is not the server's fault.
    for _ in range(_TRIES):
        await load.grow(count)
        start, cpu = time.perf_counter(), load.server.cpu()
        p99 = await load.p99(count, seconds)
        share = (load.server.cpu() - cpu) / (time.perf_counter() - start)
        if p99 <= LIMIT_SECONDS:
            return Capacity(count, p99, share), bad
    return good, count


async def memory(server: Server, count: int) -> tuple[float, float]:
    """KiB for a table in play with its four sockets, and for one that sleeps.

    What sleepers leave is used again by others, so it is what as many more tables add.
    """
    await _evening(server, 1)
    base = server.resident()
    first = await _evening(server, count)
    await asyncio.sleep(3 * IDLE_SECONDS + 1)
    second = await _evening(server, count)
    return (first - base) / count, (second - first) / count


async def _evening(server: Server, count: int) -> int:
    """Let *count* new tables play and everybody go; give what the server held in mid-play."""
    load = Paced(server, spades_tables, _QUICK)
    await load.p99(count, 3.0)
    held = server.resident()
    for table in load.tables:
        for socket in table.sockets:
            socket.close()
    return held


def run(most: int, seconds: float, pace: float) -> None:
    """Measure both servers, and print what was found."""
    with tempfile.TemporaryDirectory() as data, spadille(Path(data)) as server:
        ours = asyncio.run(capacity(Paced(server, spades_tables, pace), most, seconds))
    print(f"tables of {SEATS} that act every {pace:g} s, p99 under {1000 * LIMIT_SECONDS:.0f} ms:")
    print(f"Spadille: {ours}")
    with bare(_UPDATE_BYTES) as server:
        least = asyncio.run(capacity(Paced(server, bare_tables, pace), 4 * most, seconds))
    print(f"bare broadcast: {least}")
    if least.tables:
        print(f"ratio: {ours.tables / least.tables:.2f}")
    os.environ["SPADILLE_IDLE_SECONDS"] = str(IDLE_SECONDS)
    with tempfile.TemporaryDirectory() as data, spadille(Path(data)) as server:
        playing, asleep = asyncio.run(memory(server, 100))
    print(f"memory: {playing:.0f} KiB a table in play, {asleep:.0f} KiB once it sleeps")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=800, help="tables; more take long to seat")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--pace", type=float, default=1, help="seconds between actions at a table")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Inherited by the servers; each socket takes a file at either end.
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    pin(LOAD_CORE)
    start = time.perf_counter()
    run(options.most, options.seconds, options.pace)
    print(f"took {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
