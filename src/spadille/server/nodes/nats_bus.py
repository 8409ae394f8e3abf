"""The bus over NATS: core messages alone, for whatever must last is in the store."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import structlog
from nats.aio.client import Client
from nats.errors import Error as NatsError

from spadille.server.ending import end
from spadille.server.nodes.bus import Unanswered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from nats.aio.msg import Msg

    from spadille.server.nodes.bus import Subscription

_PING_SECONDS: Final = 1
"""A connection that is dead without a word is noticed after about twice as long."""
_FIRST_SECONDS: Final = 8.0
"""How long a node that starts waits for the NATS server, which may start too."""
_RETRY_SECONDS: Final = 0.2
_PREFIX: Final = "spadille."
_MOST_WAITING: Final = 10_000
"""Messages that wait to be sent; the oldest beyond them are lost."""
_PART_SECONDS: Final = 2.0
"""How long the last messages have to get out."""

log = structlog.stdlib.get_logger()


class NatsBus:
    """One connection, which comes back by itself."""

    def __init__(self, url: str, name: str) -> None:
        """Talk through the NATS server at *url* as *name*, once opened."""
        self._url = url
        # Without the password that the address may hold.
        self._shown = (
            urlsplit(url)._replace(netloc=urlsplit(url).netloc.rpartition("@")[2]).geturl()
        )
        self._name = name
        self._client: Client | None = None
        self.lost_at: float | None = 0.0
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=_MOST_WAITING)
        self._filled = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._pump: asyncio.Task[None] | None = None
        self.back: Callable[[], None] = _nothing
        """Called when the connection is there again."""

    async def open(self) -> None:
        """Connect; raises `OSError` where no NATS server answers."""
        client = Client()
        try:
            async with asyncio.timeout(_FIRST_SECONDS):
                await client.connect(
                    self._url,
                    name=self._name,
                    no_echo=True,
                    connect_timeout=2,
                    reconnect_time_wait=_RETRY_SECONDS,  # type: ignore[arg-type]  # it sleeps so long
                    max_reconnect_attempts=-1,
                    ping_interval=_PING_SECONDS,
                    max_outstanding_pings=1,
                    error_cb=_complain,
                    disconnected_cb=self._lost,
                    reconnected_cb=self._found,
                )
        except (NatsError, OSError, TimeoutError) as error:
            await client.close()
            raise OSError(
                f"no NATS server answers at {self._shown} within {_FIRST_SECONDS:.0f} s"
            ) from error
        self._client = client
        self.lost_at = None
        self._pump = asyncio.create_task(self._send_all())

    def publish(self, subject: str, data: bytes) -> None:
        """Queue *data*; without a connection it is lost."""
        if self.lost_at is None:
            self._waiting.append((_PREFIX + subject, data))
            self._filled.set()

    async def ask(self, subject: str, data: bytes, seconds: float) -> bytes:
        """The answer of the one who serves *subject*."""
        client = self._client
        if client is None or self.lost_at is not None:
            raise Unanswered(subject)
        try:
            message = await client.request(_PREFIX + subject, data, timeout=seconds)
        except (NatsError, OSError, TimeoutError) as error:
            raise Unanswered(f"{subject}: {error!r}") from error
        return message.data

    async def listen(self, subject: str, hear: Callable[[bytes], None]) -> Subscription:
        """Call *hear* with whatever others send to *subject*."""

        async def on_message(message: Msg) -> None:
            _guarded(subject, hear, message.data)

        return await self._subscribe(subject, on_message)

    async def serve(
        self, subject: str, answer: Callable[[bytes], Awaitable[bytes]]
    ) -> Subscription:
        """Answer what others ask of *subject*."""

        async def reply(message: Msg) -> None:
            try:
                data = await answer(message.data)
            except Exception:
                log.exception("question not answered", subject=subject)
                return
            # Through the queue, so that an answer comes after what was published before it.
            self._waiting.append((message.reply, data))
            self._filled.set()

        async def on_message(message: Msg) -> None:
            self._run(reply(message))

        return await self._subscribe(subject, on_message)

    async def close(self) -> None:
        """Send what is queued, and let go."""
        await asyncio.gather(*(end(task) for task in (self._pump, *self._tasks)))
        if self._client is not None:
            try:
                async with asyncio.timeout(_PART_SECONDS):
                    await self._send_waiting(self._client)
                    await _written(self._client)
            except (NatsError, OSError, TimeoutError) as error:
                log.info("last messages not sent", error=repr(error))
            # What is given up is not lost.
            self.lost_at = asyncio.get_running_loop().time()
            await self._client.close()

    def give_up(self, subscription: Any) -> None:  # noqa: ANN401 - its module is private
        """Hear no more of it, soon."""
        self._run(_unsubscribed(subscription))

    async def _subscribe(
        self, subject: str, on_message: Callable[[Msg], Coroutine[Any, Any, None]]
    ) -> Subscription:
        client: Any = self._client  # its futures are not typed
        assert client is not None
        subscription = await client.subscribe(_PREFIX + subject, cb=on_message)
        if self.lost_at is None:
            # Others may speak as soon as this returns, so the server must know of it.
            try:
                await _written(client)
            except (NatsError, OSError, TimeoutError) as error:
                log.info("subscribed without a connection", subject=subject, error=repr(error))
        return _Ear(self, subscription)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_all(self) -> None:
        assert self._client is not None
        while True:
            await self._filled.wait()
            self._filled.clear()
            try:
                await self._send_waiting(self._client)
            except (NatsError, OSError) as error:
                log.info("messages lost", error=repr(error))

    async def _send_waiting(self, client: Client) -> None:
        while self._waiting:
            await client.publish(*self._waiting.popleft())

    async def _lost(self) -> None:
        if self.lost_at is None:
            self.lost_at = asyncio.get_running_loop().time()
            self._waiting.clear()
            log.warning("bus lost", url=self._shown)

    async def _found(self) -> None:
        self.lost_at = None
        log.info("bus found again", url=self._shown)
        self.back()


class _Ear:
    """A subscription that is given up without waiting."""

    def __init__(self, bus: NatsBus, subscription: Any) -> None:  # noqa: ANN401 - its module is private
        self._bus = bus
        self._subscription = subscription

    def stop(self) -> None:
        """Hear no more."""
        self._bus.give_up(self._subscription)


async def _written(client: Client) -> None:
    """Wait until the server has read all that was sent before.

    The library's ping overtakes what it has not written yet, so the last one must come when
    nothing waits any more.
    """
    nothing_waits = False
    while not nothing_waits:
        nothing_waits = client.pending_data_size == 0
        await client.flush(math.ceil(_PART_SECONDS))


async def _unsubscribed(subscription: Any) -> None:  # noqa: ANN401 - as above
    try:
        await subscription.unsubscribe()
    except (NatsError, OSError) as error:
        log.debug("not unsubscribed", error=repr(error))


def _guarded(subject: str, hear: Callable[[bytes], None], data: bytes) -> None:
    try:
        hear(data)
    except Exception:
        log.exception("message not understood", subject=subject)


async def _complain(error: Exception) -> None:
    log.debug("bus trouble", error=repr(error))


def _nothing() -> None:
    """Nobody waits for it."""
