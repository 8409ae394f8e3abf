"""Who is let in at the table socket, and what comes of nonsense said there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from itsdangerous import TimestampSigner
from websockets.exceptions import InvalidStatus

from spadille.protocol.acts import Agree
from spadille.protocol.messages import Fault, FaultReason, Hello, Order, Ping
from spadille.server.accounts.tokens import MAX_AGE, Tokens, load_secret
from tests.kit.client import Player
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


FOREIGN: list[str] = [
    "http://evil.example",
    "null",
    "https://127.0.0.1.evil.example",
    "http://127.0.0.1:1",
]


def test_a_page_of_another_server_opens_no_socket(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for origin in FOREIGN:
            async with Player(server.url) as player:
                with pytest.raises(InvalidStatus) as refusal:
                    await player.open(origin=origin)
                assert refusal.value.response.status_code == 403
                assert b"foreign_origin" in (refusal.value.response.body or b"")

    tell(tmp_path, story)


def test_own_and_listed_origins_open_sockets(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            table = await player.make_table(open_seats=[0])
            for origin in (server.url, "https://cards.example"):
                await player.drop()
                await player.open(origin=origin)
                seen = player.last
                await player.say(Hello(table))
                await player.until(lambda seen=seen: player.last is not seen)  # type: ignore[misc]

    tell(tmp_path, story, origins=("https://cards.example",))


def test_there_is_one_socket_address(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            player.url = f"{server.url}/elsewhere"
            with pytest.raises(InvalidStatus) as refusal:
                await player.open()
            assert refusal.value.response.status_code == 404

    tell(tmp_path, story)


def _missing(_data: Path, _person: str) -> str:
    return ""


def _forged(_data: Path, person: str) -> str:
    return f"spadille={Tokens(b'x' * 32).token(person)}"


def _changed(data: Path, person: str) -> str:
    token = Tokens(load_secret(data)).token(person)
    return f"spadille={'x' + token[1:]}"


def _expired(data: Path, person: str) -> str:
    class Old(TimestampSigner):
        def get_timestamp(self) -> int:
            return super().get_timestamp() - MAX_AGE - 10

    return f"spadille={Old(load_secret(data), salt='spadille.session').sign(person).decode()}"


def _nobody(data: Path, _person: str) -> str:
    return f"spadille={Tokens(load_secret(data)).token('nobody')}"


def _nonsense(_data: Path, _person: str) -> str:
    return 'spadille="\\"; =;;; =(\xe9; spadille=a.b.c'


COOKIES: list[Callable[[Path, str], str]] = [
    _missing,
    _forged,
    _changed,
    _expired,
    _nobody,
    _nonsense,
]


def test_a_cookie_that_is_not_ours_speaks_for_nobody(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for cookie in COOKIES:
            async with Player(server.url) as player:
                await player.open(cookie=cookie(tmp_path, player.id))
                assert await player.until_closed() == (4401, "no_session")
                assert player.faults() == [Fault(FaultReason.NO_SESSION)]

    tell(tmp_path, story)


def test_an_unknown_table_closes_the_socket(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for table in ("nope", "", "\U0001f0a1", "a\x00b", "x" * 64):
            async with Player(server.url) as player:
                await player.open()
                await player.say(Hello(table))
                assert await player.until_closed() == (4404, "no_such_table")
                assert player.faults() == [Fault(FaultReason.NO_SUCH_TABLE)]

    tell(tmp_path, story)


def test_a_client_of_another_version_is_told_so(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.open()
            await player.say(Hello("any", version=2))
            assert await player.until_closed() == (4426, "other_version")
            assert [fault.reason for fault in player.faults()] == [FaultReason.OTHER_VERSION]

    tell(tmp_path, story)


def test_hello_comes_first(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.open()
            await player.say(Ping())
            await player.say(Order("12345678", Agree()))
            await player.until(lambda: len(player.faults()) == 2)
            assert {fault.reason for fault in player.faults()} == {FaultReason.HELLO_FIRST}

    tell(tmp_path, story)


NONSENSE: list[tuple[str | bytes, str]] = [
    ("", "truncated"),
    ("{", "truncated"),
    ("[]", "Expected `object`"),
    ("{}", "missing required field `type`"),
    ('{"type":"dance"}', "Invalid value 'dance'"),
    ('{"type":"ping","x":1}', "unknown field `x`"),
    ('{"type":"hello","table":7}', "Expected `str`, got `int` - at `$.table`"),
    (b"\xff\xfe", ""),
    (b"[" * 10_000, ""),
    ('{"type":"order","id":"short","act":{"type":"agree"}}', "length >= 8"),
    ('{"type":"order","id":"12345678","act":{"type":"play","card":"X9"}}', "X9"),
]


def test_nonsense_is_answered_with_what_is_wrong(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for data, detail in NONSENSE:
            async with Player(server.url) as player:
                await player.open()
                await player.say_raw(data)
                await player.until(lambda: bool(player.faults()))
                (fault,) = player.faults()
                assert fault.reason is FaultReason.NOT_UNDERSTOOD
                assert detail in fault.detail
                assert len(fault.detail) <= 200
                assert player.closed is None

    tell(tmp_path, story)


def test_a_binary_message_is_read_like_text(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.open()
            await player.say_raw(b'{"type":"ping"}')
            await player.until(lambda: bool(player.faults()))
            assert player.faults() == [Fault(FaultReason.HELLO_FIRST)]

    tell(tmp_path, story)


def test_large_messages_are_refused_and_huge_ones_not_even_read(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.open()
            await player.say_raw("x" * 20_000)
            await player.until(lambda: bool(player.faults()))
            assert player.faults()[0].reason is FaultReason.TOO_LARGE
            assert player.closed is None
            await player.say_raw("x" * 200_000)
            code, _reason = await player.until_closed()
            assert code == 1009

    tell(tmp_path, story)


def test_who_talks_only_nonsense_is_shown_the_door(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.open()
            for _ in range(21):
                await player.say_raw("?")
            assert await player.until_closed() == (4400, "too_many_faults")
            assert player.faults()[-1] == Fault(FaultReason.TOO_MANY_FAULTS)

    tell(tmp_path, story)
