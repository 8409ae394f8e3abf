"""The machine: its clock, its limits, its processors and its memory."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadille.server.checkup.finding import fault, ok, warning
from spadille.server.checkup.folder import MEGABYTE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadille.server.checkup.finding import Finding

SPARE_FILES: Final = 100
"""Files and connections besides the sockets of people."""
LEAST_MEMORY: Final = 400 * MEGABYTE
"""What a server with searching computer players takes before anybody comes, and some more."""
_SOCKET_MEMORY: Final = 100_000
"""Bytes for each socket, with its share of a table."""
_LATEST_JUMP: Final = 0.5
_GROUP: Final = Path("/sys/fs/cgroup")


class Stopwatch:
    """Both clocks at one moment."""

    def __init__(self) -> None:
        """Look at them."""
        self._wall, self._steady = time.time(), time.monotonic()

    def jump(self) -> float:
        """By how many seconds the wall clock has been set since."""
        return (time.time() - self._wall) - (time.monotonic() - self._steady)


def check_clock(jump: float, now: float, newest: float) -> Finding:
    """What there is to say of a wall clock that says *now* and was set by *jump* meanwhile.

    *newest* is when the program was written: it cannot be earlier. The time zone does not
    matter, for all times are kept in UTC.
    """
    advice = "Let the machine set its clock by the network (chrony, systemd-timesyncd)."
    if now < newest:
        return fault("clock", f"it says {time.ctime(now)}, before this program was written", advice)
    if abs(jump) > _LATEST_JUMP:
        found = f"it was set by {jump:+.1f} s meanwhile"
        return warning("clock", f"{found}; play does not mind, but times of chat do", advice)
    return ok("clock", "it runs evenly")


def check_files(sockets: int, limit: int | None = None) -> Finding:
    """Whether *sockets* may be open at once; *limit* stands for the system's own."""
    if limit is None:
        limit = _file_limit()
    topic, wanted = "open files", sockets + SPARE_FILES
    found = f"{limit} may be open here"
    if limit >= wanted:
        return ok(topic, f"{found}, {wanted} are wanted for {sockets} sockets")
    advice = (
        f"Raise the limit: ulimit -n {wanted} in a shell, LimitNOFILE={wanted} in a systemd unit."
    )
    return warning(topic, f"{found}, which is too few for {sockets} sockets", advice)


def check_processors(bot: str, count: float | None = None) -> Finding:
    """Whether *count* processors, else those of this machine, are enough for *bot* players."""
    if count is None:
        count = processors()
    found = f"{count:g} for computer players of level {bot}"
    if bot == "expert" and count < 2:  # noqa: PLR2004 - one to think, one to serve
        advice = (
            "An expert thinks half a second a card on a core of its own: take SPADILLE_BOT=skilled."
        )
        return warning("processors", found, advice)
    if count < 1 and bot != "rules":
        advice = "Give the server a whole one, or let it take SPADILLE_BOT=casual."
        return warning("processors", found, advice)
    return ok("processors", found)


def check_memory(sockets: int, free: int | None = None) -> Iterator[Finding]:
    """Whether *free* bytes, else those of this machine, are enough for *sockets*."""
    if free is None:
        free = free_memory()
    if free is None:
        return
    wanted = LEAST_MEMORY + sockets * _SOCKET_MEMORY
    found = f"{free // MEGABYTE} MB are free, {wanted // MEGABYTE} MB are wanted"
    if free < wanted:
        advice = "Give the machine or the container more, or expect fewer people."
        yield warning("memory", found, advice)
    else:
        yield ok("memory", found)


def processors() -> float:
    """How many processors this process may use; a container may have a part of one."""
    count = float(len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1)
    quota = _group("cpu.max").split()
    if len(quota) == 2 and quota[0].isdigit():  # noqa: PLR2004 - so much in each such time
        count = min(count, int(quota[0]) / int(quota[1]))
    return count


def free_memory(meminfo: Path = Path("/proc/meminfo")) -> int | None:
    """Bytes that are to be had; a container may have fewer. ``None``: nobody says."""
    if not meminfo.exists():
        return None
    rows = dict(line.split(":", 1) for line in meminfo.read_text(encoding="ascii").splitlines())
    free = int(rows["MemAvailable"].split()[0]) * 1024
    most, used = _group("memory.max").strip(), _group("memory.current").strip()
    if most.isdigit() and used.isdigit():
        free = min(free, int(most) - int(used))
    return free


def _group(name: str) -> str:
    file = _GROUP / name
    return file.read_text(encoding="ascii") if file.exists() else ""


def _file_limit() -> int:
    if sys.platform == "win32":
        return sys.maxsize
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft
