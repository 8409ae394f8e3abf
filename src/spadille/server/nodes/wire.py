"""What nodes say to each other on the bus.

All of it stays inside the service: events travel as the log holds them, hidden cards and
the seeds of decks among them. Every node reads that log anyway; what a client may see is
decided by the node that holds its socket, by the same code for all tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from spadille.core.codec import decoder, encoder
from spadille.core.value import Value
from spadille.protocol.messages import Accepted, Clock, Declined, Order, Refused
from spadille.protocol.news import Person
from spadille.server.tables.listeners import Audience

if TYPE_CHECKING:
    from collections.abc import Callable

NOT_MINE = b""
"""The answer of a node that does not own the table (any more)."""


class Happened(Value, tag="happened"):
    """Events that the owner of a table has written down."""

    epoch: int
    seq: int
    """The number of the last of them."""
    events: tuple[msgspec.Raw, ...]
    clock: Clock | None


class CameOrWent(Value, tag="came_or_went"):
    """Who is at a table, as its owner tells everyone there."""

    epoch: int
    presence: msgspec.Raw


class Owned(Value, tag="owned"):
    """A node has become the owner of a table."""

    epoch: int


TableNews: TypeAlias = Happened | CameOrWent | Owned


class Asked(Value):
    """An order of *person*, whose socket is at another node than the table."""

    person: Person
    order: Order


class Attendance(Value):
    """Who listens to a table at *node*; sent again and again."""

    node: str
    audience: Audience


class Head(Value):
    """Where a table is, as its owner says; the answer to `Attendance`."""

    epoch: int
    seq: int
    clock: Clock | None


_encoder = encoder()
encode: Callable[[Value], bytes] = _encoder.encode
read_news: msgspec.json.Decoder[TableNews] = decoder(TableNews)
read_asked: msgspec.json.Decoder[Asked] = decoder(Asked)
read_attendance: msgspec.json.Decoder[Attendance] = decoder(Attendance)
read_head: msgspec.json.Decoder[Head] = decoder(Head)
read_answer: Any = decoder(Accepted | Refused | Declined)
"""Reads what a table says to an order."""


def order_subject(table: str) -> str:
    """Where the owner of *table* takes orders."""
    return f"order.{table}"


def attendance_subject(table: str) -> str:
    """Where the owner of *table* hears who listens elsewhere."""
    return f"attendance.{table}"


def news_subject(table: str) -> str:
    """Where the owner of *table* tells what happens."""
    return f"table.{table}"
