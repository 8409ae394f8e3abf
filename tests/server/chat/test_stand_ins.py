"""What the chat tells of computers that take the places of people."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from spadille.core.seats import Seat
from spadille.protocol.acts import Leave, Sit
from spadille.protocol.chat import SystemLine
from spadille.protocol.table import Stage
from tests.kit.people import Friend
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from pathlib import Path

STAND_INS = {"gave_up_seat", "stood_in_for", "plays_again", "took_over"}


def _told(friend: Friend) -> list[tuple[str, str]]:
    """What *friend* heard live of computers and people, and of whom."""
    lines = [line for line in friend.messages if isinstance(line, SystemLine)]
    return [(x.notice.value, x.person.id) for x in lines if x.notice.value in STAND_INS]


def test_who_gives_up_a_seat_and_who_takes_over_are_told(tmp_path: Path) -> None:
    """Live and in the history; the one who opens the match takes over from nobody."""

    async def story(server: Running) -> None:
        async with AsyncExitStack() as stack:
            host, east, later = [
                await stack.enter_async_context(Friend(server.url, n)) for n in range(3)
            ]
            table = await host.make_table(seat=0, open_seats=[1])
            await east.sit(table, Seat.EAST)
            await host.until(lambda: host.stage is Stage.PLAYING)
            await east.order(Leave())
            await host.until(lambda: len(_told(host)) == 1)
            await later.sit(table, Seat.EAST)
            await host.until(lambda: len(_told(host)) == 2)
            expected = [("gave_up_seat", east.id), ("took_over", later.id)]
            assert _told(host) == expected
            await later.drop()
            later.messages.clear()
            await later.connect(table)
            await later.until(lambda: later.has_history)
            kept = [line for line in later.history().lines if isinstance(line, SystemLine)]
            told = [(x.notice.value, x.person.id) for x in kept if x.notice.value in STAND_INS]
            assert told == expected

    tell(tmp_path, story)


def test_whoever_is_stood_in_for_and_plays_again_is_told(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as host, Friend(server.url, 1) as east:
            table = await host.make_table(seat=0, open_seats=[1])
            await east.sit(table, Seat.EAST)
            await east.drop()
            await host.until(lambda: len(_told(host)) == 1)
            await east.connect(table)
            await host.until(lambda: len(_told(host)) == 2)
            assert _told(host) == [("stood_in_for", east.id), ("plays_again", east.id)]

    tell(tmp_path, story, grace_seconds=0.1)


def test_a_seat_that_is_kept_open_has_no_computer(tmp_path: Path) -> None:
    """Where no computer may play, nobody is told that one does."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as host, Friend(server.url, 1) as east:
            table = await host.make_table(seat=0, options={"computers": False})
            await east.sit(table, Seat.EAST)
            await east.order(Leave())
            await east.order(Sit(Seat.WEST))
            await host.chat("done")
            await host.until(lambda: "say: done" in host.lines())
            assert _told(host) == []

    tell(tmp_path, story)
