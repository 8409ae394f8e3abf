"""Writes events to PostgreSQL: whatever waits shares one transaction, and so one flush."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import asyncpg

from spadille.server.store.ports import Conflict, Fenced, StoreAway
from spadille.server.store.postgres_link import PATIENCE, Backoff, is_away, numbers, storable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from spadille.server.store.postgres_link import Connection
    from spadille.server.store.writer import Observer

_MOST: Final = 1000
"""Appends in one transaction."""
_EPOCHS: Final = (
    "SELECT table_id, epoch FROM ownership WHERE table_id = ANY($1::text[]) AND node IS NOT NULL "
    # Until the commit nobody takes these tables; all lock them in the same order.
    "ORDER BY table_id FOR SHARE"
)
_HEADS: Final = (
    "SELECT (SELECT max(seq) FROM event WHERE table_id = asked.t), "
    "EXISTS (SELECT FROM event WHERE table_id = asked.t AND order_id = asked.o) "
    "FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (t, o, n) ORDER BY n"
)
_INSERT: Final = (
    "INSERT INTO event (table_id, seq, order_id, at, body) "
    "SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bytea[])"
)
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
        connect: Callable[[], Awaitable[Connection]],
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
        self._connection: Connection | None = None

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
        self._drop()

    async def _run(self) -> None:
        while self._queue or not self._closing:
            await self._waiting.wait()
            self._waiting.clear()
            while self._queue:
                jobs = [self._queue.popleft() for _ in range(min(_MOST, len(self._queue)))]
                await self._write(jobs)

    async def _write(self, jobs: list[Append]) -> None:
        """Write *jobs*, and tell each how it went; nobody waits for ever."""
        backoff, tried = Backoff(), False
        while jobs:
            try:
                # Of an attempt whose commit was not answered nobody knows how it ended.
                jobs = await self._unstored(jobs) if tried else jobs
                await self._attempt(jobs)
            except asyncpg.UniqueViolationError:
                # Somebody else wrote in this moment; the next look finds whom it concerns.
                tried = True
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
        start = time.perf_counter()
        connection = await self._connected()
        transaction = connection.transaction()
        await transaction.start()
        try:
            verdicts = await _judge(connection, jobs)
            good = [job for job, error in zip(jobs, verdicts, strict=True) if error is None]
            await _insert(connection, good)
        except asyncpg.UniqueViolationError:
            # After any other error the connection is given up, and this with it.
            await transaction.rollback()
            raise
        await transaction.commit()
        if self._observe is not None:
            self._observe(len(jobs), time.perf_counter() - start)
        for job, error in zip(jobs, verdicts, strict=True):
            _tell(job, error)

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

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


async def _judge(connection: Connection, jobs: list[Append]) -> list[Exception | None]:
    """What is against each of *jobs*, if those before it are written."""
    owned = sorted({job.table for job in jobs if job.epoch is not None})
    epochs = numbers(await connection.fetch(_EPOCHS, owned)) if owned else {}
    known = await connection.fetch(_HEADS, [job.table for job in jobs], [job.order for job in jobs])
    heads = {job.table: head or 0 for job, (head, _) in zip(jobs, known, strict=True)}
    orders: set[tuple[str, str]] = set()
    verdicts: list[Exception | None] = []
    for job, (_, obeyed) in zip(jobs, known, strict=True):
        error: Exception | None = None
        if job.epoch is not None and epochs.get(job.table) != job.epoch:
            error = Fenced(f"{job.table} is no longer in epoch {job.epoch}")
        elif heads[job.table] != job.seq:
            error = Conflict(f"{job.table} has {heads[job.table]} events, not {job.seq}")
        elif job.order is not None and (obeyed or (job.table, job.order) in orders):
            error = Conflict(f"{job.table} has obeyed {job.order} already")
        else:
            heads[job.table] += len(job.bodies)
            if job.order is not None:
                orders.add((job.table, job.order))
        verdicts.append(error)
    return verdicts


async def _insert(connection: Connection, jobs: list[Append]) -> None:
    rows = [
        (job.table, number, *row)
        for job in jobs
        for number, row in enumerate(job.rows(), job.seq + 1)
    ]
    if rows:
        await connection.execute(_INSERT, *(list(column) for column in zip(*rows, strict=True)))


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
