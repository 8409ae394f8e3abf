"""Play over real sockets, on a real server with a real database."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from spadille.core.codec import encoder
from spadille.core.seats import Seat
from spadille.protocol.acts import Agree, Sit
from spadille.protocol.messages import (
    Accepted,
    Declined,
    Fault,
    FaultReason,
    Hello,
    Ping,
    Update,
    Welcome,
)
from spadille.protocol.messages import Pong as PongMessage
from spadille.protocol.table import Stage
from tests.kit.client import Gone, Player
from tests.kit.server import Running, four_players, tell

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from websockets.asyncio.client import ClientConnection

SHORT: dict[str, Any] = {"name": "short", "target": 100, "losing_score": -100, "deal_limit": 4}


async def play_until(players: list[Player], stage: Stage) -> None:
    """Let all play until the table is in *stage*."""

    async def one(player: Player) -> None:
        await player.play(lambda: player.stage is stage)

    await asyncio.gather(*(one(player) for player in players))


def test_four_people_play_a_match_to_its_end(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with four_players(server.url, rules=SHORT) as players:
            await play_until(players, Stage.OVER)
            winners = {player.view.public.winner for player in players}
            assert winners in ({0}, {1})
            place = f"/api/tables/{players[0].table}/records/1"
            record = (await players[0].http.get(place)).json()
            assert record["winner"] in winners
            assert 1 <= len(record["deals"]) <= 4
            text = await players[0].http.get(f"{place}/text")
            assert text.text.startswith("spadille 1\n")

    tell(tmp_path, story)


def test_computers_play_on_for_one_person(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.make_table(rules=SHORT)
            await player.play(lambda: player.stage is Stage.OVER)
            assert player.view.public.winner is not None

    tell(tmp_path, story)


def test_a_lost_connection_resumes_where_it_was(tmp_path: Path) -> None:
    """Nothing is missing and nothing comes twice; the player itself checks each number."""

    async def story(server: Running) -> None:
        async with four_players(server.url) as players:
            await players[0].drop()
            before = players[0].seq
            act = players[1].next_act() or Sit(Seat.NORTH)
            await players[1].order(act)
            for player in players[1:]:
                act = player.next_act() or Sit(Seat.NORTH)
                await player.order(act)
            players[0].messages.clear()
            await players[0].connect(players[0].table, resume=True)
            assert isinstance(players[0].messages[0], Update)
            assert players[0].seq >= before
            await play_until(players, Stage.BETWEEN_DEALS)

    tell(tmp_path, story, grace_seconds=1000)


def test_a_client_that_is_ahead_or_far_behind_gets_the_whole_table(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with four_players(server.url) as players:
            await play_until(players, Stage.BETWEEN_DEALS)
            player = players[2]
            for seq in (0, 10**6):
                await player.drop()
                player.seq = seq
                await player.connect(player.table, resume=True)
                assert isinstance(player.last, Welcome)

    tell(tmp_path, story)


def test_an_order_sent_again_gets_the_same_answer(tmp_path: Path) -> None:
    """Also by another socket, and by another server on the same data."""
    answers: list[Any] = []
    kept: list[tuple[str, str]] = []

    async def first(server: Running) -> None:
        async with four_players(server.url) as players:
            await play_until(players, Stage.BETWEEN_DEALS)
            order = "agree-once"
            answers.extend([await players[0].order(Agree(), order) for _ in range(2)])
            async with Player(server.url) as tab:
                tab.http.cookies = players[0].http.cookies
                await tab.connect(players[0].table)
                answers.append(await tab.order(Agree(), order))
            kept.append((players[0].table, players[0].cookie))

    async def later(server: Running) -> None:
        async with Player(server.url) as player:
            table, cookie = kept[0]
            await player.open(cookie=cookie)
            await player.say(Hello(table))
            await player.until(lambda: player.last is not None)
            answers.append(await player.order(Agree(), "agree-once"))

    tell(tmp_path, first)
    tell(tmp_path, later)
    assert all(isinstance(answer, Accepted) for answer in answers)
    assert answers == [answers[0]] * 4


def test_two_tabs_of_one_person_see_the_same(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with four_players(server.url) as players, Player(server.url) as tab:
            tab.http.cookies = players[0].http.cookies
            await tab.connect(players[0].table)
            welcome = next(m for m in tab.messages if isinstance(m, Welcome))
            assert welcome.seat is Seat.NORTH
            await play_until(players, Stage.BETWEEN_DEALS)
            await tab.until(lambda: tab.stage is Stage.BETWEEN_DEALS)
            # One of them may have read on further by now than the other.
            both = range(welcome.seq + 1, min(tab.seq, players[0].seq) + 1)
            assert len(both) > 13 * 4
            assert _updates(tab, both) == _updates(players[0], both)

    tell(tmp_path, story)


def _updates(player: Player, numbers: range) -> list[str]:
    """The updates, as they came, whose last event has one of *numbers*."""
    told = zip(player.frames, player.messages, strict=True)
    return [frame for frame, m in told if isinstance(m, Update) and m.seq in numbers]


def test_the_oldest_of_too_many_tabs_is_closed(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            table = await player.make_table()
            tabs = [Player(server.url) for _ in range(2)]
            for tab in tabs:
                tab.http.cookies = player.http.cookies
                await tab.connect(table)
            assert await player.until_closed() == (4409, "replaced")
            assert player.faults() == [Fault(FaultReason.REPLACED)]
            for tab in tabs:
                assert tab.closed is None
                await tab.drop()
                await tab.http.aclose()

    tell(tmp_path, story, sockets_per_table=2)


def test_pong_tells_the_tables_number(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.make_table(open_seats=[0])
            await player.say(Ping())
            # Somebody's coming may be told of at any moment, also after the answer.
            await player.until(lambda: PongMessage(player.seq) in player.messages)

    tell(tmp_path, story)


def test_hello_again_moves_a_socket_to_another_table(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player, Player(server.url) as other:
            first = await player.make_table(open_seats=[0])
            second = await other.make_table(open_seats=[0])
            seen = player.last
            await player.say(Hello(second))
            await player.until(lambda: player.last is not seen)
            assert player.last is not None
            assert player.last.table is not None
            assert player.last.table.id == second
            assert player.last.seat is None
            assert first != second

    tell(tmp_path, story)


def test_orders_that_come_too_fast_are_declined(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.make_table(open_seats=[0])
            answers = [await player.order(Agree()) for _ in range(40)]
            reasons = {answer.reason for answer in answers if isinstance(answer, Declined)}
            assert "too_many_orders" in reasons
            assert player.closed is None

    tell(tmp_path, story, orders_per_second=1.0)


def test_the_slowest_rate_still_lets_people_in(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.make_table()
            assert player.seq

    tell(tmp_path, story, orders_per_second=0.01)


def test_a_new_name_is_used_when_one_sits_down(tmp_path: Path) -> None:
    """Names are often chosen on the invite page, with the socket open already."""

    async def story(server: Running) -> None:
        async with Player(server.url) as host, Player(server.url) as player:
            table = await host.make_table(open_seats=[0])
            await player.connect(table)
            await player.http.patch("/api/me", json={"name": "Zoë"})
            await player.order(Sit(Seat.NORTH))
            await player.until(lambda: player.info is not None and not player.info.seats[0].open)
            assert player.info is not None
            person = player.info.seats[0].person
            assert person is not None
            assert person.name == "Zoë"

    tell(tmp_path, story)


async def _that_reads_nothing(url: str, cookie: str) -> ClientConnection:
    """A table socket for which the system keeps little, and the client takes nothing of it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", urlsplit(url).port))
    connection = await connect(
        url.replace("http", "ws") + "/ws",
        sock=line,
        additional_headers={"Cookie": cookie},
        compression=None,
        proxy=None,
    )
    connection.transport.pause_reading()
    return connection


def test_a_client_that_reads_nothing_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is dropped once its outbox is full, and the others play to the end."""

    async def story(server: Running) -> None:
        async with four_players(server.url, rules=SHORT) as players, Player(server.url) as slow:
            connection = await _that_reads_nothing(server.url, slow.cookie)
            hello = encoder().encode(Hello(players[0].table)).decode()
            dropped = server.service.metrics.dropped

            async def ask_and_never_read() -> None:
                # The line may be cut in the very middle of a question.
                with suppress(ConnectionClosed):
                    while not dropped._value.get():
                        await connection.send(hello)
                        # Sending alone lets nobody else have a turn until the system's buffers
                        # are full, and never again once the line is lost.
                        await asyncio.sleep(0)

            flood = asyncio.create_task(ask_and_never_read())
            await play_until(players, Stage.OVER)
            await asyncio.wait_for(flood, 60)
            assert dropped._value.get() == 1
            # It never lets the socket close, so the line is cut.
            while server.service.metrics.sockets._value.get() > len(players):  # noqa: ASYNC110 - no event tells of it
                await asyncio.sleep(0.01)
            connection.transport.abort()

    monkeypatch.setattr("spadille.server.gateway.line._LINGER", 0.1)
    tell(tmp_path, story)


def test_a_silent_socket_is_closed(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            # On a busy machine that is too slow already.
            with suppress(Gone):
                await player.make_table(open_seats=[0])
            assert await player.until_closed() == (4408, "too_slow")

    tell(tmp_path, story, silence_seconds=0.05)


def test_everyone_is_told_when_the_server_stops(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with four_players(server.url) as players:
            server.server.should_exit = True
            for player in players:
                assert await player.until_closed() == (1012, "going_down")
                assert player.faults() == [Fault(FaultReason.GOING_DOWN)]

    tell(tmp_path, story)
