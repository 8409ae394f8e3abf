"""A name and avatar for one table: who sees them, how long they count, and what stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

from spadille.core.seats import Seat
from spadille.protocol.acts import Leave, Sit
from spadille.protocol.chat import ChatLine, Said, Voice
from spadille.protocol.live import (
    AnswerChallenge,
    ChallengeReceived,
    LiveWelcome,
    SendChallenge,
)
from spadille.protocol.messages import Accepted
from spadille.protocol.people import Target
from tests.kit.people import Friend, cheap_hasher
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spadille.protocol.news import Person

DRESS = {"name": "Granny", "avatar": "a11"}


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as cheaply as can be."""
    monkeypatch.setattr("spadille.server.people.passwords.PasswordHasher", cheap_hasher)


def _at(player: Friend, seat: Seat = Seat.SOUTH) -> tuple[str, str] | None:
    """The name and avatar that *player* sees at *seat*."""
    assert player.info is not None
    person = player.info.seats[seat].person
    return None if person is None else (person.name, person.avatar)


async def _profile(player: Friend, **change: str) -> dict[str, Any]:
    """The profile of *player*, after *change*."""
    answer = await player.http.patch("/api/me", json=change)
    assert answer.status_code == 200, answer.text
    person: dict[str, Any] = answer.json()["person"]
    return person


def _heard(player: Friend, holds: Callable[[ChatLine], bool]) -> list[Person]:
    lines = [message for message in player.messages if isinstance(message, ChatLine)]
    return [line.sender for line in lines if holds(line)]


def test_a_dress_is_for_the_table_and_the_profile_stays(tmp_path: Path) -> None:
    """The seat, the record and every list show it; the profile and other tables do not."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as ines, Friend(server.url, 1) as eve:
            before = (await ines.http.get("/api/me")).json()["person"]
            table = await ines.make_table(dress={"name": "  Granny ", "avatar": "a11"})
            await eve.connect(table)
            for player in (ines, eve):
                assert _at(player) == ("Granny", "a11"), "tidied as every name"
            assert (await ines.http.get("/api/me")).json()["person"] == before
            (listed,) = (await ines.http.get("/api/my/tables")).json()
            shown = listed["table"]["seats"][Seat.SOUTH]["person"]
            assert shown == {**before, **DRESS}, "the same one in everything else"
            record = (await ines.http.get(f"/api/tables/{table}/records/1")).json()
            assert record["players"][Seat.SOUTH] == "Granny"
            await ines.drop()
            await ines.make_table()
            assert _at(ines) == (before["name"], before["avatar"])

    tell(tmp_path, story)


def test_a_change_of_the_profile_does_not_undress(tmp_path: Path) -> None:
    """Nor does signing up, which adds a username, nor coming again under the new name."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as ines, Friend(server.url, 1) as eve:
            table = await ines.make_table(dress=DRESS)
            await eve.connect(table)
            await _profile(ines, name="Ines", avatar="a05")
            await ines.sign_up("ines_s")
            # The username is told next; had the profile been, it would have come before.
            await eve.until(lambda: _username(eve) == "ines_s")
            assert _at(eve) == ("Granny", "a11")
            await ines.drop()
            await ines.connect(table)
            assert isinstance(await ines.chat("back"), Said)
            assert _at(ines) == ("Granny", "a11")
            for message in eve.messages:
                seats = getattr(getattr(message, "table", None), "seats", None)
                assert seats is None or seats[Seat.SOUTH].person.name == "Granny"

    tell(tmp_path, story)


def _username(player: Friend) -> str | None:
    assert player.info is not None
    person = player.info.seats[Seat.SOUTH].person
    return None if person is None else person.username


def test_whoever_is_not_dressed_follows_the_profile(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as ines, Friend(server.url, 1) as eve:
            table = await ines.make_table(open_seats=[0], dress=DRESS)
            await eve.sit(table, Seat.NORTH)
            await _profile(eve, name="Eve", avatar="a07")
            await ines.until(lambda: _at(ines, Seat.NORTH) == ("Eve", "a07"))

    tell(tmp_path, story)


def test_a_dress_is_kept_in_the_log(tmp_path: Path) -> None:
    """After a restart it is worn, and no change of the profile takes it away."""
    table, cookies = "", httpx.Cookies()

    async def first(server: Running) -> None:
        nonlocal table, cookies
        async with Friend(server.url) as ines:
            table = await ines.make_table(dress=DRESS)
            cookies = ines.http.cookies

    async def second(server: Running) -> None:
        async with Friend(server.url) as ines:
            ines.http.cookies = cookies
            await _profile(ines, name="Ines")
            await ines.connect(table)
            assert isinstance(await ines.chat("here again"), Said)
            assert _at(ines) == ("Granny", "a11")

    tell(tmp_path, first)
    tell(tmp_path, second)


def test_whoever_leaves_and_sits_down_again_comes_as_in_the_profile(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as ines:
            await _profile(ines, name="Ines", avatar="a05")
            await ines.make_table(open_seats=[0], dress=DRESS)
            assert isinstance(await ines.order(Leave()), Accepted)
            assert isinstance(await ines.order(Sit(Seat.EAST)), Accepted)
            await ines.until(lambda: _at(ines, Seat.EAST) == ("Ines", "a05"))
            await _profile(ines, name="Ines S.")
            await ines.until(lambda: _at(ines, Seat.EAST) == ("Ines S.", "a05"))

    tell(tmp_path, story)


def test_the_chat_of_the_table_knows_the_dress_alone(tmp_path: Path) -> None:
    """Who speaks, who comes, and whom a whisper may name; after leaving it is the profile."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as ines, Friend(server.url, 1) as eve:
            await _profile(ines, name="Ines", avatar="a05")
            table = await ines.make_table(open_seats=[0], dress=DRESS)
            await eve.connect(table)
            await ines.chat("hello")
            await eve.until(lambda: "say: hello" in eve.lines())
            (sender,) = _heard(eve, lambda line: line.text == "hello")
            assert (sender.id, sender.name, sender.avatar) == (ines.id, "Granny", "a11")
            await ines.until(lambda: ("joined", "Granny") in ines.notices())
            assert isinstance(await eve.chat("<w gran>psst"), Said)
            await ines.until(lambda: bool(_heard(ines, lambda line: line.voice is Voice.WHISPER)))
            assert not isinstance(await eve.chat("<w Ines>psst"), Said)
            await ines.order(Leave())
            await ines.chat("bye")
            await eve.until(lambda: "say: bye" in eve.lines())
            (sender,) = _heard(eve, lambda line: line.text == "bye")
            assert (sender.name, sender.avatar) == ("Ines", "a05")

    tell(tmp_path, story)


def test_whoever_is_challenged_comes_as_in_the_profile(tmp_path: Path) -> None:
    """Whatever they wear elsewhere; their name at the table follows the profile."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as ines, Friend(server.url, 1) as otto:
            await otto.sign_up("otto_k")
            await _profile(otto, name="Otto", avatar="a09")
            await otto.make_table(dress=DRESS)
            table = await ines.make_table(open_seats=[0], dress={**DRESS, "name": "Grandpa"})
            for player in (ines, otto):
                assert isinstance(await player.go_live(), LiveWelcome)
            to = Target(username="otto_k")
            await ines.tell(SendChallenge("challenge-1", to, table, Seat.NORTH))
            received = await otto.next_told(ChallengeReceived)
            await otto.tell(AnswerChallenge(received.challenge.id, accept=True))
            await ines.until(lambda: _at(ines, Seat.NORTH) == ("Otto", "a09"))

    tell(tmp_path, story)


@pytest.mark.parametrize(
    ("dress", "code"),
    [
        ({**DRESS, "name": "admin"}, "bad_name"),
        ({**DRESS, "name": "0tto_k"}, "bad_name"),
        ({**DRESS, "name": " "}, "bad_name"),
        ({**DRESS, "name": "Ad\u202emin"}, "bad_name"),
        ({**DRESS, "avatar": "a99"}, "no_such_avatar"),
        ({**DRESS, "name": ""}, "not_understood"),
        ({**DRESS, "name": "x" * 21}, "not_understood"),
        ({"name": "Granny"}, "not_understood"),
    ],
)
def test_a_dress_is_judged_like_every_name(
    tmp_path: Path, dress: dict[str, str], code: str
) -> None:
    """Nobody plays in somebody else's name, not for one evening either; one's own is fine."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as ines, Friend(server.url, 1) as otto:
            await otto.sign_up("otto_k")
            refused = await ines.post("/tables", dress=dress)
            assert refused.status_code == 400, refused.text
            assert refused.json()["code"] == code
            await otto.make_table(dress={**DRESS, "name": "0tto_k"})
            assert _at(otto) == ("0tto_k", "a11")

    tell(tmp_path, story)
