"""What every store promises about people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from spadille.protocol.news import Person
from spadille.protocol.people import Scope
from spadille.server.store.people import (
    MOST_LINES,
    AccountExists,
    ChatRow,
    Name,
    Report,
    Tie,
    Token,
    UsernameTaken,
)

Tell: TypeAlias = Callable[[Callable[[Any], Any]], Any]

ANN = Person("p1", "Quiet Heron", "a01")
BOB = Person("p2", "Merry Finch", "a02")
ANNS = Name("Ann", "ann", "ann")
BOBS = Name("Bob", "bob", "bob")


async def _both(people: Any) -> None:
    for guest in (ANN, BOB):
        await people.put(guest)
    await people.claim(ANN, ANNS, "hash-a")
    await people.claim(BOB, BOBS, "hash-b")


def test_a_guest_who_claims_a_username_stays_the_same_person(tell: Tell) -> None:
    async def story(store: Any) -> None:
        people = store.people
        await people.put(ANN)
        await people.tie(ANN.id, Tie.BUDDY, BOB.id)
        await people.claim(Person("p1", "Ann", "a05"), ANNS, "hash")
        assert await store.get("p1") == Person("p1", "Ann", "a05", "Ann")
        assert await people.ties("p1", Tie.BUDDY) == ["p2"]
        account = await people.account_named("ann")
        assert (account.username, account.password, account.banned) == ("Ann", "hash", None)
        assert account == await people.account("p1") == await people.lookalike("ann")
        with pytest.raises(AccountExists):
            await people.claim(ANN, BOBS, "hash")

    tell(story)


@pytest.mark.parametrize(
    "name", [Name("ANN", "ann", "other"), Name("A.nn", "a.nn", "ann")], ids=["case", "look"]
)
def test_a_username_is_had_once(tell: Tell, name: Name) -> None:
    async def story(store: Any) -> None:
        people = store.people
        await _both(people)
        await people.put(Person("p3", "Sly Fox", "a03"))
        with pytest.raises(UsernameTaken) as refused:
            await people.claim(Person("p3", "Ann", "a03"), name, "hash")
        assert refused.value.by == "Ann"
        assert await store.get("p3") == Person("p3", "Sly Fox", "a03")
        with pytest.raises(UsernameTaken):
            await people.rename(BOB.id, name)
        await people.rename(ANN.id, name)
        assert (await people.account(ANN.id)).username == name.username

    tell(story)


def test_usernames_are_found_by_prefix_in_order(tell: Tell) -> None:
    async def story(store: Any) -> None:
        await _both(store.people)
        await store.people.put(Person("p3", "x", "a03"))
        await store.people.claim(Person("p3", "x", "a03"), Name("Anton_", "anton_", "anton"), "h")
        assert await store.people.usernames() == ["Ann", "Anton_", "Bob"]
        assert await store.people.usernames("an") == ["Ann", "Anton_"]
        assert await store.people.usernames("an", 1) == ["Ann"]
        assert await store.people.usernames("%") == []

    tell(story)


def test_a_new_epoch_and_a_ban_show_in_the_standing(tell: Tell) -> None:
    async def story(store: Any) -> None:
        people = store.people
        assert await people.standing("p1") is None
        assert await people.end_sessions("nobody") == 0
        await _both(people)
        assert (await people.standing("p1")).epoch == 0
        assert await people.end_sessions("p1") == 1
        await people.put(Person("p1", "New", "a09"))
        await people.ban("p1", "rude")
        standing = await people.standing("p1")
        assert (standing.epoch, standing.banned, standing.person.name) == (1, "rude", "New")
        assert await people.banned() == {"p1"}
        await people.ban("p1", None)
        await people.set_password("p1", "other")
        assert (await people.account("p1")).password == "other"
        assert (await people.standing("p1")).banned is None
        assert await people.banned() == set()

    tell(story)


def test_ties_keep_their_order_and_kinds_apart(tell: Tell) -> None:
    async def story(store: Any) -> None:
        people = store.people
        for other in ("c", "a", "b", "a"):
            await people.tie("p", Tie.BUDDY, other)
        await people.tie("p", Tie.BLOCK, "a")
        await people.tie("q", Tie.MUTE, "a")
        assert await people.ties("p", Tie.BUDDY) == ["c", "a", "b"]
        await people.untie("p", Tie.BUDDY, ["c", "b", "never"])
        assert await people.ties("p", Tie.BUDDY) == ["a"]
        assert await people.tied_by("a", Tie.BLOCK, Tie.MUTE) == {"p", "q"}
        assert await people.tied_by("a", Tie.MUTE) == {"q"}
        assert await people.ties("q", Tie.BUDDY) == []

    tell(story)


def test_settings_are_as_put_last(tell: Tell) -> None:
    async def story(store: Any) -> None:
        assert await store.people.settings("p") is None
        await store.people.put_settings("p", b"{}")
        await store.people.put_settings("p", b"[]")
        assert await store.people.settings("p") == b"[]"

    tell(story)


def test_tokens_are_found_by_digest_and_dropped_by_their_owner_only(tell: Tell) -> None:
    async def story(store: Any) -> None:
        people = store.people
        scopes = (Scope.PROFILE_READ, Scope.BUDDIES_WRITE)
        token = Token("t1", "p1", b"digest", "Hearts", scopes, 5, 9)
        await people.add_token(token)
        assert await people.token(b"digest") == token
        assert await people.token(b"other") is None
        await people.token_used("t1", 7)
        (kept,) = await people.tokens("p1")
        assert kept.used_at == 7
        assert not await people.drop_token("p2", "t1")
        assert await people.drop_token("p1", "t1")
        assert await people.tokens("p1") == []

    tell(story)


def test_chat_comes_back_from_its_end(tell: Tell) -> None:
    async def story(store: Any) -> None:
        people = store.people
        rows = [ChatRow(at, "p1", None, b"%d" % at) for at in (5, 6, 9)]
        for row in rows:
            await people.add_line("t", row)
        await people.add_line("u", ChatRow(7, None, None, b"system"))
        await people.add_line("u", ChatRow(8, "p1", "p2", b"whisper"))
        assert await people.lines("t", 0, 10) == rows
        assert await people.lines("t", 0, 2) == rows[1:]
        assert await people.lines("t", 5, 10) == rows[1:]
        said = await people.lines_of("p1", 3)
        assert [(table, row.at) for table, row in said] == [("t", 6), ("u", 8), ("t", 9)]

    tell(story)


def test_only_the_latest_lines_of_a_table_are_kept(tell: Tell) -> None:
    async def story(store: Any) -> None:
        people = store.people
        await people.add_line("u", ChatRow(1, "p1", None, b"elsewhere"))
        rows = [ChatRow(at, "p2", None, b".") for at in range(1, MOST_LINES + 3)]
        await asyncio.gather(*(people.add_line("t", row) for row in rows))
        kept = [row.at for row in await people.lines("t", 0, 2 * MOST_LINES)]
        assert kept == list(range(3, MOST_LINES + 3))
        assert len(await people.lines("u", 0, 9)) == 1

    tell(story)


def test_reports_wait_until_they_are_handled(tell: Tell) -> None:
    async def story(store: Any) -> None:
        people = store.people
        report = Report(0, 1, "p1", "p2", "t", "rude", b"[]", handled=False)
        first, second = await people.add_report(report), await people.add_report(report)
        assert first != second
        assert await people.handle_report(first)
        assert not await people.handle_report(99)
        assert [known.id for known in await people.reports(handled=False)] == [second]
        assert [known.id for known in await people.reports(handled=True)] == [first]

    tell(story)


def test_nothing_of_an_erased_account_is_left_but_a_placeholder(tell: Tell) -> None:
    async def story(store: Any) -> None:
        people = store.people
        await _both(people)
        await people.tie(ANN.id, Tie.BUDDY, BOB.id)
        await people.tie(BOB.id, Tie.BUDDY, ANN.id)
        await people.put_settings(ANN.id, b"{}")
        await people.add_token(Token("t1", ANN.id, b"d", "x", (), 1, 2))
        await people.add_line("t", ChatRow(1, ANN.id, None, b"hi"))
        await people.add_line("t", ChatRow(2, BOB.id, ANN.id, b"psst"))
        await people.add_line("t", ChatRow(3, BOB.id, None, b"hello"))
        await people.add_report(Report(0, 1, ANN.id, BOB.id, "t", "", b"[]", handled=False))
        await people.erase(ANN.id, Person(ANN.id, "Gone", "a01"))
        standing = await people.standing(ANN.id)
        assert (standing.person, standing.epoch) == (Person(ANN.id, "Gone", "a01"), 1)
        assert await people.account(ANN.id) is None
        assert await people.ties(ANN.id, Tie.BUDDY) == await people.ties(BOB.id, Tie.BUDDY) == []
        assert await people.settings(ANN.id) is None
        assert await people.tokens(ANN.id) == []
        assert [row.at for row in await people.lines("t", 0, 9)] == [3]
        assert await people.reports(handled=False) == []
        assert (await people.account(BOB.id)).username == "Bob"

    tell(story)


def test_the_epochs_of_many_are_told_at_once(tell: Tell) -> None:
    """Of more people than a question has room for by itself, and of the known alone."""

    async def story(store: Any) -> None:
        people = store.people
        await _both(people)
        await people.end_sessions("p1")
        crowd = {"p1", "p2", *(f"stranger {number}" for number in range(2_000))}
        assert await people.epochs(crowd) == {"p1": 1, "p2": 0}
        assert await people.epochs(()) == {}

    tell(story)
