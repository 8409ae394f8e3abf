"""One server a PostgreSQL database, or several that know of each other."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

import asyncpg
import structlog

from spadille.server.ending import end
from spadille.server.store.address import address_of
from spadille.server.store.lock import DatabaseInUse
from spadille.server.store.ports import StoreAway
from spadille.server.store.postgres_link import Backoff, connect, is_away, part_from

if TYPE_CHECKING:
    from spadille.server.store.postgres_link import OwnConnection

_WAIT_SECONDS: Final = 3.0
"""How long a server that starts waits for the one before it, whose end may not be noticed yet."""
_LOOK_SECONDS: Final = 2.0
"""How often the connection that holds the lock is tried."""
_PAUSE: Final = 0.25
"""How often it is taken again once it is lost."""
_NOTICE: Final = (
    # The database gives up a machine that is gone without a word after some ten seconds.
    "SET tcp_keepalives_idle = 4; SET tcp_keepalives_interval = 2; "
    "SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000"
)
_LOCK: Final = 0x53504144
_TAKE: Final = (
    # A table's number stands for the place, for one database may have several schemas.
    "SELECT pg_try_advisory_lock{how}($1, 'game_table'::regclass::oid::int)"
)
_ALONE: Final = (
    "Another Spadille server uses the database {place}. Stop it first; or, for several servers "
    "on one database, give each of them the same SPADILLE_NATS."
)
_AMONG_OTHERS: Final = (
    "A Spadille server without SPADILLE_NATS uses the database {place}, as if it were alone "
    "there. Stop it first, or start it again with the SPADILLE_NATS of this one."
)

log = structlog.stdlib.get_logger()


class _State(Enum):
    """How a lock is that was held once."""

    HELD = auto()
    AWAY = auto()
    TAKEN = auto()


class DatabaseLock:
    """Holds a database until it is released or the process ends, however it ends.

    A server that is alone shares it with nobody; those with a bus share it with each other.
    The lock lives as long as a connection of its own. Where that is lost it is taken again,
    and the server serves on meanwhile.
    """

    def __init__(self, url: str, *, shared: bool) -> None:
        """Hold nothing yet of the database at *url*; *shared*: with others that share it."""
        self._url = url
        self._take = _TAKE.format(how="_shared" if shared else "")
        self._refusal = (_AMONG_OTHERS if shared else _ALONE).format(place=address_of(url))
        self._connection: OwnConnection | None = None
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def take(self) -> None:
        """Take the database; raises `DatabaseInUse` if another has it, and `StoreAway`."""
        now, backoff = asyncio.get_running_loop().time, Backoff()
        until = now() + _WAIT_SECONDS
        while (problem := await self._problem()) is not None:
            if now() >= until:
                raise problem
            await backoff.pause()
        self._task = asyncio.create_task(self._keep(), name="database lock")

    async def release(self) -> None:
        """Let others take the database."""
        await end(self._task)
        if self._connection is not None:
            await part_from(self._connection)

    async def _try(self) -> bool:
        """Whether the lock is held now, by a new connection."""
        connection = await connect(self._url)
        try:
            await connection.execute(_NOTICE)
            taken = bool(await connection.fetchval(self._take, _LOCK))
        except BaseException:
            connection.terminate()
            raise
        if taken:
            self._connection = connection
            connection.add_termination_listener(lambda _connection: self._lost.set())
        else:
            await part_from(connection)
        return taken

    async def _problem(self) -> Exception | None:
        """Why the lock cannot be taken now; ``None``: it was."""
        try:
            return None if await self._try() else DatabaseInUse(self._refusal)
        except Exception as error:
            if not is_away(error):
                raise
            return StoreAway(f"The database is away: {error!r}")

    async def _keep(self) -> None:
        """Take the lock again whenever its connection is lost."""
        before = _State.HELD
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS if before is _State.HELD else _PAUSE):
                    await self._lost.wait()
            self._lost.clear()
            state = await self._look()
            if state is not before:
                self._tell(state)
            before = state

    async def _look(self) -> _State:
        try:
            if self._connection is None:
                return _State.HELD if await self._try() else _State.TAKEN
            await self._connection.fetchval("SELECT 1")
        except Exception as error:
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            if not (is_away(error) or isinstance(error, asyncpg.InterfaceError)):
                log.exception("database lock not looked after")
            return _State.AWAY
        return _State.HELD

    def _tell(self, state: _State) -> None:
        match state:
            case _State.HELD:
                log.info("database lock held again")
            case _State.AWAY:
                log.warning("database lock lost; it will be taken again")
            case _State.TAKEN:
                log.error("another server has taken the database", advice=self._refusal)
