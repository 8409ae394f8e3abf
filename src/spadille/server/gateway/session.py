"""One table socket: hello and orders in, updates out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.core.codec import decoder
from spadille.protocol.acts import Uncover
from spadille.protocol.chat import Say
from spadille.protocol.hints import AskHint
from spadille.protocol.messages import (
    VERSION,
    ClientMessage,
    Declined,
    FaultReason,
    Hello,
    Order,
    Ping,
    Pong,
)
from spadille.protocol.refusals import TableReason
from spadille.server.gateway.line import Code, Line
from spadille.server.gateway.meter import OrderMeter

if TYPE_CHECKING:
    from collections.abc import Callable

    import msgspec

    from spadille.protocol.news import Person
    from spadille.server.gateway.asgi import Send
    from spadille.server.gateway.sockets import Sockets
    from spadille.server.people.access import Admission
    from spadille.server.tables.interface import AnyTable as Table

_HELLO_COST: Final = 3.0
"""A whole table costs more than an answer."""
_BURST: Final = 3.0
"""Seconds' worth of messages that may come at once, ..."""
_LEAST_BURST: Final = 2 * _HELLO_COST
"""... but always enough to come in and say something."""
_decoder: msgspec.json.Decoder[ClientMessage] = decoder(ClientMessage)


class Session(Line):
    """One connection of one person; a listener of at most one table."""

    def __init__(
        self,
        person: Person,
        sockets: Sockets,
        send: Send,
        abort: Callable[[], None],
        admission: Admission | None = None,
    ) -> None:
        """Speak for *person* through *send*; *abort* cuts a line that does not close.

        *admission* is what a program came with, for as long as it is good.
        """
        self.person = person
        self.token = None if admission is None else admission.token
        self.table: Table | None = None
        self._sockets = sockets
        rate = sockets.settings.orders_per_second
        burst = max(_BURST * rate, _LEAST_BURST)
        super().__init__(send, abort, sockets.settings.silence_seconds, burst, rate)
        self._meter = OrderMeter(sockets.metrics, self._now)
        if admission is not None:
            self._timers["token"] = self._call_later(admission.seconds, self.expire)

    @property
    def program(self) -> bool:
        """Whether a program is at the other end."""
        return self.token is not None

    def expire(self) -> None:
        """Close, for the token that it came with is good no more."""
        detail = "this token was deleted or has expired; make a new one"
        self.close(Code.NO_SESSION, FaultReason.NO_SESSION, detail)

    def send(self, frame: bytes) -> None:
        """Queue an encoded message, counting answers."""
        self._meter.sent(frame)
        super().send(frame)

    def sign_out(self) -> None:
        """Close: whoever opened this has no session any more."""
        self.close(Code.NO_SESSION, FaultReason.NO_SESSION)

    def dropped(self) -> None:
        """Count a client that did not read."""
        self._sockets.metrics.dropped.inc()

    def close(self, code: Code, reason: FaultReason, detail: str = "") -> None:
        """Say *reason*, close, and leave the table."""
        if self._outbox.closing:
            return
        super().close(code, reason, detail)
        # Not now: the table may be in the middle of telling everyone.
        self._timers["leave"] = self._call_later(0, self.leave)

    def fault(self, reason: FaultReason, detail: str = "") -> None:
        """Say what is wrong with a message, and count it."""
        self._sockets.metrics.faults.labels(reason.value).inc()
        super().fault(reason, detail)

    def decode(self, data: str | bytes) -> ClientMessage:
        """The message that *data* holds."""
        return _decoder.decode(data)

    async def obey(self, message: ClientMessage) -> None:
        """Do what *message* asks."""
        enough = self.spend(_HELLO_COST if isinstance(message, Hello) else 1.0)
        if isinstance(message, Order):
            self._order(message, enough=enough)
        elif not enough:
            self.too_fast()
        elif isinstance(message, Hello):
            await self._hello(message)
        elif isinstance(message, Say):
            await self._say(message)
        elif isinstance(message, AskHint):
            self._ask_hint(message)
        else:
            self._ping(message)

    def leave(self) -> None:
        """Be at no table any more."""
        self._sockets.leave(self)
        if self.table is not None:
            company = self._sockets.company
            company.chat.leave(self, self.table)
            company.presence.exit(self.person.id, self.table.id)
            if self.program:
                self.table.program_went(self.person.id)
            self.table.detach(self)
            self.table = None

    def _ping(self, _message: Ping) -> None:
        if self.table is None:
            self.fault(FaultReason.HELLO_FIRST)
        else:
            self.tell(Pong(self.table.seq))

    def _ask_hint(self, ask: AskHint) -> None:
        if self.table is None:
            self.fault(FaultReason.HELLO_FIRST)
        else:
            self._sockets.hints.ask(self, self.table, ask)

    def _order(self, order: Order, *, enough: bool) -> None:
        if self.table is None:
            self.fault(FaultReason.HELLO_FIRST)
        elif enough:
            self._meter.asked(order.id)
            if isinstance(order.act, Uncover):
                self._sockets.elsewhere.uncovers(self.person.id, self.table.id)
            self.table.submit(self, order)
        else:
            self.tell(Declined(order.id, TableReason.TOO_MANY_ORDERS))

    async def _say(self, say: Say) -> None:
        if self.table is None:
            self.fault(FaultReason.HELLO_FIRST)
        else:
            await self._sockets.company.chat.say(self, self.table, say)

    async def _hello(self, hello: Hello) -> None:
        if hello.version != VERSION:
            detail = f"this server speaks version {VERSION}"
            self.close(Code.OTHER_VERSION, FaultReason.OTHER_VERSION, detail)
            return
        self.person = await self._sockets.guests.again(self.person)
        table = await self._sockets.directory.find(hello.table, hello.seq)
        if table is None:
            self.close(Code.NO_SUCH_TABLE, FaultReason.NO_SUCH_TABLE)
            return
        if not _may_attend(self.person, table):
            self.close(Code.NO_SPECTATORS, FaultReason.NO_SPECTATORS)
            return
        if self._outbox.closing:
            return
        if self.table is not table:
            self.leave()
            self._sockets.company.presence.enter(self.person, table)
            if self.program:
                table.program_came(self.person.id)
        self.table = table
        if hello.seq:
            self._sockets.metrics.resumes.inc()
        self._sockets.join(self, table.id)
        table.attach(self, hello)
        await self._sockets.company.chat.join(self, table, hello.chat)


def _may_attend(person: Person, table: Table) -> bool:
    return table.state.made.options.spectators or table.state.seat_of(person.id) is not None
