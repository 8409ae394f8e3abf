"""Closed-loop load: at every table one action is under way at any time, and only one."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
import msgspec

from benchmarks.lean_socket import LeanSocket

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = 4
GUARD_SECONDS = 30.0
_RULES = {"name": "long", "target": 2000, "deal_limit": 100}


class Tally:
    """What was measured while it counted."""

    def __init__(self) -> None:
        """Count nothing yet."""
        self.counting = False
        self.latencies: list[float] = []
        self.bytes = 0
        self.updates = 0

    def heard(self, size: int) -> None:
        """Count an update of *size* bytes that reached a seat."""
        if self.counting:
            self.bytes += size
            self.updates += 1

    def done(self, seconds: float) -> None:
        """Count an action that every seat has heard of after *seconds*."""
        if self.counting:
            self.latencies.append(seconds)


class _Public(msgspec.Struct):
    turn: int | None
    phase: str | None


class _Own(msgspec.Struct):
    may_look: bool
    plays: list[str]
    bids: list[dict[str, Any]]


class _Game(msgspec.Struct):
    public: _Public
    own: _Own


class _Heard(msgspec.Struct):
    seq: int
    game: _Game | None = None


_update = msgspec.json.Decoder(_Heard)


class Table:
    """Four seats of one table, which act as soon as all four know of the last action."""

    def __init__(self, tally: Tally) -> None:
        """Count in *tally*."""
        self._tally = tally
        self.sockets: list[LeanSocket] = []
        self.running = False
        self._awaited = SEATS
        self._since = 0.0
        self._once: asyncio.Future[None] | None = None
        self._orders = 0

    def start(self) -> None:
        """Act for the first time."""
        self.running = True
        self._act()

    async def act_once(self) -> None:
        """Act, and return once all four know of it."""
        self._once = asyncio.get_running_loop().create_future()
        self._act()
        await self._once

    def heard(self, seat: int, frame: bytes) -> None:
        """Take a message for *seat*."""
        if not frame.startswith(b'{"type":"update"'):
            assert not frame.startswith((b'{"type":"refused"', b'{"type":"declined"')), frame
            return
        self.updated(seat, frame)

    def updated(self, seat: int, frame: bytes) -> None:
        """Take an update for *seat*, and act once all four have it."""
        self._tally.heard(len(frame))
        self._note(seat, frame)
        self._awaited -= 1
        if self._awaited:
            return
        if self._once is not None and not self._once.done():
            self._once.set_result(None)
        elif self.running:
            self._tally.done(time.perf_counter() - self._since)
            self._act()

    def _act(self) -> None:
        seat, text = self._next()
        self._awaited = SEATS
        self._since = time.perf_counter()
        self.sockets[seat].send(text)

    def _note(self, seat: int, frame: bytes) -> None:
        """Remember what *frame* says; a bare server's says nothing."""

    def _next(self) -> tuple[int, bytes]:
        """Who acts next, and how; anyone, on a bare server."""
        self._orders += 1
        return self._orders % SEATS, b'{"type":"order","id":"order-%05d","act":{"type":"play"' % (
            self._orders
        ) + b',"card":"SA"}}'


class SpadesTable(Table):
    """The same at a real table: only what is legal, and only by whose turn it is."""

    def __init__(self, tally: Tally) -> None:
        """Count in *tally*."""
        super().__init__(tally)
        self._games: list[_Game | None] = [None] * SEATS
        self._agreeing = 0

    def _note(self, seat: int, frame: bytes) -> None:
        self._games[seat] = _update.decode(frame).game

    def _next(self) -> tuple[int, bytes]:
        self._orders += 1
        game = self._games[0]
        turn = None if game is None else game.public.turn
        if turn is None:
            self._agreeing += 1
            return self._order(self._agreeing % SEATS, b'{"type":"agree"}')
        mine = self._games[turn]
        assert mine is not None
        own = mine.own
        if own.may_look:
            return self._order(turn, b'{"type":"look"}')
        if mine.public.phase == "bidding":
            bid = msgspec.json.encode(own.bids[self._orders % min(len(own.bids), 4)])
            return self._order(turn, b'{"type":"bid","bid":%s}' % bid)
        card = own.plays[self._orders % len(own.plays)].encode()
        return self._order(turn, b'{"type":"play","card":"%s"}' % card)

    def _order(self, seat: int, act: bytes) -> tuple[int, bytes]:
        return seat, b'{"type":"order","id":"order-%05d","act":%s}' % (self._orders, act)


async def bare_tables(url: str, count: int, tally: Tally) -> list[Table]:
    """Rooms of four on a bare server."""
    tables = [Table(tally) for _ in range(count)]
    for number, table in enumerate(tables):
        for seat in range(SEATS):
            table.sockets.append(await _connect(url, f"/ws?{number}", "", _hearing(table, seat)))
    return tables


async def spades_tables(url: str, count: int, tally: Tally) -> list[Table]:
    """Tables of four people, seated and dealt."""
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=GUARD_SECONDS) as http:
        gate = asyncio.Semaphore(20)

        async def one() -> Table:
            async with gate:
                return await _spades_table(http, url, tally)

        return list(await asyncio.gather(*(one() for _ in range(count))))


async def _spades_table(http: httpx.AsyncClient, url: str, tally: Tally) -> Table:
    table = SpadesTable(tally)
    cookies = [await _guest(http) for _ in range(SEATS)]
    made = await http.post(
        "/api/tables",
        json={"rules": _RULES, "seat": 0, "open_seats": [1, 2, 3], "turn_seconds": 0},
        headers={"Cookie": cookies[0]},
    )
    made.raise_for_status()
    hello = b'{"type":"hello","table":"%s"}' % made.json()["table"]["id"].encode()
    dealt = asyncio.get_running_loop().create_future()
    for seat, cookie in enumerate(cookies):
        socket = await _connect(url, "/ws", cookie, _seating(table, seat, dealt))
        table.sockets.append(socket)
        socket.send(hello)
    for seat in range(1, SEATS):
        sit = b'{"type":"order","id":"sitting-%d","act":{"type":"sit","seat":%d}}' % (seat, seat)
        table.sockets[seat].send(sit)
    await asyncio.wait_for(dealt, GUARD_SECONDS)
    return table


async def _guest(http: httpx.AsyncClient) -> str:
    answer = await http.get("/api/me")
    http.cookies.clear()
    cookie: str = answer.headers["set-cookie"].split(";")[0]
    return cookie


def _hearing(table: Table, seat: int) -> Callable[[bytes], None]:
    return lambda frame: table.heard(seat, frame)


def _seating(table: SpadesTable, seat: int, dealt: asyncio.Future[None]) -> Callable[[bytes], None]:
    """Hear nothing of the seating; note when every seat has seen the deal."""

    def heard(frame: bytes) -> None:
        table.heard(seat, frame)
        if not dealt.done() and all(table._games):  # noqa: SLF001 - a part of the same load
            dealt.set_result(None)

    return heard


async def _connect(url: str, path: str, cookie: str, heard: Callable[[bytes], None]) -> LeanSocket:
    socket = LeanSocket(path, cookie, heard)
    await connect(url, socket)
    return socket


async def connect(url: str, socket: LeanSocket) -> None:
    """Open *socket* at the server of *url*."""
    place = urlsplit(url)
    assert place.hostname
    assert place.port
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: socket, place.hostname, place.port)
    await asyncio.wait_for(socket.ready, GUARD_SECONDS)
