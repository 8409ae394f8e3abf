"""The short way in: single frames go to the table at once, everything else as the library reads."""

from __future__ import annotations

import asyncio
import base64
import json
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode

from spadille.server.gateway.session import Session
from spadille.server.gateway.wire import frame_head, is_one_frame, text_of
from tests.kit.client import GUARD_SECONDS, Player
from tests.kit.server import tell

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kit.server import Running

SIZES = (0, 1, 125, 126, 127, 300, 16_384, 65_535)
FLOOD = 48 * 1024 * 1024
"""Bytes: more than the system takes for a client that does not read."""
ANSWERS = ("accepted", "refused", "declined", "fault", "pong", "said", "chat_refused")
LAST = 9999
"""The number of the order with which a burst ends."""


def frame(kind: Opcode, data: bytes, *, whole: bool = True, mask: bool = True) -> bytes:
    """A frame as the library writes it."""
    return Frame(kind, data, whole).serialize(mask=mask, extensions=[])


@pytest.mark.parametrize("size", SIZES)
def test_a_text_is_read_as_the_library_wrote_it(size: int) -> None:
    text = Random(size).randbytes(size)
    data = frame(Opcode.TEXT, text)
    assert is_one_frame(data)
    assert text_of(data) == text


@pytest.mark.parametrize("size", [*SIZES, 65_536])
def test_a_text_is_written_as_the_library_would(size: int) -> None:
    text = Random(size).randbytes(size)
    assert frame_head(size) + text == frame(Opcode.TEXT, text, mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_not_exactly_one_frame_of_a_client_is_not_taken_for_one(size: int) -> None:
    text = bytes(size)
    data = frame(Opcode.TEXT, text)
    assert not any(is_one_frame(data[:end]) for end in range(min(len(data), 400)))
    assert not is_one_frame(data + b"\x81")
    assert not is_one_frame(data + data)
    assert not is_one_frame(frame(Opcode.TEXT, text, whole=False))
    assert not is_one_frame(frame(Opcode.TEXT, text, mask=False))


def test_whole_frames_that_are_no_texts_are_left_to_the_library() -> None:
    for kind in (Opcode.PING, Opcode.PONG, Opcode.CLOSE, Opcode.BINARY):
        data = frame(kind, b"abc")
        assert is_one_frame(data)
        assert text_of(data) is None
    assert not is_one_frame(frame(Opcode.TEXT, bytes(65_536)))


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

    async def arrive(self, data: bytes) -> None:
        """Send *data*, and let the server, which runs in this very loop, read it alone."""
        await self.write(data)
        for _ in range(3):
            await asyncio.sleep(0)

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


def order(number: int) -> bytes:
    """A frame with an order that is answered, whatever the answer."""
    act = {"type": "play", "card": "SA"}
    said = {"type": "order", "id": f"order-{number:04}", "act": act}
    return frame(Opcode.TEXT, json.dumps(said).encode())


def test_orders_are_answered_in_turn_however_their_frames_arrive(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            table = await player.make_table(open_seats=[1])
            hello = frame(Opcode.TEXT, json.dumps({"type": "hello", "table": table}).encode())
            socket = await RawSocket.open(player)
            # The order is there before the hello is done, and must not overtake it.
            await socket.write(hello)
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
            socket.close()

    tell(tmp_path, story)


def say(**fields: Any) -> bytes:
    """A frame with a message."""
    return frame(Opcode.TEXT, json.dumps(fields).encode())


def burst() -> list[bytes]:
    """Frames of every kind that a connection survives, some of which go the short way."""
    whole = json.dumps({"type": "order", "id": "order-0007", "act": {"type": "look"}}).encode()
    return [
        order(1),
        frame(Opcode.PING, b"between"),
        order(2),
        say(type="say", id="say-0003", text="hello"),
        order(4),
        say(type="ping"),
        order(5),
        frame(Opcode.TEXT, whole[:-1]),
        order(6),
        frame(Opcode.TEXT, b"\xc3\xa4"),
        frame(Opcode.TEXT, whole[:20], whole=False),
        frame(Opcode.PONG, b"inside"),
        frame(Opcode.CONT, whole[20:]),
        frame(Opcode.BINARY, whole.replace(b"0007", b"0008")),
        order(9),
    ]


async def connected(player: Player) -> RawSocket:
    """A socket at *player*'s table, on which orders go the short way now."""
    socket = await RawSocket.open(player)
    await socket.write(say(type="hello", table=player.table))
    await socket.until("welcome")
    # Until the hello is done, everything goes the long way.
    await socket.write(say(type="ping"))
    await socket.until("pong")
    return socket


async def answered(player: Player, pieces: list[bytes]) -> list[dict[str, Any]]:
    """The answers to *pieces* on a socket of its own: the table's, then all others in turn."""
    socket = await connected(player)
    for piece in pieces:
        await socket.arrive(piece)
    await socket.write(order(LAST))
    told: list[dict[str, Any]] = []
    while not told or told[-1].get("order") != f"order-{LAST}":
        told.append(await socket.until(*ANSWERS))
    socket.close()
    return sorted(told, key=lambda answer: "order" not in answer)


def cut(data: bytes, dice: Random) -> list[bytes]:
    """*data* in pieces."""
    ends = sorted(dice.sample(range(1, len(data)), 12))
    return [data[start:end] for start, end in pairwise([0, *ends, len(data)])]


def test_two_orders_are_answered_wherever_their_frames_are_cut(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.make_table(open_seats=[1])
            data = order(1) + order(2)
            for end in range(1, len(data)):
                told = await answered(player, [data[:end], data[end:]])
                orders = [answer["order"] for answer in told]
                assert orders == ["order-0001", "order-0002", f"order-{LAST}"], end

    tell(tmp_path, story)


def test_a_burst_is_answered_as_the_library_alone_would_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it is cut, and whichever way each of its frames goes."""
    heard: list[bytes] = []
    hear = Session.obey_now

    def counted(session: Session, data: bytes) -> bool:
        taken = short and hear(session, data)
        heard.extend([data] * taken)
        return taken

    monkeypatch.setattr(Session, "obey_now", counted)
    short = False

    async def story(server: Running) -> None:
        nonlocal short
        async with Player(server.url) as player:
            await player.make_table(open_seats=[1])
            frames = burst()
            expected = await answered(player, frames)
            # A ping, a pong and one of two pieces are not answered; the last order is.
            assert len(expected) == len(frames) - 3 + 1
            short = True
            assert await answered(player, frames) == expected
            assert len(heard) > 1, "the first orders went the short way"
            data = b"".join(frames)
            assert await answered(player, [data]) == expected
            assert await answered(player, [bytes([byte]) for byte in data]) == expected
            for seed in range(20):
                assert await answered(player, cut(data, Random(seed))) == expected, seed

    tell(tmp_path, story)


def test_an_order_does_not_overtake_what_takes_longer(tmp_path: Path) -> None:
    """A line of chat is written down before it counts as said."""

    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.make_table(open_seats=[1])
            socket = await connected(player)
            await socket.arrive(say(type="say", id="say-0001", text="hello"))
            await socket.arrive(order(2))
            told = [(await socket.until(*ANSWERS))["type"] for _ in range(2)]
            assert told == ["said", "refused"]
            socket.close()

    tell(tmp_path, story)


def test_what_looks_like_a_frame_inside_another_is_not_obeyed(tmp_path: Path) -> None:
    """Not even where it comes in a piece of its own."""

    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.make_table(open_seats=[1])
            socket = await connected(player)
            inner = order(1)
            # Of 126 bytes and more, masked with zeros: what is inside is sent as it is.
            head = bytes((0x82, 0xFE)) + (len(inner) + 200).to_bytes(2, "big") + bytes(4)
            for piece in (head + bytes(100), inner, bytes(100)):
                await socket.arrive(piece)
            assert (await socket.until(*ANSWERS))["type"] == "fault"
            await socket.write(order(2))
            assert await socket.answers(1) == ["order-0002"]
            socket.close()

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
