"""What is said at a table, and who hears it."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from spadille.core.seats import Seat
from spadille.protocol.acts import Leave, Sit
from spadille.protocol.chat import ChatLine, ChatReason, ChatRefused, Said, Say
from spadille.protocol.messages import FaultReason, Hello
from tests.kit.client import Gone
from tests.kit.people import Friend
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

SCRIPT = "<script>alert('x')</script><img src=x onerror=alert(1)>"


@asynccontextmanager
async def three(url: str) -> AsyncIterator[tuple[Friend, Friend, Friend]]:
    """A host, somebody in the east, and a spectator; a seat is open still."""
    async with AsyncExitStack() as stack:
        host, east, watcher = [
            await stack.enter_async_context(Friend(url, seed)) for seed in range(3)
        ]
        table = await host.make_table(seat=0, open_seats=[1, 2])
        await east.sit(table, Seat.EAST)
        await watcher.connect(table)
        yield host, east, watcher


async def caught_up(*friends: Friend) -> None:
    """Wait until all *friends* have heard all that was said."""
    await friends[0].chat("done")
    for friend in friends:
        await friend.until(lambda friend=friend: "say: done" in friend.lines())  # type: ignore[misc]


def test_everyone_at_the_table_hears_what_is_said_and_how(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with three(server.url) as friends:
            host, east, watcher = friends
            for friend, text in (
                (host, "hello"),
                (east, "<y>hey"),
                (watcher, "<think> who wins?"),
            ):
                assert isinstance(await friend.chat(text), Said)
            await caught_up(*friends)
            for friend in friends:
                assert friend.lines() == [
                    "say: hello",
                    "yell: hey",
                    "think: who wins?",
                    "say: done",
                ]
            times = [m.at for m in host.messages if isinstance(m, ChatLine)]
            assert times == sorted(set(times))

    tell(tmp_path, story)


def test_script_is_carried_as_the_text_it_is(tmp_path: Path) -> None:
    """In a message, a name, a title, live and from the history."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as host:
            changed = await host.http.patch("/api/me", json={"name": "<b>Bob</b>"})
            assert changed.json()["person"]["name"] == "<b>Bob</b>"
            await host.make_table(options={"title": SCRIPT[:60]})
            assert host.info is not None
            assert host.info.options.title == SCRIPT[:60]
            await host.chat(SCRIPT)
            await caught_up(host)
            assert f"say: {SCRIPT}" in host.lines()
            await host.drop()
            host.messages.clear()
            await host.connect(host.table)
            await host.until(lambda: host.has_history)
            line = next(x for x in host.history().lines if isinstance(x, ChatLine))
            assert (line.text, line.sender.name) == (SCRIPT, "<b>Bob</b>")

    tell(tmp_path, story)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", ChatReason.EMPTY),
        (" \t\u200b ", ChatReason.EMPTY),
        ("<y>", ChatReason.EMPTY),
        ("<w nobody>", ChatReason.EMPTY),
        ("x" * 501, ChatReason.TOO_LONG),
        ("x" * 2000, ChatReason.TOO_LONG),
    ],
)
def test_a_message_that_will_not_do_is_sent_to_nobody(
    tmp_path: Path, text: str, reason: ChatReason
) -> None:
    async def story(server: Running) -> None:
        async with three(server.url) as friends:
            refused = await friends[0].chat(text)
            assert isinstance(refused, ChatRefused)
            assert refused.reason is reason
            assert isinstance(await friends[0].chat("y" * 500), Said)
            await caught_up(*friends)
            assert friends[1].lines() == ["say: " + "y" * 500, "say: done"]

    tell(tmp_path, story)


def test_a_flood_is_slowed_with_a_notice_and_says_how_long(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with three(server.url) as (host, east, _watcher):
            # Its clock stands still, however long the machine takes.
            now = 0.0
            room = server.service.sockets.company.chat._rooms[host.table]
            room._now = lambda: now
            answers = [await host.chat(f"{number}") for number in range(8)]
            refused = [answer for answer in answers if isinstance(answer, ChatRefused)]
            assert len(refused) == 2
            assert {answer.reason for answer in refused} == {ChatReason.TOO_FAST}
            assert refused[0].wait == 2000
            assert isinstance(await east.chat("hello"), Said)
            now += refused[0].wait / 1000
            assert isinstance(await host.chat("slowly"), Said)

    tell(tmp_path, story)


def test_a_message_that_is_sent_again_is_said_once(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with three(server.url) as friends:
            first = await friends[0].chat("once", "say-one-and-only")
            again = await friends[0].chat("once", "say-one-and-only")
            assert first == again
            await friends[1].chat("mine", "say-one-and-only")
            await caught_up(*friends)
            assert friends[2].lines() == ["say: once", "say: mine", "say: done"]

    tell(tmp_path, story)


def test_the_history_goes_on_after_the_last_line_that_was_seen(tmp_path: Path) -> None:
    """It survives the server, too."""

    async def story(server: Running) -> None:
        async with three(server.url) as (host, east, _watcher):
            await host.chat("one")
            await caught_up(host)
            seen = next(m.at for m in host.messages if isinstance(m, ChatLine))
            await east.chat("two")
            await host.drop()
            host.messages.clear()
            await host.open()
            await host.say(Hello(host.table, 0, chat=seen))
            await host.until(lambda: host.has_history)
            texts = [x.text for x in host.history().lines if isinstance(x, ChatLine)]
            assert texts == ["done", "two"]
            kept.append(host.table)

    async def later(server: Running) -> None:
        async with Friend(server.url) as other:
            await other.connect(kept[0])
            await other.until(lambda: other.has_history)
            texts = [x.text for x in other.history().lines if isinstance(x, ChatLine)]
            assert texts == ["one", "done", "two"]

    kept: list[str] = []
    tell(tmp_path, story)
    tell(tmp_path, later)


def test_the_system_tells_who_comes_goes_and_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reload of the page is no coming and going."""
    soon = "spadille.server.chat.rooms._BACK_SECONDS"
    monkeypatch.setattr(soon, 3600.0)

    async def story(server: Running) -> None:
        async with three(server.url) as (host, east, watcher):
            await host.until(lambda: len(host.notices()) == 3)
            assert [notice for notice, _ in host.notices()] == ["joined"] * 3
            await east.drop()
            await east.connect(host.table)
            monkeypatch.setattr(soon, 0.01)
            await east.drop()
            await host.until(lambda: len(host.notices()) == 4)
            await east.connect(host.table)
            await host.until(lambda: len(host.notices()) == 5)
            await watcher.drop()
            await host.until(lambda: len(host.notices()) == 6)
            await east.order(Leave())
            await host.until(lambda: len(host.notices()) == 7)
            await east.drop()
            await host.until(lambda: len(host.notices()) == 8)
            assert [notice for notice, _ in host.notices()[3:]] == [
                "lost_connection",
                "reconnected",
                "left",
                "gave_up_seat",
                "left",
            ]

    tell(tmp_path, story)


@pytest.mark.parametrize("tie", ["mutes", "blocks"])
def test_whoever_mutes_or_blocks_somebody_hears_nothing_of_them(tmp_path: Path, tie: str) -> None:
    """Others do; and it can be taken back, which brings the history back too."""

    async def story(server: Running) -> None:
        async with three(server.url) as (host, east, watcher):
            assert (await host.post(f"/my/{tie}", person=east.id)).status_code == 200
            await east.chat("you cannot hear me")
            answer = await east.chat(f"<w {await name(host)}>nor this")
            assert isinstance(answer, ChatRefused) is (tie == "blocks")
            if isinstance(answer, ChatRefused):
                assert answer.reason is ChatReason.BLOCKED
            await host.chat("I am heard")
            await caught_up(host, watcher, east)
            assert host.lines() == ["say: I am heard", "say: done"]
            assert "say: you cannot hear me" in watcher.lines()
            assert "say: I am heard" in east.lines()
            await host.post(f"/my/{tie}/removal", people=[east.id])
            await east.chat("now?")
            await host.until(lambda: "say: now?" in host.lines())

    tell(tmp_path, story)


async def name(friend: Friend) -> str:
    """What *friend* is called."""
    answer = await friend.http.get("/api/me")
    called: str = answer.json()["person"]["name"]
    return called


def test_a_report_holds_what_the_reporter_could_see_and_no_more(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with three(server.url) as (host, east, watcher):
            await east.chat("rude words")
            await east.chat(f"<w {await name(watcher)}>secret")
            await east.chat(f"<w {await name(host)}>ruder words")
            report = {"person": east.id, "table": host.table, "reason": "rude"}
            assert (await host.post("/reports", **report)).status_code == 200
            (kept,) = await server.service.company.store.reports(handled=False)
            assert (kept.reporter, kept.person, kept.reason) == (host.id, east.id, "rude")
            texts = [line["text"] for line in json.loads(kept.lines) if line["type"] == "chat"]
            assert texts == ["rude words", "ruder words"]
            async with Friend(server.url, 9) as stranger:
                for reporter, changed, status in (
                    (stranger, {}, 403),
                    (host, {"person": host.id}, 400),
                    (host, {"person": "nobody"}, 404),
                    (host, {"table": "nowhere"}, 403),
                ):
                    answer = await reporter.post("/reports", **{**report, **changed})
                    assert answer.status_code == status, answer.text
            statuses = [(await host.post("/reports", **report)).status_code for _ in range(5)]
            assert statuses == [200] * 4 + [429]

    tell(tmp_path, story)


def test_nothing_is_said_before_hello_or_in_a_foreign_shape(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as host:
            table = await host.make_table()
            await host.drop()
            await host.open()
            await host.say(Say("say-00000001", "anyone?"))
            await host.say_raw('{"type":"say","id":"short","text":"x"}')
            await host.say_raw('{"type":"say","id":"say-00000002","text":"%s"}' % ("x" * 2001))
            await host.say_raw('{"type":"say","id":"say-00000002","text":"x","to":"bob"}')
            await host.until(lambda: len(host.faults()) == 4)
            assert [fault.reason for fault in host.faults()] == [
                FaultReason.HELLO_FIRST,
                *[FaultReason.NOT_UNDERSTOOD] * 3,
            ]
            await host.connect(table)
            assert isinstance(await host.chat("hello"), Said)

    tell(tmp_path, story)


def test_where_nobody_may_watch_only_the_seated_come_in(tmp_path: Path) -> None:
    """A seat is taken by a call first; whoever leaves it has to go."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as host, Friend(server.url, 1) as guest:
            table = await host.make_table(open_seats=[0], options={"spectators": False})
            await guest.open()
            await guest.say(Hello(table))
            assert (await guest.until_closed())[0] == 4403
            seated = await guest.post(f"/tables/{table}/seat", seat=0)
            assert seated.json()["seat"] == 0
            assert (await guest.post(f"/tables/{table}/seat")).json()["seat"] == 0
            await guest.connect(table)
            assert isinstance(await guest.chat("hello"), Said)
            with suppress(Gone):
                await guest.order(Leave())
            assert (await guest.until_closed())[0] == 4403
            taken = await guest.post(f"/tables/{table}/seat", seat=2)
            assert (taken.status_code, taken.json()["code"]) == (409, "seat_taken")
            assert isinstance(await host.chat("hello"), Said)

    tell(tmp_path, story)


def test_where_no_computers_are_allowed_seats_wait_for_people(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as host, Friend(server.url, 1) as guest:
            table = await host.make_table(options={"computers": False})
            assert host.info is not None
            assert [seat.open for seat in host.info.seats] == [True, True, False, True]
            await guest.connect(table)
            await guest.order(Sit(Seat.NORTH))
            await guest.order(Leave())
            assert guest.info is not None
            assert guest.info.seats[Seat.NORTH].open

    tell(tmp_path, story)
