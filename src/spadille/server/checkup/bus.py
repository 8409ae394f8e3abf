"""The NATS server by which nodes talk, as a node would meet it."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from nats.aio.client import Client
from nats.errors import Error as NatsError

from spadille.server.checkup.finding import fault, ok, warning

if TYPE_CHECKING:
    from nats.aio.msg import Msg

    from spadille.server.checkup.finding import Finding

TOPIC: Final = "bus"
SLOW_SECONDS: Final = 0.05
_SECONDS: Final = 3.0
_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


async def check_bus(url: str) -> list[Finding]:
    """What there is to say of the NATS server at *url*; one message is sent and heard."""
    parts = urlsplit(url)
    place = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    client = Client()
    try:
        async with asyncio.timeout(_SECONDS):
            await client.connect(
                url, connect_timeout=2, allow_reconnect=False, error_cb=_heard_elsewhere
            )
    except (NatsError, OSError, TimeoutError) as error:
        await client.close()
        advice = "Start NATS, and check the address, the user and the password in SPADILLE_NATS."
        why = str(error) or type(error).__name__
        return [fault(TOPIC, f"no NATS server lets us in at {place} ({why})", advice)]
    try:
        version = client.connected_server_version
        number = f"{version.major}.{version.minor}.{version.patch}"
        findings = [ok(TOPIC, f"{place} answers: NATS {number}")]
        findings.append(await _trip(client))
    finally:
        await client.close()
    if parts.username is None and parts.hostname not in _HERE:
        findings.append(
            warning(
                TOPIC,
                f"{place} is used without a password, and carries hidden cards",
                "Give it a user and a password, in the form nats://user:password@host:4222.",
            )
        )
    return findings


async def _trip(client: Any) -> Finding:  # noqa: ANN401 - its futures are not typed
    subject, heard = f"spadille.checkup.{secrets.token_hex(8)}", asyncio.Event()

    async def hear(_message: Msg) -> None:
        heard.set()

    try:
        async with asyncio.timeout(_SECONDS):
            await client.subscribe(subject, cb=hear)
            await client.flush()
            start = time.perf_counter()
            await client.publish(subject, b"")
            await heard.wait()
            seconds = time.perf_counter() - start
    except (NatsError, OSError, TimeoutError) as error:
        why = str(error) or type(error).__name__
        advice = "Let its user publish and subscribe to spadille.> and _INBOX.>."
        return fault(TOPIC, f"a message was not heard ({why})", advice)
    found = f"a message takes {1000 * seconds:.1f} ms"
    if seconds > SLOW_SECONDS:
        return warning(TOPIC, found, "Move the NATS server nearer to the nodes.")
    return ok(TOPIC, found)


async def _heard_elsewhere(_error: Exception) -> None:
    """What goes wrong is raised, too, or shows in what is not heard."""
