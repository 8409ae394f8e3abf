"""Passwords: which are good enough, and their hashes, made off the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from spadille.protocol.people import PasswordProblem
from spadille.server.people.refusal import Refusal
from spadille.server.people.usernames import folded

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
SHORTEST: Final = 8
LONGEST: Final = 128
"""Longer ones would only cost time."""
_MOST_WAITING: Final = 50
"""Passwords that may wait to be hashed; more would wait for many seconds."""
_SOON: Final = 10
"""Seconds."""

_COMMON_WORDS: Final = """
    00000000 11111111 12341234 12345678 123456789 1234567890 123123123 1q2w3e4r
    1q2w3e4r5t 1qaz2wsx 87654321 987654321 aa123456 abcd1234 abcdefgh abc12345
    admin123 asdfasdf asdfghjk asdfghjkl baseball basketball changeme computer
    dragon12 football iloveyou letmein1 master12 michelle monkey12 p@ssw0rd
    passw0rd password password1 password12 password123 pokemon1 princess
    qazwsxedc qwer1234 qwerty12 qwerty123 qwertyui qwertyuiop samantha
    spadesspades starwars sunshine superman trustno1 welcome1 whatever
    zaq12wsx zxcvbnm1
"""
_COMMON: Final = frozenset(_COMMON_WORDS.split())


class BadPassword(Refusal):
    """A password that is refused; ``problem`` is the reason, the message a sentence."""

    def __init__(self, problem: PasswordProblem, detail: str) -> None:
        """Refuse for *problem*; *detail* says what to do, and never the password."""
        super().__init__(f"password_{problem.value}", detail)
        self.problem = problem


def checked_password(password: str, username: str) -> str:
    """*password*, if *username* may have it; raises `BadPassword` if not."""
    if len(password) < SHORTEST:
        raise BadPassword(
            PasswordProblem.TOO_SHORT, f"A password has at least {SHORTEST} characters."
        )
    if len(password) > LONGEST:
        raise BadPassword(PasswordProblem.TOO_LONG, f"A password has at most {LONGEST} characters.")
    if folded(password) == folded(username):
        raise BadPassword(PasswordProblem.IS_USERNAME, "The password is the username.")
    if folded(password) in _COMMON or len(set(password)) == 1:
        raise BadPassword(
            PasswordProblem.COMMON, "This password is among the first that anyone would try."
        )
    return password


class Passwords:
    """Hashes and checks passwords, a few at a time, in threads of its own."""

    def __init__(self, hasher: PasswordHasher | None = None, at_once: int = 1) -> None:
        """Hash by *hasher*, else by the library's argon2id, *at_once* at a time.

        A hash takes a core and 64 MiB for a good part of a second; more at once would
        slow every table down.
        """
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(at_once, "passwords")
        self._waiting = 0
        self._nobodys = self._hasher.hash("nobody's password")

    async def hash(self, password: str) -> str:
        """What is stored of *password*."""
        return await self._run(self._hasher.hash, password)

    async def fits(self, stored: str | None, password: str) -> bool:
        """Whether *stored* was made of *password*.

        ``None``, for an account that is not there, takes as long and never fits: the
        time tells nobody which usernames exist.
        """
        fits = await self._run(self._verify, self._nobodys if stored is None else stored, password)
        return fits and stored is not None

    def is_outdated(self, stored: str) -> bool:
        """Whether *stored* was made more cheaply than hashes are made now."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(cancel_futures=True)

    async def _run(self, work: Callable[..., T], *texts: str) -> T:
        """Do *work* in a thread, unless too many wait for one already."""
        if self._waiting >= _MOST_WAITING:
            raise Refusal("busy", "Many people sign in now; try again soon.", 503, wait=_SOON)
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, work, *texts)
        finally:
            self._waiting -= 1

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False
