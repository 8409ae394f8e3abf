"""A PostgreSQL database, as a server would meet it."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING, Final

from spadille.server.checkup.finding import fault, ok, warning
from spadille.server.store.address import address_of
from spadille.server.store.migrate import postgres_step, steps
from spadille.server.store.postgres_link import connect, is_away, part_from, refuses

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from spadille.server.checkup.finding import Finding
    from spadille.server.store.postgres_link import OwnConnection

TOPIC: Final = "database"
OLDEST: Final = 140_000
"""As PostgreSQL counts its versions; older ones get no repairs any more."""
CONNECTIONS: Final = 18
"""What one server may need."""
SLOW_SECONDS: Final = 0.02
"""A trick is four writes, each of which is a round trip at least."""
MOST_APART: Final = 2.0
"""Seconds; tables do not mind, but people read these times."""
_TRIES: Final = 5
_FREE: Final = (
    "SELECT current_setting('max_connections')::int "
    "- current_setting('superuser_reserved_connections')::int - count(*) FROM pg_stat_activity"
)


async def check_postgres(url: str) -> list[Finding]:
    """What there is to say of the database at *url*, which is only read."""
    place = address_of(url)
    try:
        connection = await connect(url)
    except Exception as error:
        if not (is_away(error) or refuses(error)):
            raise
        return [_unreachable(place, error)]
    try:
        return [finding async for finding in _look(connection, place)]
    except Exception as error:
        if not (is_away(error) or refuses(error)):
            raise
        return [_unreachable(place, error)]
    finally:
        await part_from(connection)


def _unreachable(place: str, error: Exception) -> Finding:
    refusal = refuses(error)
    if refusal is not None:
        advice = "Check the user, the password and the name in SPADILLE_DATABASE."
        return fault(
            TOPIC, f"{place} lets nobody in: {refusal.splitlines()[0].rstrip('.')}", advice
        )
    return fault(
        TOPIC,
        f"{place} does not answer ({str(error) or type(error).__name__})",
        "Start PostgreSQL, and check the host and the port in SPADILLE_DATABASE, and the "
        "firewall between.",
    )


async def _look(connection: OwnConnection, place: str) -> AsyncIterator[Finding]:
    number = int(await connection.fetchval("SELECT current_setting('server_version_num')"))
    version = await connection.fetchval("SELECT current_setting('server_version')")
    if number < OLDEST:
        yield warning(TOPIC, f"{place} is PostgreSQL {version}, which is old", "Take 14 or newer.")
    else:
        yield ok(TOPIC, f"{place} answers: PostgreSQL {version}")
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        yield fault(TOPIC, "it is a standby, which takes no writes", "Name the primary.")
    yield _version(await postgres_step(connection))
    for finding in await _durability(connection):
        yield finding
    free = int(await connection.fetchval(_FREE))
    if free < CONNECTIONS:
        yield warning(
            TOPIC,
            f"{free} more connections are possible, and a server may need {CONNECTIONS}",
            "Raise max_connections, or end what else is connected.",
        )
    trip, apart = await _times(connection)
    yield _trip(trip)
    yield _clock(apart)


def _version(taken: int) -> Finding:
    known = steps("postgresql")
    if taken > known:
        return fault(
            TOPIC,
            f"a newer version has written it (schema {taken}; this one knows {known})",
            "Start that version, or bring a dump from before it back.",
        )
    if taken < known:
        found = f"schema {taken} of {known}" if taken else "it is empty"
        advice = "The server brings it up when it starts"
        return (
            warning(TOPIC, f"it is of an older version ({found})", f"{advice}; dump it first.")
            if taken
            else ok(TOPIC, f"{found}; the server makes its tables when it starts")
        )
    return ok(TOPIC, f"schema {taken}")


async def _durability(connection: OwnConnection) -> list[Finding]:
    found: list[Finding] = []
    if await connection.fetchval("SELECT current_setting('fsync')") == "off":
        advice = "Set fsync = on: without it a power cut may damage the whole database."
        found.append(fault(TOPIC, "fsync is off", advice))
    if await connection.fetchval("SELECT current_setting('synchronous_commit')") == "off":
        advice = "Set synchronous_commit = on: cards are shown only after they are kept."
        found.append(warning(TOPIC, "synchronous_commit is off", advice))
    return found


async def _times(connection: OwnConnection) -> tuple[float, float]:
    """Seconds of a round trip, and by how many the database's clock is ahead of this one."""
    trips: list[float] = []
    aheads: list[float] = []
    for _ in range(_TRIES):
        wall, start = time.time(), time.perf_counter()
        theirs = await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8")
        trips.append(time.perf_counter() - start)
        aheads.append(float(theirs) - wall - trips[-1] / 2)
    return median(trips), median(aheads)


def _trip(seconds: float) -> Finding:
    found = f"a round trip takes {1000 * seconds:.1f} ms"
    if seconds > SLOW_SECONDS:
        return warning(TOPIC, found, "Move the database nearer: every card waits for one or more.")
    return ok(TOPIC, found)


def _clock(ahead: float) -> Finding:
    found = f"its clock and this machine's are {abs(ahead):.1f} s apart"
    if abs(ahead) > MOST_APART:
        advice = "Let both machines set their clocks by the network (chrony, systemd-timesyncd)."
        return warning("clock", found, advice)
    return ok("clock", found)
