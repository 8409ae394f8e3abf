"""Who is here, which tables are open, and playing at once."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from spadille.core.seats import Seat
from spadille.protocol.acts import Leave, Sit
from spadille.protocol.live import (
    BuddiesChanged,
    BuddyMoved,
    LobbyChanged,
    LobbyState,
    ProfileChanged,
    Seek,
    SeekChanged,
    SettingsChanged,
    SignedOut,
    SignOut,
    WatchLobby,
)
from spadille.protocol.people import FontSize, Where
from tests.kit.people import Friend
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from pathlib import Path


def test_the_lobby_shows_who_comes_seeks_plays_and_goes(tmp_path: Path) -> None:
    """Live, without asking again; and a page sees the same by one call."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as watcher, Friend(server.url, 1) as guest:
            await watcher.go_live()
            await watcher.tell(WatchLobby(on=True))
            state = await watcher.next_told(LobbyState)
            assert [p.person.id for p in state.people] == [watcher.id]
            await guest.go_live()

            async def shown(where: Where, *, seeking: bool) -> None:
                await watcher.next_told(
                    LobbyChanged,
                    lambda m: any(
                        (p.person.id, p.where, p.seeking) == (guest.id, where, seeking)
                        for p in m.people
                    ),
                )

            await shown(Where.ONLINE, seeking=False)
            await guest.tell(Seek(on=True))
            assert (await guest.next_told(SeekChanged)).seeking
            await shown(Where.ONLINE, seeking=True)
            listed = (await watcher.http.get("/api/lobby")).json()
            assert {p["person"]["id"] for p in listed["people"]} == {watcher.id, guest.id}
            await guest.drop_live()
            await watcher.next_told(LobbyChanged, lambda m: m.people_gone == (guest.id,))

    tell(tmp_path, story)


def test_open_tables_are_listed_while_somebody_sits_there_and_private_ones_never(
    tmp_path: Path,
) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as watcher, Friend(server.url, 1) as host:
            await watcher.go_live()
            await watcher.tell(WatchLobby(on=True))
            await watcher.next_told(LobbyState)
            await host.make_table()
            await host.drop()
            options = {"private": False, "title": "  Come\nin ", "spectators": False}
            table = await host.make_table(options=options, open_seats=[0])
            change = await watcher.next_told(LobbyChanged, lambda m: bool(m.tables))
            (listed,) = change.tables
            assert (listed.id, listed.title, listed.spectators) == (table, "Come in", False)
            assert [seat.open for seat in listed.seats] == [True, False, False, False]
            await host.drop()
            gone = await watcher.next_told(LobbyChanged, lambda m: bool(m.tables_gone))
            assert gone.tables_gone == (table,)
            assert (await watcher.http.get("/api/lobby")).json()["tables"] == []

    tell(tmp_path, story)


def test_play_now_seats_people_with_people_and_else_with_computers(tmp_path: Path) -> None:
    """The first begins at once with computers; the next three take the computers' seats."""

    async def story(server: Running) -> None:
        async with AsyncExitStack() as stack:
            friends = [
                await stack.enter_async_context(Friend(server.url, seed)) for seed in range(5)
            ]
            places = []
            for friend in friends:
                summary = (await friend.post("/play-now")).json()
                await friend.connect(summary["table"]["id"])
                places.append((summary["table"]["id"], summary["seat"]))
                assert summary["table"]["stage"] == "playing"
            tables = [table for table, _ in places]
            assert tables[0] == tables[1] == tables[2] == tables[3] != tables[4]
            assert {seat for _, seat in places[:4]} == {0, 1, 2, 3}
            again = (await friends[2].post("/play-now")).json()
            assert (again["table"]["id"], again["seat"]) == places[2]
            other = (await friends[0].post("/play-now", preset="classic")).json()
            assert other["table"]["id"] not in tables

    tell(tmp_path, story)


def test_a_second_click_takes_no_second_seat(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as guest:
            answers = await asyncio.gather(*(guest.post("/play-now") for _ in range(4)))
            assert len({answer.json()["table"]["id"] for answer in answers}) == 1

    tell(tmp_path, story)


def test_play_now_never_seats_people_together_who_are_apart(tmp_path: Path) -> None:
    """Whichever of the two has blocked the other."""

    async def story(server: Running) -> None:
        async with AsyncExitStack() as stack:
            ann, bob, carl = [
                await stack.enter_async_context(Friend(server.url, seed)) for seed in range(3)
            ]
            first = (await ann.post("/play-now")).json()["table"]["id"]
            await ann.connect(first)
            await ann.post("/my/blocks", person=bob.id)
            await carl.post("/my/blocks", person=ann.id)
            for friend in (bob, carl):
                table = (await friend.post("/play-now")).json()["table"]["id"]
                assert table != first
                await friend.connect(table)
            assert bob.table == carl.table

    tell(tmp_path, story)


def test_buddies_show_where_they_are(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with AsyncExitStack() as stack:
            friends = {}
            for seed, name in enumerate(("ann", "bob", "carl")):
                friends[name] = await stack.enter_async_context(Friend(server.url, seed))
                await friends[name].sign_up(name)
            ann, bob, carl = friends.values()
            await ann.post("/my/buddies", username="Bob")
            (buddy,) = (await ann.go_live()).buddies
            assert (buddy.person.username, buddy.where) == ("bob", Where.OFFLINE)
            await bob.go_live()
            assert await ann.next_told(BuddyMoved) == BuddyMoved(bob.id, Where.ONLINE)
            await bob.make_table(seat=0)
            await carl.connect(bob.table)
            await carl.order(Sit(Seat.EAST))
            assert await ann.next_told(BuddyMoved) == BuddyMoved(bob.id, Where.PLAYING)
            await carl.order(Leave())
            assert await ann.next_told(BuddyMoved) == BuddyMoved(bob.id, Where.ONLINE)
            await bob.drop()
            await bob.drop_live()
            assert await ann.next_told(BuddyMoved) == BuddyMoved(bob.id, Where.OFFLINE)

    tell(tmp_path, story)


def test_changes_reach_all_devices_of_the_account_and_nobody_else(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with (
            Friend(server.url) as desk,
            Friend(server.url, 1) as phone,
            Friend(server.url, 2) as other,
        ):
            await desk.sign_up("ann")
            await other.sign_up("bob")
            await phone.post("/sign-in", username="ann", password="correct horse")
            for friend in (desk, phone, other):
                await friend.go_live()
            await desk.http.patch("/api/my/settings", json={"chat_font": "large"})
            assert (await phone.next_told(SettingsChanged)).settings.chat_font is FontSize.LARGE
            await phone.http.patch("/api/my/profile", json={"avatar": "a09"})
            for friend in (desk, phone):
                me = (await friend.next_told(ProfileChanged)).me
                assert (me.person.avatar, me.guest) == ("a09", False)
            await desk.post("/my/buddies", username="bob")
            (buddy,) = (await phone.next_told(BuddiesChanged)).buddies
            assert buddy.person.username == "bob"
            await desk.make_table()
            await desk.post("/sign-out-everywhere")
            for friend in (desk, phone):
                assert (await friend.next_told(SignedOut)).reason is SignOut.EVERYWHERE
                assert (await friend.until_live_closed())[0] == 4401
            assert (await desk.until_closed())[0] == 4401
            assert other.live_closed is None
            assert [type(message) for message in other.told] == []
            assert (await phone.http.get("/api/my/profile")).status_code == 401

    tell(tmp_path, story)
