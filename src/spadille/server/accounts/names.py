"""Names and avatars: friendly ones to begin with, and what people may choose."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Final

AVATARS: Final = tuple(f"a{number:02}" for number in range(1, 25))
"""The avatars to choose from."""
_MOST_MARKS: Final = 4
LONGEST: Final = 20
"""Characters in a name."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_FIRST: Final = _words(
    """
    Amber Bold Brave Bright Calm Clever Cosy Daring Eager Early Fair Fleet Gentle Glad
    Golden Grand Happy Hardy Honest Jolly Keen Kind Lively Lucky Mellow Merry Mild Modest
    Neat Nimble Noble Patient Plucky Polite Proud Quick Quiet Rapid Ready Royal Silver Sly
    Smart Snowy Steady Sunny Swift Tidy Velvet Warm Wild Wise Witty
    """
)
_SECOND: Final = _words(
    """
    Badger Beaver Bison Crane Curlew Deer Dove Eagle Egret Falcon Ferret Finch Fox Gecko
    Goose Gull Hare Hawk Heron Ibis Jay Kestrel Koala Lark Lemur Linnet Lynx Magpie Marten
    Mole Moose Newt Otter Owl Panda Pigeon Plover Puffin Quail Rabbit Raven Robin Seal
    Sparrow Stork Swan Swift Tern Thrush Tiger Toad Trout Turtle Vole Walrus Weasel Wolf
    Wren Yak Zebra
    """
)


class BadName(ValueError):  # noqa: N818 - it names what was given
    """A name that others could not read, or could be fooled by; the message says why."""


def guest_name(person: str) -> str:
    """Two friendly words for the guest with this id, always the same."""
    first, second, _ = _numbers(person)
    return f"{_FIRST[first % len(_FIRST)]} {_SECOND[second % len(_SECOND)]}"


def guest_avatar(person: str) -> str:
    """An avatar for the guest with this id, always the same."""
    return AVATARS[_numbers(person)[2] % len(AVATARS)]


def checked_name(text: str) -> str:
    """*text* as a name: composed, without spaces around it or doubled inside it.

    Raises `BadName` for what is empty, too long, or not plainly printable: characters
    that are invisible, break lines or turn the direction of writing are refused.
    """
    parts = unicodedata.normalize("NFC", text).split(" ")
    name = " ".join(part for part in parts if part)
    if not name:
        raise BadName("A name needs at least one character.")
    if len(name) > LONGEST:
        raise BadName(f"A name has at most {LONGEST} characters.")
    if not all(_plain(letter) for letter in name):
        raise BadName("A name may only have characters that can be seen.")
    if _has_tower(name):
        raise BadName("A name has no more than a few accents on a letter.")
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in name):
        raise BadName("A name needs a letter, a digit or a sign.")
    return name


def _has_tower(name: str) -> bool:
    """Whether accents are piled up on a letter, so that they climb over other lines."""
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter) in {"Mn", "Me"} else 0
        if marks > _MOST_MARKS:
            return True
    return False


def _plain(letter: str) -> bool:
    """Whether *letter* is seen, and changes nothing around it."""
    return letter == " " or (letter.isprintable() and letter not in _BLANK)


_BLANK: Final = "\u2800\u3164\uffa0\u115f\u1160"
"""Characters that count as printable and show nothing."""


def _numbers(person: str) -> tuple[int, int, int]:
    digest = hashlib.sha256(person.encode()).digest()
    first, second, third = (int.from_bytes(digest[at : at + 4], "big") for at in (0, 4, 8))
    return first, second, third
