"""Writes events to PostgreSQL: whatever waits shares one transaction, and so one flush."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import asyncpg

from spadille.server.store.ports import Conflict, Fenced, StoreAway
from spadille.server.store.postgres_link import PATIENCE, Backoff, is_away, part_from, storable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from spadille.server.store.postgres_link import OwnConnection
    from spadille.server.store.writer import Observer

_MOST: Final = 1000
"""Appends in one transaction."""
_APPEND: Final = (
    # Until the commit nobody takes these tables over; all lock them in the same order.
    "WITH owned AS MATERIALIZED (SELECT table_id, epoch FROM ownership "
    "WHERE table_id = ANY($1::text[]) AND node IS NOT NULL ORDER BY table_id FOR SHARE), "
    "asked AS MATERIALIZED (SELECT t, s, n, "
    "COALESCE((SELECT max(seq) FROM event WHERE table_id = t), 0) AS head, "
    "EXISTS (SELECT FROM event WHERE table_id = t AND order_id = o) AS obeyed, "
    "e IS NULL OR EXISTS (SELECT FROM owned WHERE table_id = t AND epoch = e) AS current "
    "FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) "
    "WITH ORDINALITY AS job (t, s, o, e, n)), "
    "stored AS (INSERT INTO event (table_id, seq, order_id, at, body) "
    "SELECT row.* FROM unnest($5::text[], $6::bigint[], $7::text[], $8::bigint[], $9::bytea[]) "
    "AS row (t, s, o, a, b) JOIN asked ON asked.t = row.t "
    # Two that write the same tables without owners wait for each other, but not in a circle.
    "WHERE head = asked.s AND current AND NOT obeyed ORDER BY row.t, row.s) "
    "SELECT head, obeyed, current FROM asked ORDER BY n"
)
"""Stores what nothing is against of appends to different tables; tells what there was."""
_STORED: Final = (
    "SELECT order_id, at, body FROM event "
    "WHERE table_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq"
)


@dataclass(frozen=True, slots=True)
class Append:
    """Events that are to be written, all or none."""

    table: str
    seq: int
    bodies: Sequence[bytes]
    order: str | None
    at: int
    epoch: int | None
    until: float
    """By the loop's clock: how long the database may be away."""
    done: asyncio.Future[None] = field(compare=False)

    def rows(self) -> list[tuple[str | None, int, bytes]]:
        """The order, time and body of each event."""
        first = 0
        return [
            (self.order if number == first else None, self.at, body)
            for number, body in enumerate(self.bodies)
        ]


class PostgresLog:
    """One connection that appends, and the queue before it."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[OwnConnection]],
        observer: Observer | None = None,
        *,
        patience: float = PATIENCE,
    ) -> None:
        """Write through what *connect* opens; wait *patience* seconds where it cannot.

        *observer* is told after each commit how many appends it held, and its seconds.
        """
        self._connect = connect
        self._observe = observer
        self._patience = patience
        self._queue: deque[Append] = deque()
        self._waiting = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._connection: OwnConnection | None = None

    async def append(
        self,
        table: str,
        seq: int,
        bodies: Sequence[bytes],
        order: str | None,
        at: int,
        epoch: int | None,
    ) -> None:
        """Write *bodies*, made at *at*; see `EventStore.append`."""
        loop = asyncio.get_running_loop()
        if self._task is None:
            self._task = loop.create_task(self._run(), name="store writer")
        until = loop.time() + self._patience
        order = storable(order)
        job = Append(storable(table), seq, bodies, order, at, epoch, until, loop.create_future())
        self._queue.append(job)
        self._waiting.set()
        await job.done

    async def close(self) -> None:
        """Write what is queued, then let go of the connection."""
        self._closing = True
        self._waiting.set()
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await part_from(self._connection)

    async def _run(self) -> None:
        while self._queue or not self._closing:
            await self._waiting.wait()
            self._waiting.clear()
            while self._queue:
                await self._write(self._gather())

    def _gather(self) -> list[Append]:
        """All that waits, but for second appends to the same table, which come next."""
        first: dict[str, Append] = {}
        later: deque[Append] = deque()
        for job in self._queue:
            if job.table in first or len(first) == _MOST:
                later.append(job)
            else:
                first[job.table] = job
        self._queue = later
        return list(first.values())

    async def _write(self, jobs: list[Append]) -> None:
        """Write *jobs*, and tell each how it went; nobody waits for ever."""
        backoff, tried = Backoff(), False
        while jobs:
            try:
                # Of an attempt whose commit was not answered nobody knows how it ended.
                jobs = await self._unstored(jobs) if tried else jobs
                await self._attempt(jobs)
            except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError) as error:
                # Somebody else wrote in this moment; the next look finds whom it concerns.
                tried = True
                jobs = _waiting_on(jobs, error)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told
                lost = self._connection is None or self._connection.is_closed()
                away = lost or is_away(error)
                self._drop()
                jobs = _waiting_on(jobs, error) if away else _told(jobs, error)
                tried = True
                if jobs:
                    await backoff.pause()
            else:
                return

    async def _attempt(self, jobs: list[Append]) -> None:
        """Write those of *jobs* that nothing is against, in one transaction."""
        connection = await self._connected()
        start = time.perf_counter()
        asked = [[job.table, job.seq, job.order, job.epoch] for job in jobs]
        rows = [
            [job.table, number, *row]
            for job in jobs
            for number, row in enumerate(job.rows(), job.seq + 1)
        ]
        found = await connection.fetch(_APPEND, *_columns(asked, 4), *_columns(rows, 5))
        if self._observe is not None:
            self._observe(len(jobs), time.perf_counter() - start)
        for job, (head, obeyed, current) in zip(jobs, found, strict=True):
            _tell(job, _verdict(job, head, obeyed=obeyed, current=current))

    async def _unstored(self, jobs: list[Append]) -> list[Append]:
        """Those of *jobs* that are not stored; the others are told that they are."""
        connection = await self._connected()
        left: list[Append] = []
        for job in jobs:
            end = job.seq + len(job.bodies)
            stored = await connection.fetch(_STORED, job.table, job.seq, end)
            if job.bodies and [tuple(row) for row in stored] == job.rows():
                _tell(job, None)
            else:
                left.append(job)
        return left

    async def _connected(self) -> OwnConnection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def _verdict(job: Append, head: int, *, obeyed: bool, current: bool) -> Exception | None:
    """What was against *job*."""
    if not current:
        return Fenced(f"{job.table} is no longer in epoch {job.epoch}")
    if head != job.seq:
        return Conflict(f"{job.table} has {head} events, not {job.seq}")
    if obeyed:
        return Conflict(f"{job.table} has obeyed {job.order} already")
    return None


def _columns(rows: Sequence[Sequence[object]], count: int) -> list[list[object]]:
    """The *count* columns of *rows*, of which there may be none."""
    return [[row[place] for row in rows] for place in range(count)]


def _waiting_on(jobs: list[Append], error: Exception) -> list[Append]:
    """Those of *jobs* that wait on after *error*; the others have waited for long enough."""
    now = asyncio.get_running_loop().time()
    _told([job for job in jobs if job.until <= now], StoreAway(f"The database is away: {error!r}"))
    return [job for job in jobs if job.until > now]


def _told(jobs: list[Append], error: Exception) -> list[Append]:
    """None of *jobs*, once all have been told of *error*."""
    for job in jobs:
        _tell(job, error)
    return []


def _tell(job: Append, error: Exception | None) -> None:
    if job.done.done():
        return  # its waiter was cancelled
    if error is None:
        job.done.set_result(None)
    else:
        job.done.set_exception(error)
