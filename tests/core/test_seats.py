from __future__ import annotations

from spadille.core.seats import Seat, Side, with_seat


def test_partners_sit_across() -> None:
    """Partners share a side; each is the other's partner."""
    assert [seat.partner for seat in Seat] == [Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST]
    for seat in Seat:
        assert seat.partner.partner is seat
        assert seat.side is seat.partner.side is not seat.after().side


def test_play_runs_clockwise() -> None:
    """North, east, south, west, and north again."""
    assert [Seat.NORTH.after(steps) for steps in range(5)] == [*Seat, Seat.NORTH]
    assert [seat.letter for seat in Seat] == list("NESW")


def test_a_side_knows_its_seats_and_its_opponents() -> None:
    """Both in the order of the seats."""
    assert Side.NORTH_SOUTH.seats == (Seat.NORTH, Seat.SOUTH)
    assert Side.EAST_WEST.seats == (Seat.EAST, Seat.WEST)
    assert Side.EAST_WEST.other is Side.NORTH_SOUTH


def test_one_seats_value_can_be_changed() -> None:
    """The others stay."""
    assert with_seat((1, 2, 3, 4), Seat.SOUTH, 9) == (1, 2, 9, 4)
