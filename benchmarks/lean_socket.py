"""A WebSocket client that costs next to nothing, so that the server is what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TEXT, _BINARY = 0x81, 0x82
_MASKED = 0x80
_SHORT = 126
_PING, _PONG = 0x89, 0x8A


class LeanSocket(asyncio.Protocol):
    """One connection to a server that is trusted to keep to the protocol."""

    def __init__(self, path: str, cookie: str, heard: Callable[[bytes], None]) -> None:
        """Connect to *path* as *cookie*; every message goes to *heard*."""
        key = base64.b64encode(os.urandom(16)).decode()
        self._greeting = (
            f"GET {path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self._heard = heard
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.binary = False
        """Whether what is sent is no text."""
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._greeting)

    def data_received(self, data: bytes) -> None:
        """Take the answer to the upgrade, then frames."""
        data = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self._open = True
            self.ready.set_result(None)
        self._buffer = data[self._frames(data) :]

    def send(self, text: bytes) -> None:
        """Send *text*, masked with zeros, which is allowed and costs nothing."""
        size, kind = len(text), _BINARY if self.binary else _TEXT
        if size < _SHORT:
            head = bytes((kind, _MASKED | size, 0, 0, 0, 0))
        else:
            head = bytes((kind, _MASKED | _SHORT, size >> 8, size & 255, 0, 0, 0, 0))
        assert self._transport is not None
        self._transport.write(head + text)

    def close(self) -> None:
        """Cut the line."""
        assert self._transport is not None
        self._transport.abort()

    def _frames(self, data: bytes) -> int:
        """Hear all whole frames in *data*; give where the rest begins."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, head = data[at + 1], 2
            if size >= _SHORT:
                head = 4 if size == _SHORT else 10
                size = int.from_bytes(data[at + 2 : at + head], "big")
            if end - at < head + size:
                break
            body = data[at + head : at + head + size]
            if data[at] in {_TEXT, _BINARY}:
                self._heard(body)
            elif data[at] == _PING:
                assert self._transport is not None
                self._transport.write(bytes((_PONG, _MASKED | size, 0, 0, 0, 0)) + body)
            at += head + size
        return at
