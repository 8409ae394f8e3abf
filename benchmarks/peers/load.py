"""The load of `benchmarks.load`, in the protocols of the peers."""

from __future__ import annotations

import asyncio
import re
from typing import Final

import httpx

from benchmarks.lean_socket import LeanSocket
from benchmarks.load import GUARD_SECONDS, SEATS, Table, Tally, connect

_STATE: Final = re.compile(rb'"_stateID":(\d+)')
_TURN: Final = re.compile(rb'"currentPlayer":"(\d)"')
_ENGINE: Final = "/socket.io/?EIO=4&transport=websocket"
_JOIN: Final = b"\x0a"
"""The first byte of Colyseus' greeting, and all of the answer to it."""


def _text(text: bytes) -> bytes:
    """*text*, of less than 32 bytes, in MessagePack."""
    return bytes((0xA0 | len(text),)) + text


_PLAY: Final = b"\x0d" + _text(b"play") + _text(b"SA")
_UPDATE: Final = b"\x0d" + _text(b"update")


class BoardgameTable(Table):
    """Four players of a match, who speak Socket.IO."""

    def __init__(self, tally: Tally, match: str) -> None:
        """Play *match*, which begins when the first of them comes."""
        super().__init__(tally)
        self._match = match.encode()
        self._state, self._turn = 0, 0
        self._greeted = 0
        self.dealt: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def heard(self, seat: int, frame: bytes) -> None:
        """Take a packet for *seat*: Engine.IO's openings and pings, Socket.IO's events."""
        if frame.startswith(b'42/cards,["update"'):
            self.updated(seat, frame)
        elif frame.startswith(b"0"):
            self.sockets[seat].send(b"40/cards,")
        elif frame.startswith(b"40"):
            sync = b'42/cards,["sync","%s","%d",null,4]' % (self._match, seat)
            self.sockets[seat].send(sync)
        elif frame == b"2":
            self.sockets[seat].send(b"3")
        elif frame.startswith(b'42/cards,["sync"'):
            self._note(seat, frame)
            self._greeted += 1
            if self._greeted == SEATS:
                self.dealt.set_result(None)

    def _note(self, seat: int, frame: bytes) -> None:
        del seat
        state, turn = _STATE.search(frame), _TURN.search(frame)
        assert state is not None
        assert turn is not None
        self._state, self._turn = int(state[1]), int(turn[1])

    def _next(self) -> tuple[int, bytes]:
        move = b'{"type":"play","args":[0],"playerID":"%d","credentials":null}' % self._turn
        return self._turn, (
            b'42/cards,["update",{"type":"MAKE_MOVE","payload":%s},%d,"%s","%d"]'
            % (move, self._state, self._match, self._turn)
        )


class ColyseusTable(Table):
    """Four clients of a room."""

    def __init__(self, tally: Tally) -> None:
        """Wait for all four to be greeted."""
        super().__init__(tally)
        self._greeted = 0
        self.dealt: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def heard(self, seat: int, frame: bytes) -> None:
        """Take a message for *seat*."""
        if frame.startswith(_UPDATE):
            self.updated(seat, frame)
        elif frame.startswith(_JOIN):
            self.sockets[seat].send(_JOIN)
            self._greeted += 1
            if self._greeted == SEATS:
                self.dealt.set_result(None)

    def _next(self) -> tuple[int, bytes]:
        self._orders += 1
        return self._orders % SEATS, _PLAY


async def boardgame_tables(url: str, count: int, tally: Tally) -> list[Table]:
    """Matches of four on boardgame.io."""
    tables: list[Table] = []
    for number in range(count):
        table = BoardgameTable(tally, f"match{number}")
        for seat in range(SEATS):
            await _join(url, table, seat, _ENGINE)
        await asyncio.wait_for(table.dealt, GUARD_SECONDS)
        tables.append(table)
    return tables


async def colyseus_tables(url: str, count: int, tally: Tally) -> list[Table]:
    """Rooms of four on Colyseus."""
    tables: list[Table] = []
    async with httpx.AsyncClient(base_url=url, timeout=GUARD_SECONDS) as http:
        for _ in range(count):
            table = ColyseusTable(tally)
            room = ""
            for seat in range(SEATS):
                way = f"joinById/{room}" if room else "create/table"
                answer = (await http.post(f"/matchmake/{way}", json={})).raise_for_status().json()
                room = answer["room"]["roomId"]
                path = f"/{answer['room']['processId']}/{room}?sessionId={answer['sessionId']}"
                await _join(url, table, seat, path, binary=True)
            await asyncio.wait_for(table.dealt, GUARD_SECONDS)
            tables.append(table)
    return tables


async def _join(url: str, table: Table, seat: int, path: str, *, binary: bool = False) -> None:
    # At the table first: the greeting may come with the end of the handshake.
    socket = LeanSocket(path, "", lambda frame: table.heard(seat, frame))
    socket.binary = binary
    table.sockets.append(socket)
    await connect(url, socket)
