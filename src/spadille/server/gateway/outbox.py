"""What waits to be sent on one socket; bounded, so that a slow client slows nobody."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from spadille.server.gateway.asgi import Message, Send


@runtime_checkable
class QuickSend(Protocol):
    """A way out that may also take a text at once, which spares a turn of the event loop."""

    def __call__(self, message: Message, /) -> Awaitable[None]:
        """Send *message*, as ASGI has it."""
        ...

    def write_now(self, text: bytes) -> bool:
        """Send *text* unless the client is behind or gone; whether it was sent."""
        ...


MOST_FRAMES: Final = 256
MOST_BYTES: Final = 512 * 1024
"""Limits of what may wait; the web server's and the system's buffers come on top."""


class Outbox:
    """A queue of frames between those who must not wait and one socket."""

    def __init__(self, send: Send) -> None:
        """Send through *send*, which waits while the client does not read."""
        self._send = send
        self._write_now = send.write_now if isinstance(send, QuickSend) else _never
        self._waits = False
        """Whether a frame is on its way through the queue; later ones must not overtake it."""
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._close: tuple[int, str] | None = None
        self._filled = asyncio.Event()

    @property
    def closing(self) -> bool:
        """Whether the socket is to be closed."""
        return self._close is not None

    def put(self, frame: bytes) -> bool:
        """Send or queue *frame*; whether there was room. After `close` nothing more is taken."""
        if self.closing or (not self._waits and self._write_now(frame)):
            return True
        if len(self._frames) >= MOST_FRAMES or self._bytes + len(frame) > MOST_BYTES:
            return False
        self._frames.append(frame)
        self._bytes += len(frame)
        self._waits = True
        self._filled.set()
        return True

    def drop(self) -> None:
        """Forget what waits."""
        self._frames.clear()
        self._bytes = 0

    def close(self, code: int, reason: str) -> None:
        """Close the socket once what waits is sent; the first close counts."""
        if self._close is None:
            self._close = (code, reason)
            self._filled.set()

    async def run(self) -> None:
        """Send until the socket is closed."""
        while True:
            while self._frames:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                await self._send({"type": "websocket.send", "text": frame.decode()})
            self._waits = False
            if self._close is not None:
                code, reason = self._close
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return
            self._filled.clear()
            await self._filled.wait()


def _never(_text: bytes) -> bool:
    """Not every web server can send at once."""
    return False
