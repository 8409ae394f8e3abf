"""What every table of a server shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spadille.server.store.ports import EventStore
    from spadille.server.tables.chance import Chance
    from spadille.server.tables.house import House
    from spadille.server.tables.pace import Pace


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The parts that the composition root gives to all tables."""

    store: EventStore
    house: House
    chance: Chance
    pace: Pace
