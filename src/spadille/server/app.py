"""The composition root: the only place that builds the parts and joins them."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadille.protocol.levels import BotLevel
from spadille.server.accounts.identity import Guests
from spadille.server.accounts.tokens import Tokens
from spadille.server.chat.complaints import Complaints
from spadille.server.chat.rooms import ChatRooms
from spadille.server.gateway.company import Company
from spadille.server.gateway.headers import NOT_KEPT, with_headers
from spadille.server.gateway.http import http_app
from spadille.server.gateway.pages import Pages
from spadille.server.gateway.sockets import Sockets
from spadille.server.gateway.watchman import Watchman
from spadille.server.gateway.wellbeing import Wellbeing
from spadille.server.lobby.challenges import Challenges
from spadille.server.lobby.hub import Hub
from spadille.server.lobby.placement import Placement
from spadille.server.lobby.presence import Presence
from spadille.server.nodes.crier import Crier
from spadille.server.nodes.joining import bus_for, directory_for
from spadille.server.people.access import PersonalTokens
from spadille.server.people.accounts import Accounts, Doors
from spadille.server.people.circle import Circle
from spadille.server.people.limits import Limit
from spadille.server.people.passwords import Passwords
from spadille.server.people.preferences import Preferences
from spadille.server.players import Recruiter, thumb_rules
from spadille.server.store.counted import CountedLog
from spadille.server.store.lock import DatabaseInUse
from spadille.server.store.opening import open_store
from spadille.server.store.ports import StoreAway
from spadille.server.store.walltime import unix_milliseconds
from spadille.server.tables.chance import SystemChance
from spadille.server.tables.events import is_play
from spadille.server.tables.house import THINKERS, House
from spadille.server.tables.offer import Offer
from spadille.server.tables.pace import Pace
from spadille.server.tables.surroundings import Surroundings
from spadille.server.tables.table import Table as OwnTable
from spadille.server.telemetry import Metrics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.server.gateway.asgi import App, Message, Receive, Scope, Send
    from spadille.server.settings import Settings
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.interface import AnyTable as Table

CALL_PREFIXES: Final = ("/api/", "/healthz", "/readyz", "/metrics")
"""Where calls are answered; everything else is a page."""


_DAY: Final = 24 * 3600.0
"""Seconds."""


class Service:
    """An ASGI application: the whole server."""

    def __init__(self, settings: Settings) -> None:
        """Build it; raises what `open_store` does where it may not serve."""
        self._settings = settings
        self.metrics = Metrics()
        self._store, secret = open_store(settings, self.metrics.committed)
        self._thinkers = ThreadPoolExecutor(THINKERS, "house")
        watch = self.metrics.thinking
        self._house = House(thumb_rules, self._thinkers, _offer(settings), watch)
        self._recruiter = Recruiter(self._house)
        self._presence = Presence()
        self._hub = Hub(self._presence)
        surroundings = Surroundings(
            CountedLog(self._store, self.metrics.log),
            self._house,
            SystemChance(),
            _pace(settings),
            self._table_told,
        )
        nodes = self.metrics.nodes
        self._bus = bus_for(settings, nodes)
        self._directory = directory_for(
            settings, surroundings, self._store.ownership, self._bus, self._stand_aside, nodes
        )
        self.company = self._found_company(Tokens(secret), _arrivals(settings.guests_per_address))
        self.sockets = Sockets(self._directory, self.company, settings, self.metrics)
        self._crier = Crier(self._bus, self.company, self.sockets)
        self._watchman = Watchman(self._store.people, self.sockets)
        self._calls: App = http_app(
            directory=self._directory,
            company=self.company,
            store=self._store,
            sockets=self.sockets,
            settings=settings,
            wellbeing=Wellbeing(
                self._store, self._directory, self.sockets, self._bus, self.metrics
            ),
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
        await self._recruiter.stop()
        await self._watchman.stop()
        await self._crier.stop()
        self.company.close()
        try:
            await self._directory.close()
        finally:
            self._thinkers.shutdown(cancel_futures=True)
            await self._store.close()

    def _found_company(self, tokens: Tokens, arrivals: Limit) -> Company:
        """Join the parts about people."""
        store = self._store.people
        passwords = Passwords()
        accounts = Accounts(store, passwords, Doors(time.monotonic))
        circle = Circle(store, accounts, self._presence.where, time.monotonic)
        chat = ChatRooms(store, circle, unix_milliseconds)
        return Company(
            store=store,
            guests=Guests(store, tokens, arrivals, Limit(20, 0.2, time.monotonic)),
            passwords=passwords,
            accounts=accounts,
            circle=circle,
            preferences=Preferences(store),
            tokens=PersonalTokens(store, unix_milliseconds),
            presence=self._presence,
            hub=self._hub,
            chat=chat,
            complaints=Complaints(store, chat, time.monotonic, unix_milliseconds),
            placement=Placement(self._directory, self._store, self._presence, circle),
            challenges=Challenges(
                self._directory, self._presence, circle, self._hub, time.monotonic
            ),
        )

    def _table_told(self, table: Table, events: Sequence[TableEvent]) -> None:
        """Pass on what has happened at a table, if it concerns anybody elsewhere."""
        if is_play(events):
            return
        self._hub.table_told(table, events)
        self.company.challenges.table_told(table, events)
        if isinstance(table, OwnTable):
            # All servers with connections there are told; the one that runs it speaks for them.
            self.company.chat.table_told(table, events)
        self.sockets.table_told(table, events)

    def _stand_aside(self, aside: bool) -> None:  # noqa: FBT001 - the only thing that is told
        self.sockets.stand_aside(aside=aside)

    async def _start(self) -> str | None:
        """Begin to serve; why that is not possible, if it is not."""
        try:
            await self._store.claim()
            await self._directory.start()
            if self._settings.nats:
                await self._crier.start()
        except DatabaseInUse as error:
            await self.close()
            return str(error)
        except (OSError, StoreAway) as error:
            await self.close()
            return f"This node cannot join the others: {error}"
        self._watchman.start()
        self._recruiter.start()
        return None

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not f"{scope['path']}/".startswith(CALL_PREFIXES):
            await self._pages(scope, receive, send)
            return

        async def count_and_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.metrics.calls.labels(f"{message['status'] // 100}xx").inc()
                message = {**message, "headers": [*message.get("headers", ()), NOT_KEPT]}
            await send(message)

        await self._calls(scope, receive, count_and_send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Follow the server's life: everything is built already."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                await self.close()
            elif (failure := await self._start()) is not None:
                await send({"type": "lifespan.startup.failed", "message": failure})
                return
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return


def _arrivals(in_a_day: int) -> Limit:
    """How many new guests one address may bring, all at once or one by one."""
    return Limit(in_a_day or math.inf, (in_a_day or 1) / _DAY, time.monotonic)


def _offer(settings: Settings) -> Offer:
    return Offer(BotLevel(settings.bot), BotLevel(settings.bot_most))


def _pace(settings: Settings) -> Pace:
    return Pace(
        turn=settings.turn_seconds,
        grace=settings.grace_seconds,
        bot=settings.bot_seconds,
        trick=settings.trick_seconds,
        between=settings.between_seconds,
        idle=settings.idle_seconds,
    )
