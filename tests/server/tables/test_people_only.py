"""Tables where no computers may have seats: a match waits for four people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.rules import CHALLENGE
from spadille.core.seats import Seat
from spadille.core.value import replace
from spadille.protocol.acts import Agree, FillSeat, Leave, Sit
from spadille.protocol.messages import Accepted, Declined
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage, TableOptions
from spadille.server.tables.directory import Wanted
from tests.kit.house import Guest, Inn
from tests.kit.virtual_time import run
from tests.server.tables.test_clocks import play_until

if TYPE_CHECKING:
    from spadille.server.tables.interface import AnyTable as Table

ONE_DEAL = replace(CHALLENGE, name="short", target=50, deal_limit=1)
NAMES = ("Nell", "Enid", "Sue", "Wim")


async def _four() -> tuple[list[Guest], Table]:
    """Four people in a match that has begun."""
    guests = [Guest(name) for name in NAMES]
    wanted = Wanted(
        rules=ONE_DEAL,
        seat=Seat.NORTH,
        open_seats=(Seat.EAST, Seat.SOUTH, Seat.WEST),
        options=TableOptions(computers=False),
    )
    table = await Inn().directory.create(guests[0].person, wanted)
    guests[0].join(table)
    for guest, seat in zip(guests[1:], (Seat.EAST, Seat.SOUTH, Seat.WEST), strict=True):
        guest.join(table)
        assert isinstance(await guest.order(Sit(seat)), Accepted)
    assert table.state.stage is Stage.PLAYING
    return guests, table


def test_a_rematch_waits_for_a_person_where_a_computer_took_over() -> None:
    """The computer plays the match to its end; then its seat is open."""

    async def story() -> None:
        guests, table = await _four()
        *others, west = guests
        await west.order(Leave())
        assert not table.state.seats[Seat.WEST].open
        await play_until(others, Stage.OVER)
        assert table.state.seats[Seat.WEST].open
        for guest in others:
            await guest.order(Agree())
        assert table.state.stage is Stage.OVER
        declined = Declined("order-fill", TableReason.NO_COMPUTERS)
        assert await others[0].order(FillSeat(Seat.WEST), "order-fill") == declined
        assert isinstance(await west.order(Sit(Seat.WEST)), Accepted)
        assert table.state.stage is Stage.OVER
        await west.order(Agree())
        assert (table.state.stage, table.state.match_number) == (Stage.PLAYING, 2)

    run(story())


def test_a_rematch_waits_for_whoever_a_computer_stands_in_for() -> None:
    """The owner keeps the seat; the match begins when they are back, and want it."""

    async def story() -> None:
        guests, table = await _four()
        *others, west = guests
        west.drop()
        await others[0].until(lambda: table.state.seats[Seat.WEST].stand_in is not None)
        await play_until(others, Stage.OVER)
        for guest in others:
            await guest.order(Agree())
        assert table.state.stage is Stage.OVER
        west.join(table)
        await west.until(lambda: table.state.seats[Seat.WEST].stand_in is None)
        assert table.state.stage is Stage.OVER
        await west.order(Agree())
        assert (table.state.stage, table.state.match_number) == (Stage.PLAYING, 2)

    run(story())
