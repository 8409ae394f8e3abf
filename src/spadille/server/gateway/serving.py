"""The web server under the application, with its loose ends tied."""

from __future__ import annotations

import asyncio
import signal
import struct
from typing import TYPE_CHECKING, Final

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from spadille.server.gateway.entrance import ABORT
from spadille.server.gateway.line import LONGEST

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable
    from types import FrameType

    from spadille.server.gateway.asgi import App, Message, Receive, Scope, Send
    from spadille.server.gateway.sockets import Sockets

_PING_SECONDS: Final = 10.0
"""A line that is dead without a word is noticed after at most twice as long."""
_STOP_SECONDS: Final = 5
"""How long requests in hand have to finish when the server stops."""
_LINGER: Final = 15.0
"""Seconds after which a socket that was closed, but not taken leave of, is cut."""
_WIRE_LIMIT: Final = 4 * LONGEST
"""Bytes beyond which a message is not even read; up to here it gets a proper answer."""
_MOST_UNREAD: Final = 1024 * 1024
"""Bytes that wait for a client; what the tables send stays far below."""
_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text."""
_SHORT: Final = 125
_MEDIUM: Final = 0xFFFF
"""The most bytes of a frame whose length takes one byte, and two more."""


class _SocketProtocol(WebSocketsSansIOProtocol):
    """A socket that can be cut, for a client that reads nothing never lets it close."""

    def write_now(self, text: bytes) -> bool:
        """Send *text* in a frame of its own, unless the client is behind or gone."""
        if (
            not self.writable.is_set()
            or self.conn.state is not State.OPEN
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(_frame_head(len(text)) + text)
        return True

    def handle_ping(self) -> None:
        """Answer, but cut a client that sends on and reads none of the answers.

        Nothing else bounds them: reading does not wait for them to be taken.
        """
        if self.transport.get_write_buffer_size() > _MOST_UNREAD:
            self.transport.abort()
        else:
            super().handle_ping()

    async def run_asgi(self) -> None:
        app = self.app

        async def with_quick_send(scope: Scope, receive: Receive, send: Send) -> None:
            await app(scope, receive, _QuickSend(send, self.write_now))

        self.app = with_quick_send
        extensions = self.scope.setdefault("extensions", {})
        assert extensions is not None
        extensions[ABORT] = {"abort": self.transport.abort}
        await super().run_asgi()
        self.loop.call_later(_LINGER, self.transport.abort)


class _QuickSend:
    """The two ways out of a socket; see `QuickSend`."""

    def __init__(self, send: Send, write_now: Callable[[bytes], bool]) -> None:
        self._send = send
        self.write_now = write_now

    def __call__(self, message: Message) -> Awaitable[None]:
        return self._send(message)


def _frame_head(size: int) -> bytes:
    """What comes before *size* bytes of text in an unmasked, unfragmented WebSocket frame."""
    if size <= _SHORT:
        return bytes((_TEXT, size))
    if size <= _MEDIUM:
        return struct.pack("!BBH", _TEXT, _SHORT + 1, size)
    return struct.pack("!BBQ", _TEXT, _SHORT + 2, size)


class WebServer(uvicorn.Server):
    """Serves one application, and says goodbye before it stops."""

    def __init__(self, app: App, sockets: Sockets, host: str, port: int) -> None:
        """Serve *app* at *host* and *port*; *sockets* are told first when it ends."""
        super().__init__(
            uvicorn.Config(
                app,
                host=host,
                port=port,
                ws=_SocketProtocol,
                ws_max_size=_WIRE_LIMIT,
                ws_ping_interval=_PING_SECONDS,
                ws_ping_timeout=_PING_SECONDS,
                # It costs more memory a connection than all the rest together.
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=_STOP_SECONDS,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
            )
        )
        self._sockets = sockets
        self._ready = asyncio.Event()

    @property
    def port(self) -> int:
        """The port that is listened on, once it is."""
        port: int = self.servers[0].sockets[0].getsockname()[1]
        return port

    async def until_ready(self) -> None:
        """Return once connections are taken."""
        await self._ready.wait()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._ready.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let everyone at the tables know, then stop."""
        await self._sockets.go_down()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at a signal, as asked and therefore in success; a second Ctrl+C hurries."""
        del frame
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self._sockets.hurried = self.force_exit
        self.should_exit = True
