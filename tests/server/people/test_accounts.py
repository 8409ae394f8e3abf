"""Accounts over HTTP: made, entered, left, shared, taken along and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from argon2 import PasswordHasher

from spadille.core.seats import Seat
from spadille.protocol.acts import Sit
from spadille.protocol.chat import Said
from spadille.protocol.people import Credentials
from spadille.server.people.accounts import Accounts, Doors
from spadille.server.people.passwords import Passwords
from spadille.server.people.refusal import Refusal
from tests.kit.people import PASSWORD, Friend
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from pathlib import Path


def test_a_guest_who_signs_up_keeps_seat_buddies_and_history(tmp_path: Path) -> None:
    """In the middle of a game, which goes on."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as guest, Friend(server.url, 1) as other:
            await other.sign_up("bob")
            before = guest.cookie
            await guest.make_table(seat=0)
            await guest.chat("hello")
            await guest.post("/my/buddies", username="bob")
            identity = guest.id
            me = (await guest.post("/sign-up", username="Ann_1", password=PASSWORD)).json()
            assert (me["guest"], me["person"]["id"]) == (False, identity)
            assert me["person"]["username"] == me["person"]["name"] == "Ann_1"
            assert isinstance(await guest.chat("still here"), Said)
            await guest.http.patch("/api/my/profile", json={"avatar": "a17"})
            await guest.until(lambda: _shown(guest, Seat.NORTH) == ("Ann_1", "Ann_1", "a17"))
            (table,) = (await guest.http.get("/api/my/tables")).json()
            assert (table["table"]["id"], table["seat"]) == (guest.table, 0)
            (buddy,) = (await guest.http.get("/api/my/buddies")).json()
            assert buddy["person"]["username"] == "bob"
            async with Friend(server.url, 2) as thief:
                answer = await thief.http.get("/api/my/buddies", headers={"Cookie": before})
                assert answer.status_code == 401

    tell(tmp_path, story)


def _shown(friend: Friend, seat: Seat) -> tuple[str | None, str, str]:
    """How the table shows whoever sits at *seat*."""
    assert friend.info is not None
    person = friend.info.seats[seat].person
    assert person is not None
    return person.username, person.name, person.avatar


def test_the_account_is_the_same_on_another_device(tmp_path: Path) -> None:
    """Also after the server was started anew."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as desk:
            await desk.sign_up("Ann")
            await desk.http.patch("/api/my/settings", json={"chat_timestamps": True})

    async def later(server: Running) -> None:
        async with Friend(server.url) as phone:
            answer = await phone.post("/sign-in", username="aNN", password=PASSWORD)
            assert answer.json()["person"]["username"] == "Ann"
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            settings = (await phone.http.get("/api/my/settings")).json()
            assert settings == {"chat_font": "medium", "chat_timestamps": True}
            assert (await phone.http.get("/api/me")).json()["guest"] is False
            await phone.post("/sign-out")
            assert (await phone.http.get("/api/me")).json()["guest"] is True

    tell(tmp_path, story)
    tell(tmp_path, later)


@pytest.mark.parametrize(
    ("username", "password", "status", "code"),
    [
        ("ab", PASSWORD, 400, "username_too_short"),
        ("a" * 21, PASSWORD, 400, "username_too_long"),
        ("<b>", PASSWORD, 400, "username_bad_character"),
        ("admin", PASSWORD, 400, "username_reserved"),
        ("ANN", PASSWORD, 400, "username_taken"),
        ("4nn", PASSWORD, 200, None),
        ("a.n.n", PASSWORD, 400, "username_looks_like_another"),
        ("bob", "short", 400, "password_too_short"),
        ("bobsmith1", "BobSmith1", 400, "password_is_username"),
        ("bob", "password123", 400, "password_common"),
        ("bob", "x" * 1025, 400, "not_understood"),
    ],
)
def test_a_refused_sign_up_says_why(
    tmp_path: Path, username: str, password: str, status: int, code: str | None
) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as ann, Friend(server.url, 1) as guest:
            await ann.sign_up("ann")
            answer = await guest.post("/sign-up", username=username, password=password)
            assert answer.status_code == status, answer.text
            assert answer.json().get("code") == code
            me = (await guest.http.get("/api/me")).json()
            assert me["guest"] is (status != 200)
            again = await ann.post("/sign-up", username="anna", password=PASSWORD)
            assert (again.status_code, again.json()["code"]) == (409, "already_signed_in")

    tell(tmp_path, story)


def test_nobody_may_be_called_what_another_is(tmp_path: Path) -> None:
    """Not as a display name either."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as ann, Friend(server.url, 1) as guest:
            await ann.sign_up("william")
            for name in ("William", "wi11iam", "w.i.l.l.i.a.m", "Admin", "C0mputer"):
                answer = await guest.http.patch("/api/me", json={"name": name})
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_name"), name
            answer = await ann.http.patch("/api/my/profile", json={"name": "William"})
            assert answer.json()["name"] == "William"

    tell(tmp_path, story)


def test_a_wrong_password_and_a_wrong_name_are_answered_alike(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as ann, Friend(server.url, 1) as guest:
            await ann.sign_up("ann")
            wrong = [
                await guest.post("/sign-in", username=name, password="wrong horse")
                for name in ("ann", "nobody")
            ]
            assert {answer.status_code for answer in wrong} == {401}
            assert wrong[0].json() == wrong[1].json()

    tell(tmp_path, story)


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """What it shows."""
        return self.now


async def _refusal(try_: Any) -> tuple[str, int]:
    with pytest.raises(Refusal) as refused:
        await try_
    return refused.value.code, refused.value.wait


def test_guessing_is_slowed_by_address_and_by_name(tmp_path: Path) -> None:
    """Nobody else is kept out by it, and time makes it good."""

    async def story(server: Running) -> None:
        clock, store = Clock(), server.service.company.store
        accounts = Accounts(store, Passwords(PasswordHasher(1, 64, 1)), Doors(clock))
        async with Friend(server.url) as ann:
            await ann.sign_up("ann")

        def entering(name: str, password: str, address: str) -> Any:
            return accounts.sign_in(Credentials(name, password), address)

        for _ in range(10):
            assert (await _refusal(entering("ann", "wrong", "192.0.2.1")))[0] == "wrong_credentials"
        assert await _refusal(entering("ann", PASSWORD, "192.0.2.1")) == ("too_often", 30)
        assert (await entering("ann", PASSWORD, "192.0.2.2")).username == "ann"
        clock.now = 30.0
        assert (await entering("ann", PASSWORD, "192.0.2.1")).username == "ann"
        for number in range(100):
            refused = await _refusal(entering(f"name{number}", "wrong", "192.0.2.1"))
            if refused[0] == "too_often":
                break
        assert number == 22
        assert await _refusal(entering("ann", PASSWORD, "192.0.2.1")) == ("too_often", 10)
        for _ in range(40):
            await entering("ann", PASSWORD, "192.0.2.9")

    tell(tmp_path, story)


def test_accounts_are_made_a_few_at_a_time(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        clock, company = Clock(), server.service.company
        accounts = Accounts(company.store, Passwords(PasswordHasher(1, 64, 1)), Doors(clock))

        async def make(name: str) -> Any:
            guest = await company.guests.greet("192.0.2.1")
            return await accounts.sign_up(guest, Credentials(name, PASSWORD), "192.0.2.1")

        for name in ("anna", "berta", "carla", "dorothy", "emily"):
            await make(name)
        assert await _refusal(make("frida")) == ("too_often", 600)
        assert (await _refusal(make("admin")))[0] == "username_reserved"
        clock.now = 600.0
        assert (await make("frida")).username == "frida"

    tell(tmp_path, story)


def test_a_limit_says_when_to_try_again(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as guest:
            answers = [await guest.post("/sign-in", username="x", password="y") for _ in range(11)]
            assert [answer.status_code for answer in answers] == [401] * 10 + [429]
            assert 0 < int(answers[-1].headers["retry-after"]) <= 30
            assert "try again in" in answers[-1].json()["detail"]

    tell(tmp_path, story)


def test_a_new_password_signs_out_all_other_devices(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as desk, Friend(server.url, 1) as phone:
            await desk.sign_up("ann")
            await phone.post("/sign-in", username="ann", password=PASSWORD)
            wrong = await desk.post("/my/password", old="wrong", new="another horse")
            assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_password")
            bad = await desk.post("/my/password", old=PASSWORD, new="short")
            assert bad.json()["code"] == "password_too_short"
            changed = await desk.post("/my/password", old=PASSWORD, new="another horse")
            assert changed.status_code == 200
            assert (await desk.http.get("/api/my/settings")).status_code == 200
            assert (await phone.http.get("/api/my/settings")).status_code == 401
            old = await phone.post("/sign-in", username="ann", password=PASSWORD)
            assert old.status_code == 401
            new = await phone.post("/sign-in", username="ann", password="another horse")
            assert new.status_code == 200

    tell(tmp_path, story)


def test_an_unknown_buddy_is_refused_with_the_nearest_names(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as ann, Friend(server.url, 1) as bob:
            await ann.sign_up("ann")
            await bob.sign_up("Bobby")
            answer = await ann.post("/my/buddies", username="bobi")
            assert (answer.status_code, answer.json()["names"]) == (404, ["Bobby"])
            assert "Did you mean Bobby?" in answer.json()["detail"]
            assert (await ann.post("/my/buddies", username="ANN")).json()["code"] == "yourself"
            for _ in range(2):
                listed = await ann.post("/my/buddies", username="bobby")
                assert [buddy["person"]["username"] for buddy in listed.json()] == ["Bobby"]
            found = await ann.http.get("/api/my/buddies/completions", params={"prefix": "BO"})
            assert found.json() == ["Bobby"]
            left = await ann.post("/my/buddies/removal", people=[bob.id, "nobody"])
            assert left.json() == []

    tell(tmp_path, story)


def test_an_account_is_taken_along_and_then_deleted(tmp_path: Path) -> None:
    """Its seats go to computers, its words vanish, and its name is nobody's."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as ann, Friend(server.url, 1) as bob:
            await ann.sign_up("ann")
            await bob.sign_up("bob")
            await bob.make_table(seat=0, open_seats=[1])
            await ann.connect(bob.table)
            await ann.order(Sit(Seat.EAST))
            await ann.chat("remember me")
            await ann.post("/my/buddies", username="bob")
            await bob.post("/my/buddies", username="ann")
            taken = (await ann.http.get("/api/my/export")).json()
            assert taken["profile"]["username"] == "ann"
            assert (taken["buddies"], taken["tables"]) == (["bob"], [bob.table])
            assert [line["text"] for line in taken["chat"]] == ["remember me"]
            assert "argon2" not in str(taken)
            assert (await ann.post("/my/deletion", password="wrong")).status_code == 403
            assert (await ann.post("/my/deletion", password=PASSWORD)).status_code == 200
            assert (await ann.until_closed())[0] == 4401
            await bob.until(lambda: bob.info is not None and bob.info.seats[1].person is None)
            assert (await bob.http.get("/api/my/buddies")).json() == []
            gone = await bob.post("/sign-in", username="ann", password=PASSWORD)
            assert gone.status_code == 401
            async with Friend(server.url, 2) as late:
                await late.connect(bob.table)
                await late.until(lambda: late.has_history)
                assert "remember me" not in str(late.history())

    tell(tmp_path, story)
