"""What the bus promises to whoever uses it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from spadille.server.nodes.nats_bus import NatsBus

if TYPE_CHECKING:
    from tests.kit.nats import Nats


def test_whoever_serves_is_found_at_once(nats: Nats) -> None:
    """By others, too, whose questions go to the broker on a way of their own."""

    async def echo(data: bytes) -> bytes:
        return data

    async def main() -> None:
        for _ in range(400):
            one, other = NatsBus(nats.url, "one"), NatsBus(nats.url, "other")
            await one.open()
            await other.open()
            await one.serve("echo", echo)
            assert await other.ask("echo", b"hear me", 10.0) == b"hear me"
            await one.close()
            await other.close()

    asyncio.run(main())
