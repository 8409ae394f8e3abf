"""What a server holds: memory, file handles, tasks, tables and sockets, over time."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx

    from tests.kit.server import Program

_KIB: Final = 1024


class Sample(NamedTuple):
    """What a server held at one moment."""

    memory: float
    """MiB that are resident."""
    files: int
    tasks: int
    tables: int
    """Awake, and this node's own."""
    sockets: int


class Slack(NamedTuple):
    """How much more at the end than in the middle is no growth."""

    share: float
    amount: float


SLACKS: Final = {
    "memory": Slack(0.04, 3),
    "files": Slack(0.1, 8),
    "tasks": Slack(0.15, 10),
    "tables": Slack(0.25, 5),
    "sockets": Slack(0.25, 5),
}
"""People come and go at random, so their number swings; a leak goes on."""


async def sample(http: httpx.AsyncClient, program: Program) -> Sample:
    """What *program* holds now."""
    counters = (await http.get(f"{program.url}/metrics")).text
    values = dict(line.rsplit(" ", 1) for line in counters.splitlines() if line[:1] != "#")
    process = Path(f"/proc/{program.pid}")
    status = (process / "status").read_text(encoding="utf-8").splitlines()
    (resident,) = (int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    return Sample(
        resident / _KIB,
        sum(1 for _ in (process / "fd").iterdir()),
        int(float(values["spadille_tasks"])),
        int(float(values["spadille_tables_awake"])),
        int(float(values["spadille_sockets"])),
    )


class Course(NamedTuple):
    """How one measure of one node went."""

    name: str
    empty: float
    """Before anybody came."""
    start: float
    middle: float
    end: float
    empty_again: float
    """After everybody had gone, and the tables slept."""

    @property
    def grows(self) -> bool:
        """Whether there was more at the end than in the middle, or something is left over."""
        slack = SLACKS[self.name]
        late = self.end > self.middle * (1 + slack.share) + slack.amount
        # Python gives memory back when it likes, so only what can be counted must be gone.
        left = self.name != "memory" and self.empty_again > self.empty + slack.amount
        return late or left


def courses(before: Sample, samples: Sequence[Sample], after: Sample) -> list[Course]:
    """How each measure went: medians of a fifth of *samples* each."""
    fifth = max(1, len(samples) // 5)
    middle = len(samples) // 2 - fifth // 2
    parts = (samples[:fifth], samples[middle : middle + fifth], samples[-fifth:])
    return [
        Course(
            name,
            getattr(before, name),
            start=median(getattr(one, name) for one in parts[0]),
            middle=median(getattr(one, name) for one in parts[1]),
            end=median(getattr(one, name) for one in parts[2]),
            empty_again=getattr(after, name),
        )
        for name in Sample._fields
    ]
