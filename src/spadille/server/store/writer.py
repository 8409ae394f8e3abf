"""One thread that writes: whatever waits for it shares one commit, and so one flush."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    Work: TypeAlias = Callable[[sqlite3.Connection], None]
    Observer: TypeAlias = Callable[[int, float], None]
    """Told after each commit how much work it held, and the seconds it took."""

_MOST: Final = 1000
"""Pieces of work in one commit."""


@dataclass(frozen=True, slots=True)
class _Job:
    """A piece of work, which may be undone and done again, and who waits for it."""

    work: Work
    done: asyncio.Future[None]


def _no_one(_jobs: int, _seconds: float) -> None:
    """Tell no one."""


class GroupWriter:
    """Does work on a connection of its own, in order, many pieces to a commit."""

    def __init__(
        self, connect: Callable[[], sqlite3.Connection], observer: Observer | None = None
    ) -> None:
        """Write through the connection that *connect* makes in the writing thread."""
        self._connect = connect
        self._observe = observer or _no_one
        self._fresh: list[_Job] = []
        """What was queued just now, and is handed over in one piece."""
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def do(self, work: Work) -> asyncio.Future[None]:
        """Queue *work*; the future ends once it is on the disk, or with what it raised."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if not self._fresh:
            # A turn of the event loop later, so that what has come meanwhile shares the flush.
            loop.call_soon(loop.call_soon, self._hand_over)
        self._fresh.append(_Job(work, done))
        return done

    async def close(self) -> None:
        """Do what is queued, and stop."""
        self._hand_over()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self) -> None:
        fresh, self._fresh = self._fresh, []
        if fresh:
            self._jobs.put(fresh)

    def _run(self) -> None:
        connection = self._connect()
        running = True
        while running:
            jobs, running = self._gather()
            if jobs:
                self._do_all(connection, jobs)
        connection.close()

    def _gather(self) -> tuple[list[_Job], bool]:
        """All that waits, and whether to go on after it."""
        jobs: list[_Job] = []
        more = self._jobs.get()
        while more is not None:
            jobs += more
            if len(jobs) >= _MOST:
                return jobs, True
            try:
                more = self._jobs.get_nowait()
            except queue.Empty:
                return jobs, True
        return jobs, False

    def _do_all(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        start = time.perf_counter()
        outcomes: Sequence[Exception | None]
        try:
            connection.execute("BEGIN IMMEDIATE")
            outcomes = _do_each(connection, jobs)
            connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody may wait for ever
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            outcomes = [error] * len(jobs)
        self._observe(len(jobs), time.perf_counter() - start)
        _deliver_to_loop(jobs, outcomes)


def _do_each(connection: sqlite3.Connection, jobs: list[_Job]) -> Sequence[Exception | None]:
    """Do all *jobs* as one; only if one of them fails, each so that it harms no other."""
    try:
        for job in jobs:
            job.work(connection)
    except Exception:
        if not connection.in_transaction:
            # A full disk or the like ended the whole transaction.
            raise
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        return [_try(connection, job.work) for job in jobs]
    return [None] * len(jobs)


def _try(connection: sqlite3.Connection, work: Work) -> Exception | None:
    """Do *work* whole or not at all, without harm to its neighbours."""
    connection.execute("SAVEPOINT work")
    try:
        work(connection)
    except Exception as error:
        if not connection.in_transaction:
            # A full disk or the like ended the whole transaction.
            raise
        connection.execute("ROLLBACK TO work")
        return error
    finally:
        if connection.in_transaction:
            connection.execute("RELEASE work")
    return None


def _deliver_to_loop(jobs: list[_Job], outcomes: Sequence[Exception | None]) -> None:
    """Wake the event loop once for all of *jobs*."""
    loop = jobs[0].done.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(_deliver, jobs, outcomes)


def _deliver(jobs: list[_Job], outcomes: Sequence[Exception | None]) -> None:
    for job, error in zip(jobs, outcomes, strict=True):
        if job.done.done():
            continue  # its waiter was cancelled
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
