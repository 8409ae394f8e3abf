"""What all sockets have in common: a bounded way out, limits, and an orderly end."""

from __future__ import annotations

import asyncio
import math
from abc import ABC, abstractmethod
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

import msgspec

from spadille.core.codec import encoder
from spadille.protocol.messages import Fault, FaultReason
from spadille.server.gateway.limiter import Credits
from spadille.server.gateway.outbox import Outbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.protocol.live import LiveServerMessage
    from spadille.protocol.messages import ServerMessage
    from spadille.server.gateway.asgi import Receive, Send

LONGEST: Final = 16 * 1024
"""Characters in a message."""
_LONGEST_DETAIL: Final = 200
_FAULTS: Final = 20
"""Faults in a burst before the socket is closed, ..."""
_FAULTS_PER_SECOND: Final = 0.2
"""... and in the long run."""
_LINGER: Final = 5.0
"""Seconds that a closed client has to take the last words."""

_encoder = encoder()


class Code(IntEnum):
    """The close codes of a socket; each comes after a `Fault` that says more."""

    GOING_DOWN = 1012
    FAULTS = 4400
    NO_SESSION = 4401
    NO_SPECTATORS = 4403
    NO_SUCH_TABLE = 4404
    TOO_SLOW = 4408
    REPLACED = 4409
    OTHER_VERSION = 4426


class Line(ABC):
    """One socket, whatever is spoken on it."""

    def __init__(
        self, send: Send, abort: Callable[[], None], silence: float, burst: float, rate: float
    ) -> None:
        """Speak through *send*; *abort* cuts a line that does not close.

        After *silence* seconds without a message the line is closed. It takes *burst*
        messages at once, and *rate* a second in the long run.
        """
        self.epoch = math.inf
        """Of the cookie that opened this line, which is closed when a later one begins.

        Infinite: no cookie did.
        """
        self._abort = abort
        self._silence = silence
        self._outbox = Outbox(send)
        loop = asyncio.get_running_loop()
        self._call_later = loop.call_later
        self._now = loop.time
        now = self._heard = self._now()
        self._credits = Credits.full(burst, rate, now)
        self._patience = Credits.full(_FAULTS, _FAULTS_PER_SECOND, now)
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @abstractmethod
    def decode(self, data: str | bytes) -> Any:  # noqa: ANN401 - each line has its own messages
        """The message that *data* holds; raises as the decoder does."""

    @abstractmethod
    async def obey(self, message: Any) -> None:  # noqa: ANN401 - as `decode` gave it
        """Do what a message asks."""

    @abstractmethod
    def leave(self) -> None:
        """The line is over: be nowhere any more."""

    def send(self, frame: bytes) -> None:
        """Queue an encoded message; a client that takes none is dropped."""
        if not self._outbox.put(frame):
            self._outbox.drop()
            self.dropped()
            self.close(Code.TOO_SLOW, FaultReason.TOO_SLOW)

    def tell(self, message: ServerMessage | LiveServerMessage) -> None:
        """Queue *message*."""
        self.send(_encoder.encode(message))

    def close(self, code: Code, reason: FaultReason, detail: str = "") -> None:
        """Say *reason*, and close."""
        if self._outbox.closing:
            return
        self.tell(Fault(reason, detail))
        self._outbox.close(code, reason)
        self._timers["abort"] = self._call_later(_LINGER, self._abort)

    async def run(self, receive: Receive) -> None:
        """Serve until either side closes."""
        writer = asyncio.create_task(self._outbox.run())
        self._watch_silence()
        try:
            while (data := await _next_message(receive)) is not None:
                self._heard = self._now()
                if not self._outbox.closing:
                    await self._take(data)
        finally:
            for timer in self._timers.values():
                timer.cancel()
            self.leave()
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    def spend(self, cost: float = 1.0) -> bool:
        """Whether one more message, or a dear one, may be taken now."""
        self._credits, enough = self._credits.spend(self._now(), cost)
        return enough

    def fault(self, reason: FaultReason, detail: str = "") -> None:
        """Say what is wrong with a message; too many of those close the line."""
        self._patience, enough = self._patience.spend(self._now())
        self.tell(Fault(reason, detail[:_LONGEST_DETAIL]))
        if not enough:
            self.close(Code.FAULTS, FaultReason.TOO_MANY_FAULTS)

    def too_fast(self) -> None:
        """Refuse a message for which there are no credits."""
        self.fault(FaultReason.NOT_UNDERSTOOD, "messages come too fast")

    def dropped(self) -> None:  # noqa: B027 - not every line counts them
        """A client did not read; whoever counts those may."""

    async def _take(self, data: str | bytes) -> None:
        if len(data) > LONGEST:
            self.fault(FaultReason.TOO_LARGE, f"a message has at most {LONGEST} characters")
            return
        try:
            message = self.decode(data)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            self.fault(FaultReason.NOT_UNDERSTOOD, str(error))
        else:
            await self.obey(message)

    def _watch_silence(self) -> None:
        """Close a line on which nothing comes; the web server's own pings are not enough."""
        left = self._heard + self._silence - self._now()
        if left > 0:
            self._timers["silence"] = self._call_later(left, self._watch_silence)
        else:
            self.close(Code.TOO_SLOW, FaultReason.TOO_SLOW, "nothing was heard for too long")


async def _next_message(receive: Receive) -> str | bytes | None:
    """The next message; ``None`` once the socket is closed."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    text: str | None = message.get("text")
    data: bytes | None = message.get("bytes")
    return text if text is not None else data or b""
