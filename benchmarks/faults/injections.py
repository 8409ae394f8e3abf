"""What can go wrong with a service of several nodes; each fault is over when its call returns."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.faults.mischief import muddle, overrun

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TypeAlias

    from benchmarks.faults.crowd import Crowd
    from benchmarks.faults.world import Node, World
    from tests.kit.gate import Gate

    Fault: TypeAlias = Callable[["Scene"], Awaitable[None]]

HOUR: Final = 3600


class Scene(NamedTuple):
    """Where and when a fault strikes."""

    world: World
    crowd: Crowd
    number: int
    """How many of this kind came before."""
    seconds: float
    """How long a fault lasts that has a length."""
    pause: float
    """How long a node is stopped by SIGSTOP."""

    @property
    def node(self) -> Node:
        """The node that is struck; they take turns."""
        return self.world.nodes[self.number % len(self.world.nodes)]


async def calm(scene: Scene) -> None:
    """Nothing at all, to compare with."""
    await asyncio.sleep(scene.seconds)


async def kill(scene: Scene) -> None:
    """A crash of a node, which is started again later."""
    await scene.node.kill()
    await asyncio.sleep(scene.seconds)
    await scene.node.start()


async def freeze(scene: Scene) -> None:
    """A node stands still for longer than its lease, and wakes."""
    scene.node.send_signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(scene.pause)
    finally:
        scene.node.send_signal(signal.SIGCONT)


async def drain(scene: Scene) -> None:
    """A deploy: a node is told to stop, and started again."""
    code, log = await scene.node.stop()
    if code != 0:
        raise RuntimeError(f"the node ended with {code}: {log[-2000:]}")
    await scene.node.start()


async def nats(scene: Scene) -> None:
    """The bus crashes and comes back."""
    await asyncio.to_thread(scene.world.nats.stop)
    await asyncio.sleep(scene.seconds)
    await asyncio.to_thread(scene.world.nats.start)


async def postgres(scene: Scene) -> None:
    """The database crashes and comes back, ended by SIGKILL and by SIGQUIT in turn."""
    how = signal.SIGKILL if scene.number % 2 else signal.SIGQUIT
    await asyncio.to_thread(scene.world.postgres.stop, how)
    await asyncio.sleep(scene.seconds)
    await asyncio.to_thread(scene.world.postgres.start)


async def cut_nats(scene: Scene) -> None:
    """One node cannot reach the bus."""
    await _cut(scene, scene.world.wires[scene.number % len(scene.world.wires)].nats)


async def cut_postgres(scene: Scene) -> None:
    """One node cannot reach the database."""
    await _cut(scene, scene.world.wires[scene.number % len(scene.world.wires)].postgres)


async def clock(scene: Scene) -> None:
    """The wall clock of one node jumps by an hour, ahead and back in turn; it is set right."""
    scene.node.set_clock(-HOUR if scene.number % 2 else HOUR)
    try:
        await asyncio.sleep(scene.seconds)
    finally:
        scene.node.set_clock(0)


async def orders(scene: Scene) -> None:
    """People send orders twice, too late, from two sockets and in the wrong order."""
    await muddle(scene.crowd, scene.seconds)


async def slow(scene: Scene) -> None:
    """At every table one client never reads, and one reads slowly."""
    await overrun(scene.crowd, scene.seconds)


async def _cut(scene: Scene, gate: Gate) -> None:
    """Cut a wire: with a reset in one turn, without a word in the next."""
    if scene.number % 2:
        gate.hold()
    else:
        await gate.bar()
    await asyncio.sleep(scene.seconds)
    if scene.number % 2:
        gate.release()
    else:
        await gate.open()


FAULTS: Final[dict[str, Fault]] = {
    "calm": calm,
    "kill9": kill,
    "pause": freeze,
    "drain": drain,
    "nats": nats,
    "postgres": postgres,
    "cut-nats": cut_nats,
    "cut-postgres": cut_postgres,
    "clock": clock,
    "orders": orders,
    "slow": slow,
}
