"""Bytes on a table's socket, however they arrive."""

from __future__ import annotations

import asyncio
import base64
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode

from tests.kit.client import GUARD_SECONDS, Player
from tests.kit.server import tell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.kit.server import Running

FLOOD = 48 * 1024 * 1024
"""Bytes: more than the system takes for a client that does not read."""
ANSWERS = ("refused", "said")


def frame(kind: Opcode, data: bytes) -> bytes:
    """A frame of a client."""
    return Frame(kind, data).serialize(mask=True, extensions=[])


class RawSocket:
    """A table socket whose bytes the test chooses."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Speak over a connection that is open."""
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, player: Player) -> RawSocket:
        """A socket with *player*'s cookie."""
        place = urlsplit(player.url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        key = base64.b64encode(bytes(16)).decode()
        writer.write(
            (
                f"GET /ws HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                f"Sec-WebSocket-Version: 13\r\nCookie: {player.cookie}\r\n\r\n"
            ).encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head
        return cls(reader, writer)

    async def write(self, data: bytes) -> None:
        """Send *data* as it is."""
        self._writer.write(data)
        await self._writer.drain()

    async def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of *kinds*."""
        while True:
            message = await asyncio.wait_for(self.message(), GUARD_SECONDS)
            if message.get("type") in kinds:
                return message

    async def answers(self, count: int) -> list[str]:
        """The next *count* orders that are answered, by id."""
        found: list[str] = []
        while len(found) < count:
            message = await asyncio.wait_for(self.message(), GUARD_SECONDS)
            if "order" in message:
                found.append(message["order"])
        return found

    def close(self) -> None:
        """Cut the line."""
        self._writer.close()

    async def message(self) -> dict[str, Any]:
        """The next message; an empty one for what is no text."""
        head = await self._reader.readexactly(2)
        size = head[1]
        if size >= 126:
            size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
        body = await self._reader.readexactly(size)
        message: dict[str, Any] = json.loads(body) if head[0] == 0x81 else {}
        return message


@asynccontextmanager
async def entering(server: Running) -> AsyncIterator[tuple[Player, RawSocket]]:
    """Somebody who has a table, and a socket on which the hello to it is under way."""
    async with Player(server.url) as player:
        table = await player.make_table(open_seats=[1])
        socket = await RawSocket.open(player)
        await socket.write(message(type="hello", table=table))
        yield player, socket
        socket.close()


def message(**fields: Any) -> bytes:
    """A frame with a message."""
    return frame(Opcode.TEXT, json.dumps(fields).encode())


def order(number: int) -> bytes:
    """A frame with an order that is answered, whatever the answer."""
    return message(type="order", id=f"order-{number:04}", act={"type": "play", "card": "SA"})


def test_orders_are_answered_in_turn_however_their_frames_arrive(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with entering(server) as (player, socket):
            # The order is there before the hello is done, and must not overtake it.
            await socket.write(order(1))
            assert await socket.answers(1) == ["order-0001"]
            for number in range(2, 6):
                await socket.write(order(number))
                assert await socket.answers(1) == [f"order-{number:04}"]
            # One in two pieces, between which the server is known to have been busy.
            split = order(6)
            await socket.write(split[:9])
            await player.http.get("/healthz")
            await socket.write(split[9:])
            assert await socket.answers(1) == ["order-0006"]
            await socket.write(order(7))
            await socket.write(order(8) + frame(Opcode.PING, b"") + order(9))
            await socket.write(order(10))
            assert await socket.answers(4) == [f"order-{number:04}" for number in (7, 8, 9, 10)]

    tell(tmp_path, story)


def test_an_order_does_not_overtake_what_takes_longer(tmp_path: Path) -> None:
    """A line of chat is written down before it counts as said."""

    async def story(server: Running) -> None:
        async with entering(server) as (_player, socket):
            await socket.until("welcome")
            await socket.write(message(type="say", id="say-0001", text="hello"))
            await socket.write(order(2))
            told = [(await socket.until(*ANSWERS))["type"] for _ in range(2)]
            assert told == ["said", "refused"]

    tell(tmp_path, story)


async def _flood_with_pings(socket: RawSocket) -> None:
    pings = frame(Opcode.PING, bytes(125)) * 500
    for _ in range(FLOOD // len(pings)):
        await socket.write(pings)


def test_a_client_that_reads_no_answers_to_its_pings_is_cut(tmp_path: Path) -> None:
    """They would fill the memory of the server."""

    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            socket = await RawSocket.open(player)
            with pytest.raises(ConnectionError):
                await asyncio.wait_for(_flood_with_pings(socket), GUARD_SECONDS)
            socket.close()
            # Everybody else is served.
            await player.make_table()

    tell(tmp_path, story)
