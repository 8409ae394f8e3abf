"""What waits for a socket, where the web server can also send at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from spadille.server.gateway.outbox import MOST_FRAMES, Outbox

if TYPE_CHECKING:
    from spadille.server.gateway.asgi import Message


class Way:
    """A way out whose reader can fall behind."""

    def __init__(self) -> None:
        """Start with a reader who is behind."""
        self.sent: list[str] = []
        self.reads = asyncio.Event()

    async def __call__(self, message: Message) -> None:
        """Send *message* once it is read."""
        await self.reads.wait()
        self.sent.append(message.get("text", message["type"]))

    def write_now(self, text: bytes) -> bool:
        """Send *text* if it is read."""
        if self.reads.is_set():
            self.sent.append(text.decode())
        return self.reads.is_set()


def test_a_frame_leaves_at_once_while_its_reader_keeps_up() -> None:
    async def story() -> None:
        way = Way()
        way.reads.set()
        outbox = Outbox(way)
        assert outbox.put(b"one")
        assert way.sent == ["one"]

    asyncio.run(story())


def test_no_frame_overtakes_those_that_wait() -> None:
    """Not even where the reader is back before the queue had its turn."""

    async def story() -> None:
        way = Way()
        outbox = Outbox(way)
        writer = asyncio.create_task(outbox.run())
        assert outbox.put(b"one")
        await asyncio.sleep(0)  # the writer has taken the frame, and waits with it
        assert outbox.put(b"two")
        way.reads.set()
        assert outbox.put(b"three")
        assert way.sent == []
        outbox.close(1000, "bye")
        await writer
        assert way.sent == ["one", "two", "three", "websocket.close"]

    asyncio.run(story())


def test_once_all_that_waited_is_sent_frames_leave_at_once_again() -> None:
    async def story() -> None:
        way = Way()
        outbox = Outbox(way)
        writer = asyncio.create_task(outbox.run())
        assert outbox.put(b"one")
        way.reads.set()
        while way.sent != ["one"]:  # noqa: ASYNC110 - the writer takes a few turns
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert outbox.put(b"two")
        assert way.sent == ["one", "two"]
        writer.cancel()

    asyncio.run(story())


def test_a_reader_who_is_behind_gets_a_bounded_queue() -> None:
    async def story() -> None:
        outbox = Outbox(Way())
        assert all(outbox.put(b"frame") for _ in range(MOST_FRAMES))
        assert not outbox.put(b"one too many")

    asyncio.run(story())
