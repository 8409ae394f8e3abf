"""The messages of the table socket.

A client opens ``/ws``, says `Hello`, and gets a `Welcome` with the whole table, or an
`Update` with what it missed. From then on every change comes as an `Update` with the
next sequence number and the whole view, so that a lost update is never a lost state.
Orders carry an id made by the client: what was done under an id is never done twice,
and sent again it gets the same answer. What was refused is judged anew.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta

from spadille.core.audience import Told
from spadille.core.errors import Reason
from spadille.core.scoring import DealScore
from spadille.core.seats import BySeat, Seat
from spadille.core.value import Value
from spadille.core.view import PrivateView, PublicView
from spadille.protocol.acts import Act
from spadille.protocol.chat import ChatMessage, Say
from spadille.protocol.hints import AskHint, Hint, HintRefused
from spadille.protocol.news import News, Person
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import TableInfo

VERSION = 1
"""The protocol's version; a client of another version is told to reload."""


class Hello(Value, tag="hello"):
    """Attach this socket to a table, resuming after sequence number ``seq``."""

    table: Annotated[str, Meta(max_length=64)]
    seq: int = 0
    """The last sequence number seen; 0: none."""
    version: int = VERSION
    chat: int = 0
    """The time of the last line of chat that was seen; 0: none."""


class Order(Value, tag="order"):
    """Ask for an act; ``id`` makes a resend harmless."""

    id: Annotated[str, Meta(min_length=8, max_length=64)]
    act: Act
    seat: Seat | None = None
    """For whom: the sender's own seat (``None``), or the one of a companion."""


class Ping(Value, tag="ping"):
    """Keep the connection; answered by `Pong`."""


ClientMessage: TypeAlias = Hello | Order | Say | AskHint | Ping


class Game(Value):
    """The match as this socket may see it."""

    public: PublicView
    own: PrivateView | None
    """``None`` for a spectator, and while the cards of a shared device are covered."""


class Clock(Value):
    """Time left when the message was sent, in milliseconds; never a wall time."""

    left: int
    total: int


class Welcome(Value, tag="welcome"):
    """The whole table, after a `Hello` that cannot be resumed from memory."""

    seq: int
    you: Person
    seat: Seat | None
    """From where the table is seen. On a shared device that is the seat uncovered, else
    the one that is to be uncovered next."""
    table: TableInfo
    game: Game | None
    """``None`` before the first match."""
    sheet: tuple[DealScore, ...]
    clock: Clock | None


class Update(Value, tag="update"):
    """What happened, up to and including ``seq``, and the whole view after it."""

    seq: int
    events: tuple[Told | News, ...]
    """The events ``seq - len(events) + 1`` to ``seq``."""
    seat: Seat | None
    """As in `Welcome`."""
    game: Game | None
    clock: Clock | None
    table: TableInfo | None = None
    """Only when it changed."""
    sheet: tuple[DealScore, ...] | None = None
    """Only when it changed."""


class Presence(Value, tag="presence"):
    """Who is connected; not part of the sequence."""

    connected: BySeat[bool]
    grace: BySeat[int | None]
    """Milliseconds until a computer stands in for a lost connection."""
    watching: int
    """How many spectators."""
    clock: Clock | None
    """The clock, which may start or stop as people come and go."""


class Accepted(Value, tag="accepted"):
    """The order is done, and stored, as of ``seq``."""

    order: str
    seq: int


class Refused(Value, tag="refused"):
    """The rules of the game refuse the order; it changes nothing."""

    order: str
    reason: Reason


class Declined(Value, tag="declined"):
    """The table refuses the order; it changes nothing."""

    order: str
    reason: TableReason


class Pong(Value, tag="pong"):
    """``seq`` is the table's latest: a client that is behind it says `Hello` again."""

    seq: int


class FaultReason(StrEnum):
    """Why a message was not understood, or why the socket is closed."""

    NOT_UNDERSTOOD = "not_understood"
    """No message of this protocol; ``detail`` says where."""
    TOO_LARGE = "too_large"
    HELLO_FIRST = "hello_first"
    NO_SUCH_TABLE = "no_such_table"
    NO_SPECTATORS = "no_spectators"
    """Nobody may watch this table: take a seat first."""
    OTHER_VERSION = "other_version"
    """The client is older or newer than the server: reload."""
    NO_SESSION = "no_session"
    """No valid cookie came with the socket, or its token is good no more."""
    TOO_SLOW = "too_slow"
    """The client did not take its updates: connect again and resume."""
    TOO_MANY_FAULTS = "too_many_faults"
    REPLACED = "replaced"
    """Too many sockets of one player at this table; the oldest is closed."""
    GOING_DOWN = "going_down"
    """The server stops: connect again soon."""


class Fault(Value, tag="fault"):
    """A message was not understood; the socket stays open unless it is closed next."""

    reason: FaultReason
    detail: str = ""


ServerMessage: TypeAlias = (
    Welcome
    | Update
    | Presence
    | Accepted
    | Refused
    | Declined
    | ChatMessage
    | Hint
    | HintRefused
    | Pong
    | Fault
)
