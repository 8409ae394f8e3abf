"""A server on its own whose disk takes nothing more, and later does again."""

from __future__ import annotations

import asyncio
import errno
import resource
import subprocess
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Final

from benchmarks.faults.world import PATIENT, Node
from spadille.server.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
    from pathlib import Path
    from typing import TypeAlias

    from benchmarks.faults.crowd import Crowd
    from spadille.server.store.ports import StoredEvent

    DiskFault: TypeAlias = Callable[["Hermit", Crowd, float], Awaitable[None]]

DECLINED_WITHIN: Final = 60.0
"""Seconds within which a full disk must be felt."""
_DISK: Final = "32m"
_BLOCK: Final = b"\0" * 4096
_POLL: Final = 0.1


class Hermit:
    """One server with its file, on a disk of its own where that is allowed."""

    def __init__(self, folder: Path, *, small: bool) -> None:
        """Keep everything in *folder*; *small*: which has a size of its own."""
        self.folder = folder
        self.small = small
        self.node = Node(folder / "data", **PATIENT)

    async def logs(self, tables: list[str]) -> dict[str, list[StoredEvent]]:
        """What the file has of *tables*; the server must have ended."""
        store = SqliteStore(self.folder / "data")
        try:
            return {table: await store.read(table) for table in tables}
        finally:
            await store.close()


@asynccontextmanager
async def hermit(folder: Path) -> AsyncIterator[Hermit]:
    """A server on its own, which runs; *folder* is there, and empty."""
    with _small_disk(folder) as small:
        alone = Hermit(folder, small=small)
        async with alone.node:
            yield alone


@contextmanager
def _small_disk(folder: Path) -> Iterator[bool]:
    """Put a small disk at *folder*, where this user may; whether that was done."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False).returncode == 0  # noqa: S603
    except OSError:
        done = False
    try:
        yield done
    finally:
        if done:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)  # noqa: S603, S607


async def write_nothing(alone: Hermit, crowd: Crowd, seconds: float) -> None:
    """Every write to a file fails, as on a broken disk; the system refuses them."""
    _, most = resource.prlimit(alone.node.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(alone.node.pid, resource.RLIMIT_FSIZE, (0, most))
    try:
        await _until_declined(crowd)
        await asyncio.sleep(seconds)
    finally:
        resource.prlimit(alone.node.pid, resource.RLIMIT_FSIZE, (most, most))


async def fill(alone: Hermit, crowd: Crowd, seconds: float) -> None:
    """The disk is full until something is deleted."""
    ballast = alone.folder / "ballast"
    await asyncio.to_thread(_fill, ballast)
    try:
        await _until_declined(crowd)
        await asyncio.sleep(seconds)
    finally:
        ballast.unlink()


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(_BLOCK):
                pass
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise


async def _until_declined(crowd: Crowd) -> None:
    """Wait until somebody is told that nothing can be written."""
    before = crowd.not_stored
    async with asyncio.timeout(DECLINED_WITHIN):
        while crowd.not_stored == before:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(_POLL)


DISK_FAULTS: Final[dict[str, DiskFault]] = {"no-writes": write_nothing, "disk-full": fill}
