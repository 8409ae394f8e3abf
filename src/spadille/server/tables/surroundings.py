"""What every table of a server shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.server.store.ports import EventStore
    from spadille.server.tables.chance import Chance
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.house import House
    from spadille.server.tables.pace import Pace
    from spadille.server.tables.table import Table


def _nobody(_table: Table, _events: Sequence[TableEvent]) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The parts that the composition root gives to all tables."""

    store: EventStore
    house: House
    chance: Chance
    pace: Pace
    tell: Callable[[Table, Sequence[TableEvent]], None] = _nobody
    """Told of all that has happened at any table, once it is written down."""
