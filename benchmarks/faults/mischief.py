"""Clients that do what no good client does."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from benchmarks.faults.witness import RESEND_AFTER
from spadille.core.codec import encoder
from spadille.protocol.acts import Look, Play
from spadille.protocol.messages import Accepted, Hello
from tests.kit.client import Gone, Player

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

    from benchmarks.faults.crowd import Crowd
    from benchmarks.faults.witness import Witness

_PAUSE: Final = 0.2
_SLOW_PAUSE: Final = 0.5
_BUFFER: Final = 4096
"""Bytes that the system takes for a client that reads nothing."""
_GUARD: Final = 60.0
_GREETINGS: Final = 40
"""So often does a client that never reads ask for the whole table, each time."""
_DROPPED: Final = "spadille_slow_clients_dropped_total "
_encoder = encoder()


async def muddle(crowd: Crowd, seconds: float) -> None:
    """Let somebody of every table confuse it for *seconds*."""
    async with asyncio.TaskGroup() as group:
        for number, four in enumerate(crowd.tables.values()):
            group.create_task(_confuse(four[number % 4], seconds))


async def _confuse(witness: Witness, seconds: float) -> None:
    end = asyncio.get_running_loop().time() + seconds
    with suppress(Gone, OSError, TimeoutError):
        async with AsyncExitStack() as stack:
            twin = await stack.enter_async_context(_Twin(witness))
            while asyncio.get_running_loop().time() < end:
                await _again(witness, twin)
                await _swapped(witness, twin)
                await asyncio.sleep(_PAUSE)


class _Twin(Player):
    """The same person at another node, by a second socket."""

    def __init__(self, witness: Witness) -> None:
        super().__init__(witness.elsewhere(), witness.bot.seed, keep=False)
        self.strict = False
        self._of = witness

    async def __aenter__(self) -> Self:
        self.http.cookies.update(self._of.http.cookies)
        self.person = self._of.person
        await self.connect(self._of.table)
        return self


async def _again(witness: Witness, twin: Player) -> None:
    """Send old orders again, the newest first, some of them with another act."""
    for number, (order, act) in enumerate(reversed(witness.sent)):
        sent = Look() if number % 2 else act
        answer = await asyncio.wait_for(twin.order(sent, order), RESEND_AFTER * 4)
        if isinstance(answer, Accepted):
            witness.note(witness.key(order), answer)
        else:
            witness.says.odd["a repeated order was not accepted"] += 1


async def _swapped(witness: Witness, twin: Player) -> None:
    """Send two orders for one turn by two sockets at once, the later one first."""
    game = None if witness.last is None else witness.last.game
    if game is None or game.own is None or len(game.own.plays) < 2:
        return
    seq = witness.seq
    cards = list(game.own.plays)
    orders = [(f"muddle-{seq}-{number}", Play(card)) for number, card in enumerate(cards[:2])]
    answers = await asyncio.wait_for(
        asyncio.gather(
            *(who.order(act, order) for order, act in reversed(orders) for who in (witness, twin))
        ),
        RESEND_AFTER * 4,
    )
    done = {answer.order: answer for answer in answers if isinstance(answer, Accepted)}
    for order, answer in done.items():
        witness.note(witness.key(order), answer)


async def overrun(crowd: Crowd, seconds: float) -> None:
    """Have two bad listeners at every table for *seconds*, and until the worse one is sent away."""
    before, away = await _dropped(crowd), asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for number, (table, four) in enumerate(crowd.tables.items()):
            url = crowd.programs[number % len(crowd.programs)].url
            group.create_task(_never_reads(url, four[number % 4].cookie, table, away))
            group.create_task(_reads_slowly(url, four[(number + 1) % 4].cookie, table, seconds))
        group.create_task(_until_dropped(crowd, before + len(crowd.tables), away))
        await asyncio.sleep(seconds)
    crowd.notes["slow clients sent away"] += await _dropped(crowd) - before


async def _until_dropped(crowd: Crowd, count: int, away: asyncio.Event) -> None:
    """Set *away* once *count* have been sent away, or when that takes too long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_GUARD):
            while await _dropped(crowd) < count:  # noqa: ASYNC110 - it is asked for here
                await asyncio.sleep(_PAUSE)
    away.set()


async def _dropped(crowd: Crowd) -> int:
    """How many slow clients all nodes have sent away so far."""
    dropped = 0
    async with httpx.AsyncClient() as http:
        for program in crowd.programs:
            counters = (await http.get(f"{program.url}/metrics")).text
            (value,) = [line for line in counters.splitlines() if line.startswith(_DROPPED)]
            dropped += int(float(value.removeprefix(_DROPPED)))
    return dropped


async def _never_reads(url: str, cookie: str, table: str, away: asyncio.Event) -> None:
    """Ask for more than the server may keep for one client, and take none of it."""
    with suppress(ConnectionClosed, OSError, TimeoutError):
        async with _deaf(url, cookie) as line:
            line.transport.pause_reading()
            while not away.is_set():
                for _ in range(_GREETINGS):
                    await line.send(_encoder.encode(Hello(table)).decode())
                await asyncio.sleep(_PAUSE)


async def _reads_slowly(url: str, cookie: str, table: str, seconds: float) -> None:
    end = asyncio.get_running_loop().time() + seconds
    with suppress(ConnectionClosed, OSError, TimeoutError):
        async with _deaf(url, cookie) as line:
            await line.send(_encoder.encode(Hello(table)).decode())
            while asyncio.get_running_loop().time() < end:
                await asyncio.wait_for(line.recv(), seconds)
                await asyncio.sleep(_SLOW_PAUSE)


class _deaf:  # noqa: N801 - it is used as a call
    """A socket whose client side keeps next to nothing that is not read."""

    def __init__(self, url: str, cookie: str) -> None:
        self._url, self._cookie = url, cookie
        self._line: ClientConnection | None = None

    async def __aenter__(self) -> ClientConnection:
        place = urlsplit(self._url)
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, (place.hostname, place.port))
        self._line = await connect(
            f"{self._url.replace('http', 'ws', 1)}/ws",
            sock=raw,
            additional_headers={"Cookie": self._cookie},
            compression=None,
            max_queue=1,
            proxy=None,
            ping_interval=None,
        )
        return self._line

    async def __aexit__(self, *_error: object) -> None:
        if self._line is not None:
            self._line.transport.abort()
            await self._line.wait_closed()
