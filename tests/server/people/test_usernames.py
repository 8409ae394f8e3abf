"""Which usernames may be had, and what an unknown one was meant to be."""

from __future__ import annotations

import pytest

from spadille.protocol.people import UsernameProblem
from spadille.server.people.nearest import nearest
from spadille.server.people.usernames import (
    BadUsername,
    checked_username,
    folded,
    skeleton,
    taken,
)


@pytest.mark.parametrize(
    "name", ["bob", "Bob_2", "a.b-c", "x" * 20, "007james", "Ines", "modest", "allie", "Rooty"]
)
def test_a_plain_username_may_be_had(name: str) -> None:
    assert checked_username(name) == name


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", UsernameProblem.TOO_SHORT),
        ("ab", UsernameProblem.TOO_SHORT),
        ("x" * 21, UsernameProblem.TOO_LONG),
        ("bob smith", UsernameProblem.BAD_CHARACTER),
        ("bøb", UsernameProblem.BAD_CHARACTER),
        ("bob\n", UsernameProblem.BAD_CHARACTER),
        ("<b>", UsernameProblem.BAD_CHARACTER),
        ("b\u043eb", UsernameProblem.BAD_CHARACTER),
        ("123", UsernameProblem.NO_LETTER),
        ("._-", UsernameProblem.NO_LETTER),
        ("admin", UsernameProblem.RESERVED),
        ("ADMIN", UsernameProblem.RESERVED),
        ("Adm1n", UsernameProblem.RESERVED),
        ("a.d.m.i.n", UsernameProblem.RESERVED),
        ("admin42", UsernameProblem.RESERVED),
        ("adrnin", UsernameProblem.RESERVED),
        ("5padi11e", UsernameProblem.RESERVED),
        ("Computer", UsernameProblem.RESERVED),
    ],
)
def test_a_refused_username_has_a_reason_and_a_sentence(
    name: str, problem: UsernameProblem
) -> None:
    with pytest.raises(BadUsername) as refused:
        checked_username(name)
    assert refused.value.problem is problem
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bill", "BiII"),
        ("bill", "b1ll"),
        ("oscar", "0scar"),
        ("karma", "karrna"),
        ("wendy", "vvendy"),
        ("susi", "5u5i"),
        ("bob", "b.o_b-"),
        ("zoe", "2oe"),
        ("BOB", "808"),
        ("admin", "\u0430dmin"),  # a Cyrillic letter
        ("admin", "\uff21\uff24\uff2d\uff29\uff2e"),  # wide letters
        ("admin", "\u1d00\u1d05\u1d0d\u026a\u0274"),  # small capitals
        ("admin", "adm\u0131n"),  # no dot
        ("admin", "\u00e1d\u0301min"),  # accents
        ("host", "\u04bb\u03bf\u0455\u0442"),  # Cyrillic and Greek
        ("admin", "\U0001d4d0\U0001d4ed\U0001d4f6\U0001d4f2\U0001d4f7"),  # mathematical
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bob", "rob"),
        ("ann", "anne"),
        ("ines", "inez"),
        ("\u674e\u5c0f\u9f8d", "\u674e\u5c0f\u864e"),
        ("\u0418\u0432\u0430\u043d", "\u0418\u0433\u043e\u0440\u044c"),
    ],
)
def test_names_that_can_be_told_apart_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_the_refusal_tells_taken_from_alike() -> None:
    assert taken("BOB", "bob").problem is UsernameProblem.TAKEN
    assert taken("b0b", "bob").problem is UsernameProblem.LOOKS_LIKE_ANOTHER
    assert folded("BoB") == "bob"


def test_the_nearest_names_come_first_and_far_ones_not_at_all() -> None:
    known = ["Bobby", "bonnie", "Robert", "zelda", "bobbie"]
    assert nearest("boby", known)[0] == "Bobby"
    assert "zelda" not in nearest("boby", known)
    assert nearest("BOBBY", known)[0] == "Bobby"
    assert nearest("qqqq", known) == ()
    assert len(nearest("bob", [f"bob{n}" for n in range(9)])) == 3
