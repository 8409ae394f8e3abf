"""One table socket: hello and orders in, updates out."""

from __future__ import annotations

import asyncio
from enum import IntEnum
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from spadille.core.codec import decoder, encoder
from spadille.protocol.chat import Say
from spadille.protocol.messages import (
    VERSION,
    ClientMessage,
    Declined,
    Fault,
    FaultReason,
    Hello,
    Order,
    Ping,
    Pong,
    ServerMessage,
)
from spadille.protocol.refusals import TableReason
from spadille.server.gateway.limiter import Credits
from spadille.server.gateway.meter import OrderMeter
from spadille.server.gateway.outbox import Outbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.protocol.news import Person
    from spadille.server.gateway.asgi import Receive, Send
    from spadille.server.gateway.sockets import Sockets
    from spadille.server.tables.table import Table

LONGEST: Final = 16 * 1024
"""Characters in a message."""
_LONGEST_DETAIL: Final = 200
_FAULTS: Final = 20
"""Faults in a burst before the socket is closed, ..."""
_FAULTS_PER_SECOND: Final = 0.2
"""... and in the long run."""
_HELLO_COST: Final = 3.0
"""A whole table costs more than an answer."""
_BURST: Final = 3.0
"""Seconds' worth of messages that may come at once, ..."""
_LEAST_BURST: Final = 2 * _HELLO_COST
"""... but always enough to come in and say something."""
_LINGER: Final = 5.0
"""Seconds that a closed client has to take the last words."""

_decoder: msgspec.json.Decoder[ClientMessage] = decoder(ClientMessage)
_encoder = encoder()
log = structlog.stdlib.get_logger()


class Code(IntEnum):
    """The close codes of a table socket; each comes after a `Fault` that says more."""

    GOING_DOWN = 1012
    FAULTS = 4400
    NO_SESSION = 4401
    NO_SPECTATORS = 4403
    NO_SUCH_TABLE = 4404
    TOO_SLOW = 4408
    REPLACED = 4409
    OTHER_VERSION = 4426


class Session:
    """One connection of one person; a listener of at most one table."""

    def __init__(
        self, person: Person, sockets: Sockets, send: Send, abort: Callable[[], None]
    ) -> None:
        """Speak for *person* through *send*; *abort* cuts a line that does not close."""
        self.person = person
        self.table: Table | None = None
        self._sockets = sockets
        self._abort = abort
        self._outbox = Outbox(send)
        loop = asyncio.get_running_loop()
        self._call_later = loop.call_later
        self._now = loop.time
        now = self._heard = self._now()
        rate = sockets.settings.orders_per_second
        self._credits = Credits.full(max(_BURST * rate, _LEAST_BURST), rate, now)
        self._patience = Credits.full(_FAULTS, _FAULTS_PER_SECOND, now)
        self._meter = OrderMeter(sockets.metrics, self._now)
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def send(self, frame: bytes) -> None:
        """Queue an encoded message; a client that takes none is dropped."""
        self._meter.sent(frame)
        if not self._outbox.put(frame):
            self._sockets.metrics.dropped.inc()
            self._outbox.drop()
            self.close(Code.TOO_SLOW, FaultReason.TOO_SLOW)

    def close(self, code: Code, reason: FaultReason, detail: str = "") -> None:
        """Say *reason*, close, and leave the table."""
        if self._outbox.closing:
            return
        self._tell(Fault(reason, detail))
        self._outbox.close(code, reason)
        self._timers["abort"] = self._call_later(_LINGER, self._abort)
        # Not now: the table may be in the middle of telling everyone.
        self._timers["leave"] = self._call_later(0, self._leave)

    async def run(self, receive: Receive) -> None:
        """Serve until either side closes."""
        writer = asyncio.create_task(self._outbox.run())
        self._watch_silence()
        try:
            while (data := await next_message(receive)) is not None:
                self._heard = self._now()
                if not self._outbox.closing:
                    await self._take(data)
        finally:
            for timer in self._timers.values():
                timer.cancel()
            self._leave()
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    def _leave(self) -> None:
        self._sockets.leave(self)
        if self.table is not None:
            company = self._sockets.company
            company.chat.leave(self, self.table)
            company.presence.exit(self.person.id, self.table.id)
            self.table.detach(self)
            self.table = None

    def _tell(self, message: ServerMessage) -> None:
        self.send(_encoder.encode(message))

    def _watch_silence(self) -> None:
        """Close a socket on which nothing comes; the web server's own pings are not enough."""
        left = self._heard + self._sockets.settings.silence_seconds - self._now()
        if left > 0:
            self._timers["silence"] = self._call_later(left, self._watch_silence)
        else:
            self.close(Code.TOO_SLOW, FaultReason.TOO_SLOW, "nothing was heard for too long")

    def _fault(self, reason: FaultReason, detail: str = "") -> None:
        self._sockets.metrics.faults.labels(reason.value).inc()
        self._patience, enough = self._patience.spend(self._now())
        self._tell(Fault(reason, detail[:_LONGEST_DETAIL]))
        if not enough:
            self.close(Code.FAULTS, FaultReason.TOO_MANY_FAULTS)

    async def _take(self, data: str | bytes) -> None:
        if len(data) > LONGEST:
            self._fault(FaultReason.TOO_LARGE, f"a message has at most {LONGEST} characters")
            return
        try:
            message = _decoder.decode(data)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            self._fault(FaultReason.NOT_UNDERSTOOD, str(error))
            return
        cost = _HELLO_COST if isinstance(message, Hello) else 1.0
        self._credits, enough = self._credits.spend(self._now(), cost)
        if isinstance(message, Order):
            self._order(message, enough=enough)
        elif not enough:
            self._fault(FaultReason.NOT_UNDERSTOOD, "messages come too fast")
        elif isinstance(message, Hello):
            await self._hello(message)
        elif isinstance(message, Say):
            await self._say(message)
        else:
            self._ping(message)

    def _ping(self, _message: Ping) -> None:
        if self.table is None:
            self._fault(FaultReason.HELLO_FIRST)
        else:
            self._tell(Pong(self.table.seq))

    def _order(self, order: Order, *, enough: bool) -> None:
        if self.table is None:
            self._fault(FaultReason.HELLO_FIRST)
        elif enough:
            self._meter.asked(order.id)
            self.table.submit(self, order)
        else:
            self._tell(Declined(order.id, TableReason.TOO_MANY_ORDERS))

    async def _say(self, say: Say) -> None:
        if self.table is None:
            self._fault(FaultReason.HELLO_FIRST)
        else:
            await self._sockets.company.chat.say(self, self.table, say)

    async def _hello(self, hello: Hello) -> None:
        if hello.version != VERSION:
            detail = f"this server speaks version {VERSION}"
            self.close(Code.OTHER_VERSION, FaultReason.OTHER_VERSION, detail)
            return
        self.person = await self._sockets.guests.again(self.person)
        table = await self._sockets.directory.find(hello.table)
        if table is None:
            self.close(Code.NO_SUCH_TABLE, FaultReason.NO_SUCH_TABLE)
            return
        if not _may_attend(self.person, table):
            self.close(Code.NO_SPECTATORS, FaultReason.NO_SPECTATORS)
            return
        if self._outbox.closing:
            return
        if self.table is not table:
            self._leave()
            self._sockets.company.presence.enter(self.person, table)
        self.table = table
        self._sockets.join(self, table.id)
        table.attach(self, hello)
        await self._sockets.company.chat.join(self, table, hello.chat)


def _may_attend(person: Person, table: Table) -> bool:
    return table.state.made.options.spectators or table.state.seat_of(person.id) is not None


async def next_message(receive: Receive) -> str | bytes | None:
    """The next message; ``None`` once the socket is closed."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    text: str | None = message.get("text")
    data: bytes | None = message.get("bytes")
    return text if text is not None else data or b""
