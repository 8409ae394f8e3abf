"""What becomes of the people on one device when it goes away, waits, or plays too slowly."""

from __future__ import annotations

import asyncio

from spadille.core.rules import CHALLENGE
from spadille.core.seats import Seat
from spadille.core.value import replace
from spadille.protocol.acts import Agree, Leave, Return, Sit, Uncover
from spadille.protocol.messages import Accepted, Declined, Presence
from spadille.protocol.news import (
    ClockRanOut,
    OwnerReturned,
    SeatLeft,
    StandInCame,
    StandInReason,
)
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from tests.kit.house import PACE, Guest, Inn
from tests.kit.virtual_time import run

ANNA = {Seat.NORTH: "Anna"}
BOTH = (Seat.NORTH, Seat.SOUTH)


def _present(guest: Guest) -> set[Seat]:
    """The seats whose people are connected, as *guest* was told last."""
    told = [message for message in guest.messages if isinstance(message, Presence)]
    return {seat for seat in Seat if told and told[-1].connected[seat]}


async def _move(ruth: Guest) -> None:
    """Make a move for whoever at the device of *ruth* has the turn, once somebody has."""
    await ruth.until(lambda: ruth.view.public.turn in BOTH)
    turn = ruth.view.public.turn
    assert turn is not None
    assert isinstance(await ruth.order(Uncover(turn)), Accepted)
    await ruth.until(lambda: ruth.my_turn)
    assert isinstance(await ruth.order(ruth.any_act(), seat=turn), Accepted)


async def _play_to(ruth: Guest, stage: Stage) -> None:
    while ruth.stage() is not stage:
        if ruth.view.public.turn in BOTH:
            await _move(ruth)
        else:
            seen = ruth.seq
            await ruth.until(lambda: ruth.seq != seen)  # noqa: B023 - awaited in this very turn


def test_a_lost_connection_brings_a_computer_to_every_seat_of_the_device_and_back() -> None:
    """The same grace for all, the same return."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth, companions=ANNA)
        sam.join(table)
        await sam.order(Sit(Seat.WEST))
        ruth.drop()
        await sam.until(lambda: len(sam.heard(StandInCame)) == 2)
        lost = StandInReason.CONNECTION_LOST
        assert sam.heard(StandInCame) == [StandInCame(seat, lost) for seat in BOTH]
        again = Guest("Ruth")
        again.join(table)
        await sam.until(lambda: len(sam.heard(OwnerReturned)) == 2)
        assert {event.seat for event in sam.heard(OwnerReturned)} == set(BOTH)
        await sam.until(lambda: _present(sam) == {Seat.NORTH, Seat.SOUTH, Seat.WEST})

    run(story())


def test_the_owner_leaves_with_all_companions_and_a_companion_leaves_alone() -> None:
    """Nobody stays at a table whom no cookie speaks for."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        inn = Inn()
        table = await inn.table(ruth, companions={**ANNA, Seat.EAST: "Bob"})
        sam.join(table)
        await sam.order(Sit(Seat.WEST))
        await ruth.order(Leave(), seat=Seat.EAST)
        assert [event.seat for event in sam.heard(SeatLeft)] == [Seat.EAST]
        assert table.state.seats_of(ruth.person.id) == BOTH
        await ruth.order(Leave())
        left = [(event.seat, event.person.name) for event in sam.heard(SeatLeft)]
        assert left[1:] == [(Seat.NORTH, "Anna"), (Seat.SOUTH, "Ruth")]
        assert table.state.seats_of(ruth.person.id) == ()
        assert await inn.store.seated_tables(ruth.person.id) == []
        # The device has seen two hands of this deal.
        for seat in BOTH:
            answer = await ruth.order(Sit(seat))
            assert answer == Declined(answer.order, TableReason.SAW_ANOTHER_HAND)

    run(story())


def test_nobody_is_hurried_while_only_those_at_the_same_device_wait() -> None:
    """With somebody on another device the clock runs, for companions too."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth, companions=ANNA)
        await ruth.until(lambda: ruth.view.public.turn in BOTH)
        await asyncio.sleep(3 * PACE.turn)
        assert ruth.heard(ClockRanOut) == []
        sam.join(table)
        await sam.order(Sit(Seat.WEST))
        await ruth.until(lambda: bool(ruth.heard(ClockRanOut)))
        assert ruth.heard(ClockRanOut)[0].seat in BOTH

    run(story())


def test_a_computer_that_stands_in_for_one_of_them_does_not_cover_the_other() -> None:
    """Whoever was too slow comes back by name."""

    async def story() -> None:
        ruth = Guest("Ruth")
        table = await Inn().table(ruth, companions=ANNA, turn_seconds=20)
        answer = await ruth.order(Return(), seat=Seat.NORTH)
        assert answer == Declined(answer.order, TableReason.NO_STAND_IN)
        while not table.state.seats[Seat.NORTH].stand_in:
            await ruth.until(lambda: ruth.view.public.turn in BOTH)
            if ruth.view.public.turn is Seat.SOUTH:
                await _move(ruth)
            else:
                seen = ruth.seq
                await ruth.until(lambda: ruth.seq != seen)  # noqa: B023 - awaited in this very turn
        await ruth.until(lambda: ruth.view.public.turn is Seat.SOUTH)
        await ruth.order(Uncover(Seat.SOUTH))
        await _move(ruth)
        await ruth.until(lambda: ruth.view.public.turn is Seat.SOUTH)
        assert ruth.view.own is not None, "Anna's computer has moved, and nothing was covered"
        assert isinstance(await ruth.order(Return(), seat=Seat.NORTH), Accepted)
        assert ruth.heard(OwnerReturned) == [OwnerReturned(Seat.NORTH)]

    run(story())


def test_one_press_agrees_for_the_whole_device_and_the_next_deal_is_covered() -> None:
    """All who share it are ready at once; whoever held it last sees no new card."""

    async def story() -> None:
        ruth = Guest("Ruth")
        await Inn().table(ruth, rules=replace(CHALLENGE, deal_limit=2), companions=ANNA)
        await _play_to(ruth, Stage.BETWEEN_DEALS)
        held = ruth.last and ruth.last.seat
        assert held in BOTH
        await ruth.order(Agree())
        assert ruth.stage() is Stage.PLAYING
        assert ruth.view.own is None
        await _play_to(ruth, Stage.OVER)

    run(story())
