"""Who sits where, looked up by person."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from spadille.core.seats import SEATS, BySeat, Seat
from spadille.core.value import Value
from spadille.protocol.news import keeper

if TYPE_CHECKING:
    from spadille.server.tables.state import SeatState

_KEPT: Final = 1024
"""Seatings that are kept: each table asks some twenty times an act, and seldom changes."""


class Places(Value):
    """The seats of one seating."""

    own: dict[str, Seat]
    """The seat that each person owns."""
    spoken_for: dict[str, tuple[Seat, ...]]
    """The seats that each person speaks for: the own one and those of companions."""


@lru_cache(_KEPT)
def places(seats: BySeat[SeatState]) -> Places:
    """Who sits where in *seats*."""
    own: dict[str, Seat] = {}
    spoken_for: dict[str, tuple[Seat, ...]] = {}
    for seat, held in zip(SEATS, seats, strict=True):
        if held.owner is not None:
            own.setdefault(held.owner.id, seat)
            device = keeper(held.owner.id)
            spoken_for[device] = (*spoken_for.get(device, ()), seat)
    return Places(own, spoken_for)
