"""How many actions a second the server takes, beside a bare broadcast of the same stack.

``python -m benchmarks.broadcast`` prints a table; see ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.load import GUARD_SECONDS, Table, Tally, bare_tables, spades_tables

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from typing import TypeAlias

    Make: TypeAlias = Callable[[str, int, Tally], Awaitable[list[Table]]]

SERVER_CORE, LOAD_CORE = 0, 1
ROUNDS = 2
_TICKS = os.sysconf("SC_CLK_TCK")
_ENVIRONMENT = {
    "SPADILLE_HOST": "127.0.0.1",
    "SPADILLE_PORT": "0",
    "SPADILLE_BOT": "rules",
    "SPADILLE_LOG": "json",
    "SPADILLE_ORDERS_PER_SECOND": "1000000",
    "SPADILLE_GUESTS_PER_ADDRESS": "0",
}


class Server(NamedTuple):
    """A server under load."""

    url: str
    pid: int

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1]
        return sum(int(field) for field in fields.split()[11:13]) / _TICKS

    def resident(self) -> int:
        """KiB in memory."""
        for line in Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
        return 0


class Measured(NamedTuple):
    """What one server did under one load."""

    rate: float
    p50: float
    p99: float
    cpu: float
    """Microseconds of processor time for an action."""
    size: float
    """Bytes of an update."""
    memory: float
    """KiB for a table and its four sockets, before play."""


def pin(core: int) -> None:
    """Keep this process on *core*, where there is a choice."""
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, {core})


@contextmanager
def spadille(data: Path) -> Iterator[Server]:
    """The real server, with its own data."""
    command = [sys.executable, "-m", "spadille", "serve", "--data", str(data)]
    with running(command, _ENVIRONMENT, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if '"urls"' in line:
                yield Server(json.loads(line)["urls"][0], process.pid)
                return
    raise RuntimeError("the server did not start")


@contextmanager
def bare(size: int) -> Iterator[Server]:
    """The bare server, whose updates have *size* bytes."""
    command = [sys.executable, "-m", "benchmarks.bare", "--size", str(size)]
    with running(command, {}, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield Server(process.stdout.readline().strip(), process.pid)


@contextmanager
def running(
    command: list[str], environment: dict[str, str], **pipes: int
) -> Iterator[subprocess.Popen[str]]:
    """A server's process on its core, with *environment* added; killed in the end."""
    process = subprocess.Popen(  # noqa: S603 - our own programs
        command,
        text=True,
        env={**os.environ, **environment},
        preexec_fn=lambda: pin(SERVER_CORE),  # noqa: PLW1509 - there is one thread here
        **pipes,  # type: ignore[call-overload]
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


async def measure(server: Server, make: Make, count: int, seconds: float) -> Measured:
    """Load *server* with *count* tables for *seconds*, after a second to warm up."""
    tally = Tally()
    before = server.resident()
    tables = await make(server.url, count, tally)
    memory = (server.resident() - before) / count
    for table in tables:
        table.start()
    await asyncio.sleep(1)
    tally.counting, start, cpu = True, time.perf_counter(), server.cpu()
    await asyncio.sleep(seconds)
    tally.counting, took, cpu = False, time.perf_counter() - start, server.cpu() - cpu
    for table in tables:
        table.running = False
        for socket in table.sockets:
            socket.close()
    done = sorted(tally.latencies)
    return Measured(
        len(done) / took,
        1000 * done[len(done) // 2],
        1000 * done[len(done) * 99 // 100],
        1e6 * cpu / len(done),
        tally.bytes / tally.updates,
        memory,
    )


def run(counts: list[int], seconds: float) -> None:
    """Measure both servers at each of *counts*, and print a line for each."""
    print(f"{'':7}{'Spadille':^62}{'bare broadcast':^31}")
    print(
        f"{'tables':>7}{'act/s':>10}{'p50 ms':>10}{'p99 ms':>10}{'µs/act':>10}{'KiB/table':>11}"
        f"{'bytes/upd':>11}{'act/s':>11}{'p99 ms':>10}{'µs/act':>10}{'ratio':>8}"
    )
    for count in counts:
        # Turn by turn, so that a busy neighbour slows both; the best of each counts.
        rounds = [_round(count, seconds) for _ in range(ROUNDS)]
        ours, least = (max(side, key=lambda done: done.rate) for side in zip(*rounds, strict=True))
        print(
            f"{count:>7}{ours.rate:>10.0f}{ours.p50:>10.1f}{ours.p99:>10.1f}{ours.cpu:>10.0f}"
            f"{ours.memory:>11.1f}{ours.size:>11.0f}{least.rate:>11.0f}{least.p99:>10.1f}"
            f"{least.cpu:>10.0f}{ours.rate / least.rate:>8.2f}",
            flush=True,
        )


def _round(count: int, seconds: float) -> tuple[Measured, Measured]:
    with tempfile.TemporaryDirectory() as data, spadille(Path(data)) as server:
        ours = asyncio.run(measure(server, spades_tables, count, seconds))
    with bare(round(ours.size)) as server:
        return ours, asyncio.run(measure(server, bare_tables, count, seconds))


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 25, 100, 250])
    parser.add_argument("--seconds", type=float, default=3)
    options = parser.parse_args()
    pin(LOAD_CORE)
    run(options.tables, min(options.seconds, GUARD_SECONDS))


if __name__ == "__main__":
    main()
