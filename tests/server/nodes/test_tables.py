"""A table is one table at every node: seats, cards, clocks and answers."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from spadille.core.seats import Seat
from spadille.protocol.acts import Sit
from spadille.protocol.messages import Accepted
from spadille.protocol.news import Person
from spadille.server.nodes.holding import Holding
from spadille.server.nodes.replica import Replica
from tests.kit.client import GUARD_SECONDS
from tests.kit.house import Guest
from tests.kit.nodes import LEASE, Station

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.kit.nats import Nats

    Story = Callable[[list[Station]], Awaitable[None]]

NAMES = ("Nora", "Emil", "Ruth", "Walt")
"""By seat."""


def tell(nodes: int, database: str, nats: Nats, story: Story, lease: float = LEASE) -> None:
    """Run *story* on so many nodes."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            stations = [
                await stack.enter_async_context(Station(database, nats.url, lease=lease))
                for _ in range(nodes)
            ]
            async with asyncio.timeout(GUARD_SECONDS):
                await story(stations)

    asyncio.run(main())


async def four_at(stations: list[Station]) -> list[Guest]:
    """Four people at one table of the first node, each at the next node, by seat."""
    guests = [Guest(name) for name in NAMES]
    ruth = guests[Seat.SOUTH]
    others = (Seat.NORTH, Seat.EAST, Seat.WEST)
    table = (await stations[0].table(ruth, others)).id
    for number, seat in enumerate(others, 1):
        desk = await stations[number % len(stations)].find(table)
        guests[seat].join(desk)
        assert isinstance(await guests[seat].order(Sit(seat)), Accepted)
    return guests


async def play(guests: list[Guest], until_seq: int) -> None:
    """Let all play until each has seen so many events."""

    async def one(guest: Guest) -> None:
        while guest.seq < until_seq:
            if guest.my_turn:
                assert isinstance(await guest.order(guest.any_act()), Accepted)
            else:
                seen = guest.seq
                await guest.until(lambda: guest.my_turn or guest.seq != seen)  # noqa: B023

    await asyncio.gather(*(one(guest) for guest in guests))


def test_four_people_at_three_nodes_play_at_one_table(database: str, nats: Nats) -> None:
    """Everyone hears every event once, in order, and sees no cards but their own."""

    async def story(stations: list[Station]) -> None:
        guests = await four_at(stations)
        await play(guests, 60)
        table = guests[0].table
        assert table is not None
        ends = [station.directory._desks[table.id].end for station in stations]
        assert [type(end) for end in ends] == [Holding, Replica, Replica]
        views = {guest.seq: guest.view.public for guest in guests}
        assert all(guest.view.public == views[guest.seq] for guest in guests)
        for seat, guest in zip(Seat, guests, strict=True):
            assert guest.own().seat is seat

    # Long, so that no table changes its owner because the machine is slow.
    tell(3, database, nats, story, lease=30.0)


def test_nobody_comes_to_a_node_that_knows_less_than_they_do(database: str, nats: Nats) -> None:
    """Even where nothing was heard for a while, as when the bus was away."""

    async def story(stations: list[Station]) -> None:
        ruth = (await four_at(stations))[Seat.SOUTH]
        assert ruth.table is not None
        there = await stations[1].find(ruth.table.id)
        assert isinstance(there.end, Replica)
        await there.end.reach(ruth.seq)
        assert there.end._ear is not None
        there.end._ear.stop()
        there.end._task.cancel()
        seen = ruth.seq
        ruth.table.introduce(Person(ruth.person.id, "Ruby", ruth.person.avatar))
        await ruth.until(lambda: ruth.seq > seen)
        assert there.seq == seen
        assert await stations[1].directory.find(there.id, ruth.seq) is there
        assert there.seq == ruth.seq

    tell(2, database, nats, story, lease=30.0)


def test_what_goes_wrong_with_one_table_ends_no_housekeeping(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the memory of a node would grow for as long as it runs."""
    monkeypatch.setattr("spadille.server.nodes.shared._SWEEP_SECONDS", 0.01)

    async def story(stations: list[Station]) -> None:
        rounds, again = [0], asyncio.Event()

        def forget(_holding: Holding, _seconds: float) -> None:
            rounds[0] += 1
            if rounds[0] == 1:
                raise RuntimeError("a table like no other")
            again.set()

        monkeypatch.setattr(Holding, "forget_silent", forget)
        await stations[0].table(Guest("Ruth"))
        await again.wait()

    tell(1, database, nats, story, lease=30.0)
