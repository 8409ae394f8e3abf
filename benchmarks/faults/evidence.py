"""What one client can bear witness to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spadille.core.seats import Seat


class Told(NamedTuple):
    """Events as the client was told them."""

    first: int
    """The number of the first."""
    seat: Seat | None
    """Where the client sat then."""
    events: tuple[bytes, ...]
    """In JSON."""


class Done(NamedTuple):
    """An order that was acknowledged."""

    key: str
    """As the log has it."""
    seq: int


@dataclass
class Evidence:
    """All that a client was told, and how."""

    told: list[Told] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    odd: Counter[str] = field(default_factory=Counter)
    """Answers that no legal act should get."""
    gaps: int = 0
    """How often numbers were left out, or the table knew less than had been told."""
    doubles: int = 0
    """How often something was told twice, without being asked for."""
