"""The composition root: the only place that builds the parts and joins them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadille.bots.rule_bot import RuleBot
from spadille.server.accounts.identity import Guests
from spadille.server.accounts.tokens import Tokens, load_secret
from spadille.server.gateway.headers import with_headers
from spadille.server.gateway.http import http_app
from spadille.server.gateway.pages import Pages
from spadille.server.gateway.sockets import Sockets
from spadille.server.store.sqlite import SqliteStore
from spadille.server.tables.chance import SystemChance
from spadille.server.tables.directory import Directory
from spadille.server.tables.house import House
from spadille.server.tables.pace import Pace
from spadille.server.tables.surroundings import Surroundings
from spadille.server.telemetry import Metrics

if TYPE_CHECKING:
    from spadille.server.gateway.asgi import App, Receive, Scope, Send
    from spadille.server.settings import Settings

CALL_PREFIXES: Final = ("/api/", "/healthz", "/readyz", "/metrics")
"""Where calls are answered; everything else is a page."""


class Service:
    """An ASGI application: the whole server."""

    def __init__(self, settings: Settings) -> None:
        """Build it; raises `DirectoryInUse` or `NewerDatabase` where it may not serve."""
        self.metrics = Metrics()
        self._store = SqliteStore(settings.data, observer=self.metrics.committed)
        self._thinkers = ThreadPoolExecutor(1, "house")
        surroundings = Surroundings(
            self._store, House(RuleBot(), self._thinkers), SystemChance(), _pace(settings)
        )
        self._directory = Directory(surroundings)
        guests = Guests(self._store.people, Tokens(load_secret(settings.data)))
        self.sockets = Sockets(self._directory, guests, settings, self.metrics)
        self._calls: App = http_app(
            directory=self._directory,
            guests=guests,
            store=self._store,
            sockets=self.sockets,
            settings=settings,
            metrics=self.metrics,
        )  # type: ignore[assignment]  # the framework has its own names for these shapes
        self._pages: App = Pages(Path(str(resources.files("spadille") / "web_dist")))
        self._http = with_headers(self._answer)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send each connection where it belongs."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
        else:
            await self._live(receive, send)

    async def close(self) -> None:
        """Let the tables finish what they do, then write everything down."""
        await self._directory.close()
        self._thinkers.shutdown(cancel_futures=True)
        await self._store.close()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_call = scope["path"].startswith(CALL_PREFIXES)
        await (self._calls if is_call else self._pages)(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Follow the server's life: everything is built already, so only the end is work."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                await self.close()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return


def _pace(settings: Settings) -> Pace:
    return Pace(
        turn=settings.turn_seconds,
        grace=settings.grace_seconds,
        bot=settings.bot_seconds,
        trick=settings.trick_seconds,
        between=settings.between_seconds,
        idle=settings.idle_seconds,
    )
