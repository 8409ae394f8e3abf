"""A player over real sockets: a cookie, a connection, and all that was told."""

from __future__ import annotations

import asyncio
import ssl
from typing import TYPE_CHECKING, Any, Self

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from spadille.bots.bot import ask
from spadille.bots.random_bot import RandomBot
from spadille.core.codec import decoder, encoder
from spadille.core.commands import LookAtHand, PassCards, PlaceBid
from spadille.core.view import PlayerView
from spadille.protocol.acts import Act, Agree, Give, Look, MakeBid, Play, Sit
from spadille.protocol.messages import (
    Accepted,
    ClientMessage,
    Declined,
    Fault,
    Hello,
    Order,
    Refused,
    ServerMessage,
    Update,
    Welcome,
)
from spadille.protocol.table import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

    from spadille.core.seats import Seat
    from spadille.protocol.news import Person
    from spadille.protocol.table import TableInfo

GUARD_SECONDS = 60.0
"""No test waits longer for anything: a hang becomes a failure."""
_TLS = ssl.create_default_context()
"""Unused on plain HTTP, but dear to make for each client."""
_decoder: Any = decoder(ServerMessage)
_encoder = encoder()


class Gone(Exception):  # noqa: N818 - it names what happened
    """The socket was closed while something was awaited."""


class Player:
    """Somebody at a browser, who plays at random."""

    def __init__(self, url: str, seed: int = 0, *, keep: bool = True) -> None:
        """Play at the server at *url*; *keep* all messages, or only the last."""
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=GUARD_SECONDS, verify=_TLS)
        self.bot = RandomBot(seed)
        self.person: Person | None = None
        self.keep = keep
        self.strict = True
        """Whether a gap in the numbers is an error; it is not for who asks for the past again."""
        self.table = ""
        self.seq = 0
        self.frames: list[str] = []
        self.messages: list[ServerMessage] = []
        self.newest: ServerMessage | None = None
        self.last: Welcome | Update | None = None
        self.info: TableInfo | None = None
        self.closed: tuple[int, str] | None = None
        self._name = f"{seed}"
        self._orders = 0
        self._answers: dict[str, asyncio.Future[Accepted | Refused | Declined]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Become a guest."""
        answer = await self.http.get("/api/me")
        self.person = decoder(Any).decode(answer.content)["person"]
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Leave without a word."""
        await self.drop()
        await self.http.aclose()

    @property
    def id(self) -> str:
        """The guest's id."""
        person: Any = self.person
        identity: str = person["id"]
        return identity

    @property
    def cookie(self) -> str:
        """The guest's ``Cookie`` header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def make_table(self, **wanted: Any) -> str:
        """Make a table and connect to it; give its id."""
        answer = await self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]["id"]
        await self.connect(table)
        return table

    async def connect(self, table: str, *, resume: bool = False) -> None:
        """Open a socket to *table*, and wait until the table is there."""
        if not resume:
            self.seq, self.last = 0, None
        self.table = table
        await self.open()
        greeted = self.last
        await self.say(Hello(table, self.seq))
        await self.until(lambda: self.last is not greeted)

    async def open(self, *, cookie: str | None = None, origin: str | None = None) -> None:
        """Open a socket, and say nothing yet; raises `Gone` where it is cut in the handshake."""
        headers = {"Cookie": self.cookie if cookie is None else cookie}
        if origin is not None:
            headers["Origin"] = origin
        self.closed = None
        try:
            self._socket = await connect(
                f"{self.url.replace('http', 'ws', 1)}/ws",
                additional_headers=headers,
                compression=None,
                max_size=None,
                proxy=None,
            )
        except InvalidMessage as error:
            raise Gone from error
        self._reader = asyncio.create_task(self._read(self._socket))

    async def drop(self) -> None:
        """Lose the connection."""
        if self._socket is not None:
            self._socket.transport.abort()
            await self._socket.wait_closed()
        if self._reader is not None:
            await self._reader
        self._socket = self._reader = None

    async def say(self, message: ClientMessage) -> None:
        """Send a message."""
        await self.say_raw(_encoder.encode(message).decode())

    async def say_raw(self, data: str | bytes) -> None:
        """Send anything at all."""
        assert self._socket is not None
        try:
            await self._socket.send(data)
        except ConnectionClosed as error:
            raise Gone from error

    async def order(
        self, act: Act, order_id: str | None = None, *, seat: Seat | None = None
    ) -> Accepted | Refused | Declined:
        """Send *act* on behalf of *seat*, or of one's own, and wait for its answer."""
        self._orders += 1
        order = Order(order_id or f"order-{self._name}-{self._orders}", act, seat)
        answer = self._answers.setdefault(order.id, asyncio.get_running_loop().create_future())
        await self.say(order)
        return await asyncio.wait_for(answer, GUARD_SECONDS)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until *holds*, which is asked after every message; raises `Gone`."""

        async def wait() -> None:
            while not holds():
                if self.closed is not None:
                    raise Gone(self.closed)
                self._changed.clear()
                await self._changed.wait()

        await asyncio.wait_for(wait(), GUARD_SECONDS)

    async def until_closed(self) -> tuple[int, str]:
        """Wait for the server to close; give the code and the reason."""

        async def wait() -> tuple[int, str]:
            while self.closed is None:
                self._changed.clear()
                await self._changed.wait()
            return self.closed

        return await asyncio.wait_for(wait(), GUARD_SECONDS)

    async def sit(self, table: str, seat: Seat) -> None:
        """Connect to *table* and sit down."""
        await self.connect(table)
        assert isinstance(await self.order(Sit(seat)), Accepted)

    async def play(self, done: Callable[[], bool]) -> None:
        """Play any legal move, and agree to go on, until *done*."""
        while not done():
            act = self.next_act()
            if act is None:
                await self.until(lambda seen=self.seq: self.seq != seen or done())  # type: ignore[misc]
            else:
                await self.order(act)

    @property
    def stage(self) -> Stage | None:
        """What the table is doing."""
        return None if self.info is None else self.info.stage

    @property
    def view(self) -> PlayerView:
        """What this player sees of the match."""
        assert self.last is not None
        assert self.last.game is not None
        assert self.info is not None
        return PlayerView(self.info.rules, self.last.game.public, self.last.game.own)

    def next_act(self) -> Act | None:
        """Something legal that the table waits for; ``None``: it waits for another."""
        if self.last is None or self.info is None or self.last.seat is None:
            return None
        if self.stage is Stage.BETWEEN_DEALS:
            return None if self.info.seats[self.last.seat].agreed else Agree()
        game = self.last.game
        if game is None or game.own is None or game.public.turn is not game.own.seat:
            return None
        move = ask(self.bot, self.view)
        if isinstance(move, LookAtHand):
            return Look()
        if isinstance(move, PlaceBid):
            return MakeBid(move.bid)
        return Give(tuple(move.cards)) if isinstance(move, PassCards) else Play(move.card)

    def faults(self) -> list[Fault]:
        """The faults that were told."""
        return [message for message in self.messages if isinstance(message, Fault)]

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                assert isinstance(frame, str)
                self._take(frame)
        except ConnectionClosed:
            self._end((socket.close_code or 0, socket.close_reason or ""))
        except Exception as error:  # noqa: BLE001 - whoever waits is to hear of it
            socket.transport.abort()
            self._end((0, repr(error)))
        else:
            self._end((socket.close_code or 0, socket.close_reason or ""))

    def _end(self, closed: tuple[int, str]) -> None:
        self.closed = closed
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Gone(self.closed))
                answer.exception()  # it need not be awaited by anyone
        self._answers = {}
        self._changed.set()

    def _take(self, frame: str) -> None:
        message = self.newest = _decoder.decode(frame)
        if self.keep:
            self.frames.append(frame)
            self.messages.append(message)
        if isinstance(message, Update):
            first = message.seq - len(message.events) + 1
            assert first == self.seq + 1 or not self.strict, f"{first} came after {self.seq}"
        if isinstance(message, Update | Welcome):
            self.seq = message.seq
            self.last = message
            self.info = message.table or self.info
        if isinstance(message, Accepted | Refused | Declined):
            answer = self._answers.pop(message.order, None)
            if answer is not None and not answer.done():
                answer.set_result(message)
        self._changed.set()
