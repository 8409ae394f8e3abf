"""Seats and partnerships."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, TypeAlias, TypeVar

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
        return SIDES[1 - self]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Both partners, in the order of `Seat`."""
        return SEATS[self], SEATS[self + 2]


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
        return SEATS[self ^ 2]

    @property
    def side(self) -> Side:
        """The seat's partnership."""
        return SIDES[self & 1]

    def after(self, steps: int = 1) -> Seat:
        """The seat *steps* places further clockwise."""
        return SEATS[(self + steps) & 3]


# Looking a seat up is many times as fast as making one from its number.
SEATS: Final = tuple(Seat)
SIDES: Final = tuple(Side)


def with_seat(values: BySeat[T], seat: Seat, value: T) -> BySeat[T]:
    """Put *value* in *seat*'s place."""
    new = list(values)
    new[seat] = value
    north, east, south, west = new
    return north, east, south, west
