"""Which passwords are good enough, and how they are kept."""

from __future__ import annotations

import asyncio

import pytest
from argon2 import PasswordHasher

from spadille.protocol.people import PasswordProblem
from spadille.server.people.passwords import BadPassword, Passwords, checked_password
from spadille.server.people.refusal import Refusal

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


@pytest.mark.parametrize("password", ["correct horse", "päßwörter", "x7" * 64, "        a"])
def test_a_fair_password_is_taken_as_it_is(password: str) -> None:
    assert checked_password(password, "bob") == password


@pytest.mark.parametrize(
    ("password", "problem"),
    [
        ("", PasswordProblem.TOO_SHORT),
        ("seven77", PasswordProblem.TOO_SHORT),
        ("x7" * 64 + "x", PasswordProblem.TOO_LONG),
        ("BobSmith1", PasswordProblem.IS_USERNAME),
        ("Password123", PasswordProblem.COMMON),
        ("aaaaaaaaaa", PasswordProblem.COMMON),
    ],
)
def test_a_refused_password_has_a_reason_and_is_not_repeated(
    password: str, problem: PasswordProblem
) -> None:
    with pytest.raises(BadPassword) as refused:
        checked_password(password, "bobsmith1")
    assert refused.value.problem is problem
    assert not password or password not in str(refused.value)


def test_when_too_many_wait_the_next_are_asked_to_come_back() -> None:
    """A crowd at the door must not grow without end."""

    async def story() -> None:
        passwords = Passwords(CHEAP)
        tries = [passwords.hash("correct horse") for _ in range(60)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        refused = [o for o in outcomes if isinstance(o, Refusal)]
        assert [(o.status, o.code) for o in refused] == [(503, "busy")] * 10
        assert (await passwords.hash("correct horse")).startswith("$argon2id$")
        passwords.close()

    asyncio.run(story())


def test_a_hash_fits_its_password_and_no_other() -> None:
    async def story() -> None:
        passwords = Passwords(CHEAP)
        stored = await passwords.hash("correct horse")
        assert stored.startswith("$argon2id$")
        assert "correct" not in stored
        assert await passwords.fits(stored, "correct horse")
        assert not await passwords.fits(stored, "Correct horse")
        assert not await passwords.fits(None, "nobody's password")
        assert not await passwords.fits("not a hash", "correct horse")
        assert not passwords.is_outdated(stored)
        assert Passwords(PasswordHasher()).is_outdated(stored)
        passwords.close()

    asyncio.run(story())
