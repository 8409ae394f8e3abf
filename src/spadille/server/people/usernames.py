"""Usernames: which may be had, and which would be mistaken for another."""

from __future__ import annotations

import re
from typing import Final

from spadille.protocol.people import UsernameProblem
from spadille.server.people.lookalikes import latin
from spadille.server.people.refusal import Refusal

SHORTEST: Final = 3
LONGEST: Final = 20

_ALLOWED: Final = re.compile(r"[A-Za-z0-9._-]*")
_SIGNS: Final = str.maketrans("", "", "._-")
_ALIKE: Final = str.maketrans("01i528", "ollszb")
"""Characters that some typeface draws like another, lower case or capital."""
_ALIKE_PAIRS: Final = (("rn", "m"), ("vv", "w"))

_RESERVED_WORDS: Final = """
    admin administrator all anonymous anyone bot bots computer deleted dealer everyone
    everybody guest guests help host info mail me mod moderator moderators name network
    nobody none null official operator operators owner player players root security
    server service spadille spectator staff support system undefined user username
    webmaster whisper yell think you north east south west
"""
_RESERVED: Final = frozenset(_RESERVED_WORDS.split())


class BadUsername(Refusal):
    """A username that cannot be had; ``problem`` is the reason, the message a sentence."""

    def __init__(self, problem: UsernameProblem, detail: str) -> None:
        """Refuse for *problem*; *detail* says what to do."""
        super().__init__(f"username_{problem.value}", detail)
        self.problem = problem


def folded(username: str) -> str:
    """*username* as compared: without regard to case."""
    return username.casefold()


def skeleton(text: str) -> str:
    """What is left of *text* for a hasty eye: two names with one skeleton look alike."""
    bare = latin(text).translate(_SIGNS).replace(" ", "")
    for pair, single in _ALIKE_PAIRS:
        bare = bare.replace(pair, single)
    return bare.translate(_ALIKE)


_RESERVED_SKELETONS: Final = frozenset(skeleton(name) for name in _RESERVED)


def is_reserved(text: str) -> bool:
    """Whether *text* reads like somebody official, or like a word of the service."""
    return bool({skeleton(text), skeleton(text.rstrip("0123456789._- "))} & _RESERVED_SKELETONS)


def checked_username(text: str) -> str:
    """*text* as a username; raises `BadUsername` for what nobody may have."""
    if len(text) < SHORTEST:
        raise BadUsername(
            UsernameProblem.TOO_SHORT, f"A username has at least {SHORTEST} characters."
        )
    if len(text) > LONGEST:
        raise BadUsername(UsernameProblem.TOO_LONG, f"A username has at most {LONGEST} characters.")
    if not _ALLOWED.fullmatch(text):
        raise BadUsername(
            UsernameProblem.BAD_CHARACTER,
            "A username has letters A to Z, digits, dots, hyphens and underscores only.",
        )
    if not any(letter.isalpha() for letter in text):
        raise BadUsername(UsernameProblem.NO_LETTER, "A username needs at least one letter.")
    if is_reserved(text):
        raise BadUsername(
            UsernameProblem.RESERVED, "This username could be taken for an official one."
        )
    return text


def taken(text: str, by: str) -> BadUsername:
    """The refusal of *text*, which is, or looks like, the username *by*."""
    if folded(text) == folded(by):
        return BadUsername(
            UsernameProblem.TAKEN, "This username is taken; case makes no difference."
        )
    return BadUsername(
        UsernameProblem.LOOKS_LIKE_ANOTHER,
        "This username looks too much like another one; choose one that cannot be mistaken.",
    )
