"""What is said at a table, over the table's socket.

Lines are no part of the table's sequence. Each has a time that no other line of its table
has: a client says in `Hello` which it saw last, and tells lines that come twice by it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta

from spadille.core.value import Value
from spadille.protocol.news import Person

MOST_CHARACTERS = 500
"""The longest message; the wire lets longer ones in, to answer them with a reason."""


class Voice(StrEnum):
    """How something is said; each is drawn in its own way."""

    SAY = "say"
    YELL = "yell"
    THINK = "think"
    WHISPER = "whisper"
    """Seen by its addressee, and by whoever said it, alone."""


class Notice(StrEnum):
    """What the system says in the chat; no part of the play."""

    JOINED = "joined"
    LEFT = "left"
    LOST_CONNECTION = "lost_connection"
    """Whoever holds a seat is no longer connected."""
    RECONNECTED = "reconnected"
    GAVE_UP_SEAT = "gave_up_seat"
    """A computer has the seat that was this person's."""
    STOOD_IN_FOR = "stood_in_for"
    """A computer plays for this person, who keeps the seat."""
    PLAYS_AGAIN = "plays_again"
    """Whoever was stood in for plays the seat again."""
    TOOK_OVER = "took_over"
    """This person plays on from here in the place of a computer."""


class Say(Value, tag="say"):
    """Say something; ``id`` makes a resend harmless.

    ``<yell>`` or ``<y>``, ``<think>`` or ``<t>``, ``<whisper NAME>`` or ``<w NAME>`` may
    begin the text.
    """

    id: Annotated[str, Meta(min_length=8, max_length=64)]
    text: Annotated[str, Meta(max_length=4 * MOST_CHARACTERS)]


class ChatLine(Value, tag="chat"):
    """Somebody said something. The text is plain; it is never to be read as HTML."""

    at: int
    """Unix milliseconds."""
    sender: Person
    voice: Voice
    text: str
    to: Person | None = None
    """Whom a whisper is for."""


class SystemLine(Value, tag="system"):
    """Somebody came or went, or a computer took somebody's place."""

    at: int
    notice: Notice
    person: Person


class ChatHistory(Value, tag="chat_history"):
    """The lines since the time that `Hello` named, oldest first; the latest only."""

    lines: tuple[ChatLine | SystemLine, ...]


class Said(Value, tag="said"):
    """The message with this id is said, as the line of this time."""

    say: str
    at: int


class ChatReason(StrEnum):
    """Why a message was not sent to anybody."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    TOO_FAST = "too_fast"
    """``wait`` tells how long to wait."""
    WHISPER_DURING_GAME = "whisper_during_game"
    WHISPER_TO_WHOM = "whisper_to_whom"
    """A whisper without a name, or without its closing bracket."""
    NOBODY_FITS = "nobody_fits"
    """``names`` are those at the table."""
    SEVERAL_FIT = "several_fit"
    """``names`` are those who fit."""
    YOURSELF = "yourself"
    BLOCKED = "blocked"
    """The addressee takes no whispers from this person."""
    NOT_STORED = "not_stored"


class ChatRefused(Value, tag="chat_refused"):
    """The message with this id was sent to nobody; ``detail`` says why, and what to do."""

    say: str
    reason: ChatReason
    detail: str
    names: tuple[str, ...] = ()
    wait: int = 0
    """Milliseconds."""


ChatMessage: TypeAlias = ChatLine | SystemLine | ChatHistory | Said | ChatRefused
