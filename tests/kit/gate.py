"""A way to a server that can be barred and opened again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self

from tests.kit.ports import own_port


class Gate:
    """Passes on what either side says, while it is open."""

    def __init__(self, port: int) -> None:
        """Lead to *port* on this machine."""
        self._behind = port
        self._listener: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()
        self._carriers: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self.port = own_port()

    async def __aenter__(self) -> Self:
        """Open it."""
        await self.open()
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Leave it barred."""
        await self.bar()

    async def open(self) -> None:
        """Let connections in, always at the same port."""
        self._listener = await asyncio.start_server(self._let_in, "127.0.0.1", self.port)

    async def bar(self) -> None:
        """Cut every connection, and let none in."""
        if self._listener is None:
            return
        self._listener.close()
        self._listener = None
        self._flows.set()
        for end in self._ends:
            end.transport.abort()
        if self._carriers:
            await asyncio.wait(self._carriers)

    def hold(self) -> None:
        """Pass nothing on and say nothing of it, as a wire does that is cut."""
        self._flows.clear()

    def release(self) -> None:
        """Pass on what was held, and what comes after it."""
        self._flows.set()

    async def _let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened = self._listener
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._behind)
        except OSError:
            writer.transport.abort()  # as if there were no gate
            return
        if opened is None or opened is not self._listener:
            # It was barred in the meantime, and nobody slips through.
            for end in (writer, back):
                end.transport.abort()
            return
        self._ends |= {writer, back}
        for source, sink in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._carry(source, sink))
            self._carriers.add(task)
            task.add_done_callback(self._carriers.discard)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await source.read(1 << 16):
                await self._flows.wait()
                sink.write(data)
        sink.close()
        with suppress(ConnectionError):
            await sink.wait_closed()
        self._ends.discard(sink)
