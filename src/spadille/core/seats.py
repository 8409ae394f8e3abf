"""Seats and partnerships."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias, TypeVar

T = TypeVar("T")

BySeat: TypeAlias = tuple[T, T, T, T]
"""One of these for each seat, indexed by `Seat`."""
BySide: TypeAlias = tuple[T, T]
"""One of these for each partnership, indexed by `Side`."""


class Side(IntEnum):
    """A partnership."""

    NORTH_SOUTH = 0
    EAST_WEST = 1

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side(1 - self)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Both partners, in the order of `Seat`."""
        return Seat(int(self)), Seat(self + 2)


class Seat(IntEnum):
    """A place at the table, clockwise from north."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        """The seat's letter in texts: ``N``, ``E``, ``S`` or ``W``."""
        return "NESW"[self]

    @property
    def partner(self) -> Seat:
        """The seat across the table."""
        return Seat(self ^ 2)

    @property
    def side(self) -> Side:
        """The seat's partnership."""
        return Side(self & 1)

    def after(self, steps: int = 1) -> Seat:
        """The seat *steps* places further clockwise."""
        return Seat((self + steps) & 3)


def with_seat(values: BySeat[T], seat: Seat, value: T) -> BySeat[T]:
    """Put *value* in *seat*'s place."""
    north, east, south, west = (value if s == seat else values[s] for s in Seat)
    return north, east, south, west
