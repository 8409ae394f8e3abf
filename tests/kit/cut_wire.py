"""A wire to a server that can be cut in the very moment that matters."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Cut(Enum):
    """When the wire is cut."""

    BEFORE = auto()
    """What is waited for does not arrive."""
    AFTER = auto()
    """It arrives and is done, but the answer is lost."""


class Wire:
    """Passes on what either side says, until a certain word is said."""

    def __init__(self, port: int) -> None:
        """Lead to *port* on this machine."""
        self._server_port = port
        self._listener: asyncio.Server | None = None
        self.port = 0
        self.cuts = 0
        self._word = b""
        self._how = Cut.BEFORE
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.StreamWriter] = set()

    def cut_at(self, word: bytes, how: Cut) -> None:
        """Cut the connection on which a client says *word* next; only that one."""
        self._word, self._how = word, how

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        there, back = await asyncio.open_connection("127.0.0.1", self._server_port)
        ends = {back, writer}
        self._ends |= ends
        answering = asyncio.create_task(_copy(there, writer))
        with suppress(ConnectionError):
            await self._carry(reader, back, there, answering)
        for end in ends:
            end.close()
        await asyncio.gather(
            answering, *(end.wait_closed() for end in ends), return_exceptions=True
        )
        self._ends -= ends
        self._tasks.discard(task)

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        back: asyncio.StreamWriter,
        there: asyncio.StreamReader,
        answering: asyncio.Task[None],
    ) -> None:
        while data := await reader.read(1 << 16):
            if self._word and self._word in data:
                self._word = b""
                self.cuts += 1
                answering.cancel()
                await asyncio.gather(answering, return_exceptions=True)
                if self._how is Cut.AFTER:
                    back.write(data)
                    await there.read(1)
                return
            back.write(data)

    async def _start(self) -> None:
        self._listener = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        assert self._listener is not None
        self._listener.close()
        for end in self._ends:
            end.close()
        await asyncio.gather(*self._tasks)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(1 << 16):
            writer.write(data)
    writer.close()


@asynccontextmanager
async def wire_to(port: int) -> AsyncIterator[Wire]:
    """A wire to *port*, for as long as the block lasts."""
    wire = Wire(port)
    await wire._start()
    try:
        yield wire
    finally:
        await wire._stop()
