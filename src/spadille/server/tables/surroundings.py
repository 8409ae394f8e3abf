"""What every table of a server shares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.protocol.messages import Clock
    from spadille.server.store.ports import EventStore
    from spadille.server.tables.chance import Chance
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.house import House
    from spadille.server.tables.interface import AnyTable
    from spadille.server.tables.pace import Pace


class Relay(Protocol):
    """Carries what happens at a table to those who listen to it at other servers."""

    def happened(
        self, table: str, seq: int, events: Sequence[TableEvent], clock: Clock | None
    ) -> None:
        """*events*, the last of them numbered *seq*, are written down."""
        ...

    def came_or_went(self, table: str, frame: bytes) -> None:
        """Somebody came or went; *frame* is what everyone at the table is told of it."""
        ...


class NoRelay:
    """There are no other servers."""

    def happened(
        self, table: str, seq: int, events: Sequence[TableEvent], clock: Clock | None
    ) -> None:
        """Carry it nowhere."""

    def came_or_went(self, table: str, frame: bytes) -> None:
        """Carry it nowhere."""


def _nobody(_table: AnyTable, _events: Sequence[TableEvent]) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The parts that the composition root gives to all tables."""

    store: EventStore
    house: House
    chance: Chance
    pace: Pace
    tell: Callable[[AnyTable, Sequence[TableEvent]], None] = _nobody
    """Told of all that has happened at any table, once it is written down."""
    relay: Relay = field(default_factory=NoRelay)
    """Carries the same, for the owner of a table, to other servers."""
