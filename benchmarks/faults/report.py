"""What the laboratory says while it works, and at the end."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from benchmarks.faults.crowd import Crowd
    from benchmarks.faults.verdict import Verdict

_HEADINGS: Final = (
    f"{'fault':13}{'times':>6}{'acts':>7}{'lost':>6}{'gap/dbl':>8}{'changed':>8}{'2 writers':>10}"
    f"{'silence s: median':>18}{'longest':>8}{'reconnects':>11}{'declined':>9}{'stuck':>6}"
)


@dataclass
class Outcome:
    """What came of one kind of fault."""

    name: str
    times: int = 0
    acts: int = 0
    silences: list[float] = field(default_factory=list)
    reconnects: int = 0
    declined: int = 0
    stuck: int = 0
    """Tables at which nothing happened for a minute after the fault was over."""
    notes: Counter[str] = field(default_factory=Counter)
    verdict: Verdict | None = None

    @property
    def is_clean(self) -> bool:
        """Whether nobody lost anything, and every table went on."""
        return self.verdict is not None and self.verdict.is_clean and not self.stuck

    def line(self) -> str:
        """A line of the table."""
        assert self.verdict is not None
        v, silences = self.verdict, self.silences or [0.0]
        return (
            f"{self.name:13}{self.times:>6}{self.acts:>7}{v.lost:>6}{v.broken:>8}{v.changed:>8}"
            f"{v.two_writers:>10}{median(silences):>18.2f}{max(silences):>8.2f}"
            f"{self.reconnects:>11}{self.declined:>9}{self.stuck:>6}"
        )


def print_table(outcomes: list[Outcome]) -> None:
    """Print all that was found."""
    print(_HEADINGS)
    for outcome in outcomes:
        print(outcome.line())
    for outcome in outcomes:
        assert outcome.verdict is not None
        for note, times in (outcome.verdict.odd + outcome.notes).most_common():
            print(f"{outcome.name}: {times} x {note}")
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f}: silence is longer on a machine that is busy.")


class Progress:
    """One line that is written over, or a line for each step where nobody watches."""

    def __init__(self, *, quiet: bool = False) -> None:
        """Start the clock; *quiet*: say nothing."""
        self._quiet = quiet
        self._start = time.monotonic()
        self._live = sys.stderr.isatty()

    def show(self, doing: str, crowd: Crowd) -> None:
        """Say what is done now, and how people fare."""
        if self._quiet:
            return
        took = time.monotonic() - self._start
        text = (
            f"{took:6.0f} s  {doing:22} {len(crowd.tables)} tables, {crowd.acts} acts, "
            f"{crowd.reconnects} reconnects, {crowd.not_stored} declined"
        )
        print(
            f"\r{text:100}" if self._live else text,
            end="" if self._live else "\n",
            file=sys.stderr,
            flush=True,
        )

    def end(self) -> None:
        """Leave the line."""
        if self._live and not self._quiet:
            print(file=sys.stderr)
