"""Real servers: in this process on a free port, or as a program of their own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any, Self

from spadille.core.seats import Seat
from spadille.server.app import Service
from spadille.server.gateway.serving import WebServer
from spadille.server.settings import Settings
from tests.kit.client import GUARD_SECONDS, Player

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

QUICK: dict[str, Any] = {
    "host": "127.0.0.1",
    "port": 0,
    "bot": "rules",
    "bot_most": "rules",
    "bot_seconds": 0.0,
    "trick_seconds": 0.0,
    "orders_per_second": 1e6,
}
"""A server on which nothing waits for people to look."""
PROGRAM = {
    "SPADILLE_HOST": "127.0.0.1",
    "SPADILLE_PORT": "0",
    "SPADILLE_LOG": "json",
    "SPADILLE_BOT": "rules",
    "SPADILLE_BOT_MOST": "rules",
    "SPADILLE_BOT_SECONDS": "0",
    "SPADILLE_TRICK_SECONDS": "0",
    "SPADILLE_ORDERS_PER_SECOND": "1000000",
}
"""The same, as environment variables."""


class Running:
    """A server that takes connections."""

    def __init__(self, service: Service, server: WebServer) -> None:
        """Know the parts of a running server."""
        self.service = service
        self.server = server
        self.url = f"http://127.0.0.1:{server.port}"


@asynccontextmanager
async def running(data: Path, **settings: Any) -> AsyncIterator[Running]:
    """A real server with its own data, for as long as the block lasts."""
    chosen = Settings(data=data, **{**QUICK, **settings})
    service = Service(chosen)
    server = WebServer(service, service.sockets, chosen.host, chosen.port)
    serving = asyncio.create_task(server.serve())
    ready = asyncio.create_task(server.until_ready())
    await asyncio.wait({serving, ready}, return_when=asyncio.FIRST_COMPLETED)
    ready.cancel()
    try:
        yield Running(service, server)
    finally:
        server.should_exit = True
        await asyncio.wait_for(serving, GUARD_SECONDS)


def tell(data: Path, story: Callable[[Running], Awaitable[None]], **settings: Any) -> None:
    """Run *story* on a real server."""

    async def main() -> None:
        async with running(data, **settings) as server:
            await story(server)

    asyncio.run(asyncio.wait_for(main(), 2 * GUARD_SECONDS))


@asynccontextmanager
async def four_players(url: str, **wanted: Any) -> AsyncIterator[list[Player]]:
    """Four people seated at a new table, by seat."""
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player(url, seed)) for seed in range(4)]
        host = players[Seat.NORTH]
        table = await host.make_table(seat=Seat.NORTH, open_seats=[1, 2, 3], **wanted)
        for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST):
            await players[seat].sit(table, seat)
        yield players


class Program:
    """The server as a program of its own, which can be killed."""

    def __init__(self, data: Path, **settings: str) -> None:
        """Keep everything in *data*; *settings* are environment variables without prefix."""
        self._command = [sys.executable, "-m", "spadille", "serve", "--data", str(data)]
        given = {f"SPADILLE_{name.upper()}": value for name, value in settings.items()}
        self._environment = {**os.environ, **PROGRAM, **given}
        self._process: asyncio.subprocess.Process | None = None
        self._draining: asyncio.Task[bytes] | None = None
        self.url = ""

    async def __aenter__(self) -> Self:
        """Start it."""
        await self.start()
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Leave nothing behind."""
        if self._process is not None and self._process.returncode is None:
            await self.kill()

    async def start(self) -> None:
        """Start it, and return once it takes connections."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, env=self._environment, stderr=asyncio.subprocess.PIPE
        )
        assert self._process.stderr is not None
        heard = b""
        async for line in self._process.stderr:
            heard += line
            if b'"urls"' in line:
                self.url = json.loads(line)["urls"][0]
                # Nobody reads its log, but it must not fill the pipe.
                self._draining = asyncio.create_task(self._process.stderr.read())
                return
        raise AssertionError(f"the server did not start: {heard.decode()}")

    @property
    def pid(self) -> int:
        """The number of the process that runs, or ran last."""
        assert self._process is not None
        return self._process.pid

    def send_signal(self, how: signal.Signals) -> None:
        """Send the process *how*, and do not wait for what comes of it."""
        assert self._process is not None
        self._process.send_signal(how)

    async def kill(self) -> None:
        """End it at once, with no chance to finish anything.

        Its log is closed, too, for its end is not seen as long as anybody writes there, and a
        compiler of computer players, which it has begun, may go on for a minute.
        """
        assert self._process is not None
        self._process.kill()
        self._process._transport.close()  # type: ignore[attr-defined]
        await self._gone()

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """End it as an administrator would; give the exit code and the rest of its log."""
        assert self._process is not None
        self._process.send_signal(how)
        return await self._gone()

    async def _gone(self) -> tuple[int, str]:
        assert self._process is not None
        assert self._draining is not None
        code = await asyncio.wait_for(self._process.wait(), GUARD_SECONDS)
        return code, (await self._draining).decode()
