"""What somebody typed, taken apart: how it is said, to whom, and the words."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from spadille.core.value import Value
from spadille.protocol.chat import Voice

# Keyboards for Chinese and Japanese write wide brackets.
_OPEN, _CLOSE = "[<\uff1c]", "[>\uff1e]"
_TAG: Final = re.compile(rf"{_OPEN}\s*(yell|y|think|t)\s*{_CLOSE}", re.IGNORECASE)
_WHISPER: Final = re.compile(
    rf"{_OPEN}\s*(?:whisper|w)(?:\s+([^<>\uff1c\uff1e]*?))?\s*{_CLOSE}", re.IGNORECASE
)
_BROKEN_WHISPER: Final = re.compile(rf"{_OPEN}\s*(?:whisper|w)(?![A-Za-z0-9])", re.IGNORECASE)
_VOICES: Final = {"y": Voice.YELL, "t": Voice.THINK}
_JOINER: Final = "\u200d"
"""Joins several pictures to one, such as a family."""
_MOST_MARKS: Final = 4
"""Accents on one letter; more of them only climb over other people's lines."""


class Spoken(Value):
    """A message, taken apart."""

    voice: Voice
    text: str
    name: str | None = None
    """The start of the addressee's name, as typed; ``None``: a whisper that names nobody."""


def parse(text: str) -> Spoken:
    """Take a cleaned *text* apart.

    What begins like a whisper is one, even if its bracket is not closed or a yell comes
    before it: a slip of the finger must not tell everyone.
    """
    if tag := _TAG.match(text):
        rest = text[tag.end() :].strip()
        inner = parse(rest)
        return inner if inner.voice is Voice.WHISPER else Spoken(_VOICES[tag[1][0].lower()], rest)
    if whisper := _WHISPER.match(text):
        return Spoken(Voice.WHISPER, text[whisper.end() :].strip(), whisper[1] or None)
    if _BROKEN_WHISPER.match(text):
        return Spoken(Voice.WHISPER, text)
    return Spoken(Voice.SAY, text)


def cleaned(text: str) -> str:
    """*text* on one line, composed, without what is not seen or turns the writing round."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        if letter.isspace() or kind in {"Zl", "Zp"}:
            kept.append(" ")
            marks = 0
            continue
        if kind in {"Cc", "Cf", "Cs", "Co", "Cn"} and letter != _JOINER:
            continue
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())
