"""Runs the faults one after another, and judges each."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.faults.alone import DISK_FAULTS, hermit
from benchmarks.faults.crowd import Crowd
from benchmarks.faults.injections import FAULTS, Scene
from benchmarks.faults.report import Outcome
from benchmarks.faults.verdict import judge
from benchmarks.faults.world import world

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from benchmarks.faults.report import Progress
    from benchmarks.faults.world import World

ALL: Final = (*FAULTS, *DISK_FAULTS)
STUCK_AFTER: Final = 60.0
"""Seconds after a fault in which every table must go on."""
_SHOW_EVERY: Final = 1.0


class Plan(NamedTuple):
    """What is to be done."""

    names: Sequence[str] = ALL
    times: int = 10
    tables: int = 6
    nodes: int = 3
    seconds: float = 6.0
    """How long a fault lasts that has a length: twice a lease."""
    pause: float = 30.0
    think: float = 0.15
    events: int = 12
    """That every table must have before and after each fault."""
    seed: int = 1
    fsync: bool = True


async def run(plan: Plan, folder: Path, progress: Progress) -> list[Outcome]:
    """Do all faults of *plan*; data goes to *folder*."""
    outcomes: list[Outcome] = []
    shared = [name for name in plan.names if name in FAULTS]
    if shared:
        async with world(folder, plan.nodes, fsync=plan.fsync) as made:
            for name in shared:
                outcomes.append(await _shared(name, plan, made, progress))
                outcomes[-1].notes.update(made.errors())
    for name in plan.names:
        if name in DISK_FAULTS:
            outcomes += await _alone(name, plan, folder, progress)
    return outcomes


async def _shared(name: str, plan: Plan, made: World, progress: Progress) -> Outcome:
    crowd = Crowd(made.nodes, plan.seed, plan.think)
    await crowd.gather(plan.tables)

    async def strike(number: int) -> None:
        await FAULTS[name](Scene(made, crowd, number, plan.seconds, plan.pause))

    outcome = await _repeat(name, plan, crowd, strike, progress)
    tables = list(crowd.tables)
    outcome.verdict = judge(crowd.evidence(), await made.logs(tables), await made.writers(tables))
    return outcome


async def _alone(name: str, plan: Plan, folder: Path, progress: Progress) -> list[Outcome]:
    with TemporaryDirectory(dir=folder) as place:
        return await _on_disk(name, plan, Path(place), progress)


async def _on_disk(name: str, plan: Plan, folder: Path, progress: Progress) -> list[Outcome]:
    async with hermit(folder) as alone:
        if name == "disk-full" and not alone.small:
            print("disk-full is left out: a small disk can only be mounted by root.")
            return []
        crowd = Crowd([alone.node], plan.seed, plan.think)
        await crowd.gather(plan.tables)

        async def strike(_number: int) -> None:
            await DISK_FAULTS[name](alone, crowd, plan.seconds)

        outcome = await _repeat(name, plan, crowd, strike, progress)
        await alone.node.stop()
        outcome.verdict = judge(crowd.evidence(), await alone.logs(list(crowd.tables)))
    return [outcome]


async def _repeat(
    name: str,
    plan: Plan,
    crowd: Crowd,
    strike: Callable[[int], Awaitable[None]],
    progress: Progress,
) -> Outcome:
    """Let people play, strike, and let them play again, so many times."""
    outcome = Outcome(name)
    showing = asyncio.create_task(_show(outcome, plan, crowd, progress))
    try:
        for number in range(plan.times):
            outcome.stuck += len(await crowd.until_each(plan.events, STUCK_AFTER))
            crowd.mark()
            await strike(number)
            outcome.stuck += len(await crowd.until_each(plan.events, STUCK_AFTER))
            outcome.silences += crowd.silences()
            outcome.times += 1
    finally:
        showing.cancel()
        with suppress(asyncio.CancelledError):
            await showing
        await crowd.stop()
        progress.end()
    outcome.acts, outcome.reconnects = crowd.acts, crowd.reconnects
    outcome.declined, outcome.notes = crowd.not_stored, crowd.notes
    for witness in crowd.people:
        outcome.notes += witness.in_vain
    return outcome


async def _show(outcome: Outcome, plan: Plan, crowd: Crowd, progress: Progress) -> None:
    while True:
        progress.show(f"{outcome.name} {outcome.times + 1} of {plan.times}", crowd)
        await asyncio.sleep(_SHOW_EVERY)
