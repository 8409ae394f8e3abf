"""Opens the store that the settings name, in whatever state it is."""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from spadille.server.accounts.tokens import SECRET_BYTES, load_secret
from spadille.server.store.address import address_of
from spadille.server.store.migrate import bring_up_postgres
from spadille.server.store.ports import EventStore, PeopleStore
from spadille.server.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from spadille.server.settings import Settings
    from spadille.server.store.database import Database
    from spadille.server.store.ownership_ports import Ownership
    from spadille.server.store.people import SocialStore
    from spadille.server.store.writer import Observer

Result = TypeVar("Result")

COOKIES: Final = "cookies"
"""The name of the secret that signs them."""
_START_SECONDS: Final = 10.0
"""How long to wait for a database that is starting, too."""
_PAUSE: Final = 0.25


class UnusableDatabase(Exception):  # noqa: N818 - it names what was found
    """The database that the settings name cannot be used; the message says why."""


class Store(EventStore, PeopleStore, Protocol):
    """All that a server keeps."""

    @property
    def people(self) -> SocialStore:
        """Who people are, and what they have said and declared."""
        ...

    @property
    def ownership(self) -> Ownership:
        """Which node owns which table."""
        ...

    @property
    def database(self) -> Database:
        """Where all of it is."""
        ...

    async def claim(self) -> None:
        """Use it from now on, until it is closed, if no server does that knows nothing of this one.

        Raises `DatabaseInUse` if one does, and `StoreAway`.
        """
        ...


class Opened(NamedTuple):
    """An open store, and what else must outlive the process."""

    store: Store
    secret: bytes
    """What signs the cookies; all servers on one database have the same."""


def open_store(settings: Settings, observer: Observer | None = None) -> Opened:
    """The store of *settings*, made or brought up to this version if need be.

    *observer* is told of each commit. Raises `DirectoryInUse`, `NewerDatabase`,
    `DamagedSecret` or `UnusableDatabase` where that cannot be.
    """
    if settings.database is None:
        own = SqliteStore(settings.data, observer=observer)
        return Opened(own, load_secret(settings.data))
    # Its driver takes a while to import, which a server without it need not wait for.
    from spadille.server.store.postgres import PostgresStore  # noqa: PLC0415

    url = settings.database
    # The caller may run in a loop already, which cannot wait for another.
    with ThreadPoolExecutor(1) as thread:
        secret = thread.submit(asyncio.run, prepare_postgres(url)).result()
    store = PostgresStore(url, observer=observer, shared=bool(settings.nats))
    return Opened(store, secret)


async def prepare_postgres(url: str) -> bytes:
    """Bring the database at *url* up to this version; give the secret that is kept there.

    Raises `NewerDatabase` and `UnusableDatabase`.
    """
    from spadille.server.store.postgres_link import PostgresLink, connect  # noqa: PLC0415 - as above

    async def work() -> bytes:
        await bring_up_postgres(lambda: connect(url))
        link = PostgresLink(url)
        try:
            return await shared_secret(link)
        finally:
            await link.close()

    return await reached(url, work)


async def reached(url: str, work: Callable[[], Awaitable[Result]]) -> Result:
    """What *work* gives, which asks the database at *url*; waits for one that is starting.

    Raises `UnusableDatabase` where that one cannot be reached or lets nobody in.
    """
    from spadille.server.store.postgres_link import is_away, refuses  # noqa: PLC0415 - as above

    until = time.monotonic() + _START_SECONDS
    while True:
        try:
            return await work()
        except Exception as error:
            if is_away(error) and time.monotonic() < until:
                await asyncio.sleep(_PAUSE)
                continue
            if is_away(error) or refuses(error):
                # Not the error itself where it may quote the address, which has a password.
                raise UnusableDatabase(
                    f"The database {address_of(url)} cannot be used: "
                    f"{refuses(error) or str(error) or 'it does not answer'}. "
                    "Check SPADILLE_DATABASE."
                ) from None
            raise


async def shared_secret(database: Database) -> bytes:
    """The secret that is kept in *database*; the first who asks makes it."""
    await database.change(
        (
            "INSERT INTO secret VALUES ($1, $2) ON CONFLICT DO NOTHING",
            COOKIES,
            secrets.token_bytes(SECRET_BYTES),
        )
    )
    rows = await database.query("SELECT body FROM secret WHERE name = $1", COOKIES)
    return bytes(rows[0][0])
