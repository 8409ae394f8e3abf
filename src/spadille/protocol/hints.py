"""Hints: what a strong player would do, told to the one who asks and is to move."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from spadille.core.value import Value
from spadille.protocol.acts import Move


class AskHint(Value, tag="ask_hint"):
    """Ask what to do now; answered by `Hint` or `HintRefused`."""

    id: Annotated[str, Meta(min_length=8, max_length=64)]


class HintReason(StrEnum):
    """Why no hint is given."""

    NOT_YOUR_TURN = "not_your_turn"
    """Also where the table went on meanwhile."""
    NO_HINTS = "no_hints"
    """The table was made without hints."""
    NOT_FOR_PROGRAMS = "not_for_programs"
    """A program finds its moves itself."""
    TOO_MANY_HINTS = "too_many_hints"
    """Ask again in a few seconds."""


class Hint(Value, tag="hint"):
    """What the strongest player of this server would do, from the asker's own view."""

    ask: str
    seq: int
    """The hint is for the table as of this sequence number."""
    move: Move
    text: str
    """Why, in one line that calls the players by their seats."""


class HintRefused(Value, tag="hint_refused"):
    """No hint; the table goes on as before."""

    ask: str
    reason: HintReason
