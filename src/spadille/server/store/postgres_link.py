"""Connections to a PostgreSQL that may go away for a while, and come back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import asyncpg

from spadille.server.store.database import NotUnique
from spadille.server.store.ports import StoreAway

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from asyncpg.pool import PoolConnectionProxy

    from spadille.server.store.database import Cell, Change

    OwnConnection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
    Connection: TypeAlias = "OwnConnection | PoolConnectionProxy[asyncpg.Record]"
    Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"

Result = TypeVar("Result")

PATIENCE: Final = 30.0
"""Seconds for which a call waits for the database to come back."""
_STATEMENT_SECONDS: Final = 10.0
"""After so long without an answer, the database counts as away."""
_CONNECT_SECONDS: Final = 5.0
_GOODBYE_SECONDS: Final = 2.0
_MOST_CONNECTIONS: Final = 8
_SIGNATURE: Final = {"application_name": "spadille"}
"""How the database lists these connections."""
_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 0.5

_AWAY = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    # What was the primary is a standby now.
    asyncpg.ReadOnlySQLTransactionError,
    # Undone, and to be tried again, for others were at the same rows.
    asyncpg.TransactionRollbackError,
)


def is_away(error: Exception) -> bool:
    """Whether *error* says to try again, as when nobody answers, rather than that it refuses."""
    return isinstance(error, _AWAY)


def refuses(error: Exception) -> str | None:
    """Why the database does not let one in, if that is what *error* says."""
    root: BaseException = error
    while root.__cause__ is not None:
        root = root.__cause__
    if isinstance(root, asyncpg.PostgresError):
        return str(root)
    if isinstance(root, (asyncpg.InterfaceError, ValueError)):
        return (
            "its address must look like postgresql://user:password@host/name, with special "
            "characters in the password as %XX"
        )
    return None


class Backoff:
    """Pauses that grow."""

    def __init__(self) -> None:
        """Begin with a short one."""
        self._seconds = _FIRST_PAUSE

    async def pause(self) -> None:
        """Wait for longer than the last time."""
        await asyncio.sleep(self._seconds)
        self._seconds = min(2 * self._seconds, _LONGEST_PAUSE)


async def connect(url: str) -> OwnConnection:
    """A connection to *url*, which gives up where no answer comes."""
    return await asyncpg.connect(
        url,
        timeout=_CONNECT_SECONDS,
        command_timeout=_STATEMENT_SECONDS,
        server_settings=_SIGNATURE,
    )


async def part_from(connection: OwnConnection) -> None:
    """Close *connection*, with a word if the database still listens."""
    try:
        await connection.close(timeout=_GOODBYE_SECONDS)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
        connection.terminate()


class PostgresLink:
    """A database that many processes may share; see `Database`."""

    def __init__(self, url: str, *, patience: float = PATIENCE) -> None:
        """Reach the database at *url*, when first asked; wait up to *patience* seconds for it."""
        self._url = url
        self._patience = patience
        self._pool: Pool | None = None
        self._opening = asyncio.Lock()

    async def connect(self) -> OwnConnection:
        """A connection of one's own."""
        return await connect(self._url)

    async def query(self, question: str, *values: Cell) -> list[Any]:
        """The rows that answer *question*; raises `StoreAway`."""
        cells = [storable(value) for value in values]
        return await self.do(lambda connection: connection.fetch(question, *cells), repeat=True)

    async def change(self, *changes: Change) -> list[int]:
        """Make all *changes*, or none; raises `NotUnique` and `StoreAway`."""

        async def work(connection: Connection) -> list[int]:
            return [
                _touched(await connection.execute(str(statement), *map(storable, values)))
                for statement, *values in changes
            ]

        return await self.transaction(work)

    async def change_and_tell(self, change: str, *values: Cell) -> list[Any]:
        """Make *change*, and give the rows that it returns; raises as `change` does."""
        cells = [storable(value) for value in values]
        return await self.transaction(lambda connection: connection.fetch(change, *cells))

    async def change_many(self, change: str, rows: Sequence[Sequence[Cell]]) -> None:
        """Make *change* with each of *rows*; raises as `change` does."""
        cells = [[storable(value) for value in row] for row in rows]
        await self.transaction(lambda connection: connection.executemany(change, cells))

    async def transaction(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """What *work* gives, whose changes are kept whole or not at all.

        Nothing is kept before the commit, so it may be repeated until then. Raises
        `NotUnique`, and `StoreAway` where the database could not be reached in time or was
        lost during the commit.
        """
        committing = False

        async def whole(connection: Connection) -> Result:
            nonlocal committing
            async with connection.transaction():
                result = await work(connection)
                committing = True
            return result

        try:
            return await self.do(whole, repeat=lambda: not committing)
        except asyncpg.UniqueViolationError as error:
            raise NotUnique(str(error)) from error

    async def do(
        self,
        work: Callable[[Connection], Awaitable[Result]],
        *,
        repeat: bool | Callable[[], bool],
    ) -> Result:
        """What *work* gives; again and again if it may *repeat* after a lost connection."""
        now = asyncio.get_running_loop().time
        until, backoff = now() + self._patience, Backoff()
        while True:
            lost = False
            try:
                pool = await self._opened()
                async with pool.acquire(timeout=_CONNECT_SECONDS) as connection:
                    try:
                        return await work(connection)
                    finally:
                        lost = _is_lost(connection)
            except Exception as error:
                if not (lost or is_away(error)):
                    raise
                may = repeat if isinstance(repeat, bool) else repeat()
                if not may or now() >= until:
                    raise StoreAway(f"The database is away: {error!r}") from error
            await backoff.pause()

    async def close(self) -> None:
        """Let go of all connections."""
        if self._pool is None:
            return
        try:
            await asyncio.wait_for(self._pool.close(), _GOODBYE_SECONDS)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
            self._pool.terminate()

    async def _opened(self) -> Pool:
        async with self._opening:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=1,
                    max_size=_MOST_CONNECTIONS,
                    timeout=_CONNECT_SECONDS,
                    command_timeout=_STATEMENT_SECONDS,
                    server_settings=_SIGNATURE,
                )
            return self._pool


def _is_lost(connection: Any) -> bool:  # noqa: ANN401 - the pool's stand-in for a connection
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:
        return True  # the pool has taken it back


def numbers(rows: Sequence[Any]) -> dict[str, int]:
    """Rows of a name and a number, by the name."""
    return {row[0]: row[1] for row in rows}


def storable(value: object) -> Any:  # noqa: ANN401 - as it came, but for text
    """*value* as PostgreSQL can keep it: it knows no text with NUL in it."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value


def _touched(status: str) -> int:
    """The number of rows in such as ``UPDATE 3``."""
    last = status.rsplit(" ", 1)[-1]
    return int(last) if last.isdigit() else 0
