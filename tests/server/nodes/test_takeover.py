"""Tables change their node, and nobody who plays loses anything by it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from spadille.core.events import CardPlayed
from spadille.core.seats import Seat
from spadille.protocol.messages import Accepted, Declined, Order, Refused
from spadille.protocol.refusals import TableReason
from spadille.server.nodes import desk, wire
from spadille.server.nodes.bus import Unanswered
from spadille.server.nodes.holding import Holding
from spadille.server.nodes.replica import Replica
from spadille.server.people.refusal import Refusal
from spadille.server.store.ownership_ports import LeaseLost
from spadille.server.tables.events import from_body
from spadille.server.tables.state import fold
from tests.kit.client import GUARD_SECONDS
from tests.kit.gate import Gate
from tests.kit.house import Guest
from tests.kit.nodes import Station, until
from tests.server.nodes.test_tables import four_at, play, tell

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.kit.nats import Nats

    Story = Callable[[Gate, list[Station]], Awaitable[None]]


LONG = 30.0
"""Seconds of a lease that does not lapse because the machine is slow."""


def tell_of_gate(nodes: int, database: str, nats: Nats, story: Story) -> None:
    """Run *story* on so many nodes, of which the first reaches the bus through a gate."""

    async def main() -> None:
        async with Gate(nats.port) as gate, AsyncExitStack() as stack:
            buses = [f"nats://127.0.0.1:{gate.port}", *[nats.url] * (nodes - 1)]
            stations = [
                await stack.enter_async_context(Station(database, bus, lease=LONG)) for bus in buses
            ]
            async with asyncio.timeout(GUARD_SECONDS):
                await story(gate, stations)

    asyncio.run(main())


def hasten(station: Station) -> None:
    """Let *station* judge who is gone, as if it had been here for as long as a lease lasts."""
    station.keeper.may_take_over = station.keeper.may_claim  # type: ignore[method-assign]


async def lose_lease(station: Station) -> None:
    """Freeze the part of *station* that looks after its lease, until that has lapsed."""
    task = station.keeper._task
    assert task is not None
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    # Renewed for no time at all.
    await station.store.ownership.renew(station.keeper.node, 0.0)


async def play_to_turn_of(guests: list[Guest], seats: set[Seat]) -> Guest:
    """Let all play some time, until it is the turn of one of *seats*, who is returned."""
    seen = 30
    await play(guests, seen)
    while True:
        for seat in seats:
            if guests[seat].my_turn:
                return guests[seat]
        seen += 1
        await play(guests, seen)


async def check_log(station: Station, guests: list[Guest]) -> None:
    """The log has no gap, and all that anyone was told of is in it."""
    table = guests[0].table
    assert table is not None
    # Before the log is read: play may go on meanwhile.
    heard = [(guest.person.id, guest.seq, tuple(guest.messages)) for guest in guests]
    rows = await station.store.read(table.id)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    fold(table.id, [from_body(row.body) for row in rows])
    orders = {row.order for row in rows}
    for person, seq, messages in heard:
        assert seq <= len(rows)
        for told in messages:
            if isinstance(told, Accepted):
                assert f"{person}:{told.order}" in orders


def test_a_frozen_owner_that_wakes_writes_nothing(database: str, nats: Nats) -> None:
    """It has looked at no clock, and the log alone turns it away; its own guests play on."""

    async def story(stations: list[Station]) -> None:
        first, second = stations
        guests = await four_at(stations)
        await play(guests, 30)
        first.keeper.may_write = lambda: True  # type: ignore[method-assign]
        await lose_lease(first)
        hasten(second)
        table = guests[0].table
        assert table is not None
        await until(lambda: table.id in second.directory.held, "a takeover")
        await play(guests, 80)
        assert table.id not in first.directory.held
        assert isinstance((await first.find(table.id)).end, Replica)
        await check_log(second, guests)

    tell(2, database, nats, story, lease=LONG)


def test_an_owner_that_missed_something_refuses_nobody(database: str, nats: Nats) -> None:
    """It takes no turn to be another's but from the whole log: its "no" is written nowhere."""

    async def story(stations: list[Station]) -> None:
        first, second = stations
        guests = await four_at(stations)
        mover = await play_to_turn_of(guests, {Seat.NORTH, Seat.WEST})
        await first.directory._orphanage.stop()
        first.keeper.may_write = lambda: True  # type: ignore[method-assign]
        await lose_lease(first)
        table = guests[0].table
        assert table is not None
        stale = first.directory._held[table.id]
        late = guests[Seat.SOUTH]
        early = Order("early", mover.any_act())
        # As long as nobody has taken the table over, its owner knows whose turn it is.
        answer = wire.read_answer.decode(await stale.ask(late.person, early))
        assert isinstance(answer, Refused)
        hasten(second)
        await until(lambda: table.id in second.directory.held, "a takeover")
        assert isinstance(await mover.order(mover.any_act()), Accepted)
        with pytest.raises(Unanswered):
            await stale.ask(late.person, early)

    tell(2, database, nats, story, lease=LONG)


def test_a_node_that_follows_no_more_tells_nobody(database: str, nats: Nats) -> None:
    """What an order in hand reads late was told already by whom the table moved to."""

    async def story(stations: list[Station]) -> None:
        first, second = stations
        ruth, emil = Guest("Ruth"), Guest("Emil")
        table = await first.table(ruth)
        emil.join(await second.find(table.id))
        former = (await second.find(table.id)).end
        assert isinstance(former, Replica)
        await ruth.until(lambda: ruth.my_turn)
        await former.read_on()
        await former.close()
        told = len(emil.frames)
        await ruth.order(ruth.any_act())
        # The computers go on meanwhile.
        goal = ruth.seq
        await former.reach(goal)
        assert former.seq >= goal
        assert len(emil.frames) == told

    tell(2, database, nats, story, lease=LONG)


def test_a_replica_ends_though_its_bus_forgets_a_cancellation(database: str, nats: Nats) -> None:
    """Otherwise whoever takes its table over would wait for it for ever."""

    async def story(stations: list[Station]) -> None:
        first, second = stations
        table = await first.table(Guest("Ruth"))
        former = (await second.find(table.id)).end
        assert isinstance(former, Replica)
        asked = asyncio.Event()

        async def forgetful(_subject: str, _data: bytes, _seconds: float) -> bytes:
            asked.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            return wire.NOT_MINE

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(second.bus, "ask", forgetful)
            former.look_again()
            await asked.wait()
            await former.close()
        assert former._task.done()

    tell(2, database, nats, story, lease=LONG)


@pytest.mark.usefixtures("frequent_renewals")
def test_a_node_without_a_lease_stops_by_itself(database: str, nats: Nats) -> None:
    """Before its lease lapses, whatever others do; later it comes back under another name."""

    async def story(stations: list[Station]) -> None:
        (only,) = stations
        guests = await four_at(stations)
        table, name = guests[0].table, only.keeper.node
        assert table is not None
        await only.store.ownership.leave(name)
        await until(lambda: only.keeper.node not in {name, ""}, "a new name")
        await play(guests, 60)
        assert only.directory.held[table.id] == 2
        await check_log(only, guests)

    tell(1, database, nats, story, lease=LONG)


def test_a_draining_node_hands_its_tables_over(database: str, nats: Nats) -> None:
    """Computers and clocks go on elsewhere, though nobody there has asked for the table."""

    async def story(stations: list[Station]) -> None:
        first, second = stations
        hasten(second)
        guests = await four_at(stations)
        playing = asyncio.create_task(play(guests, 90))
        await guests[0].until(lambda: len(guests[0].heard(CardPlayed)) > 5)
        await first.directory.drain()
        assert not first.directory.held
        await playing
        table = guests[0].table
        assert table is not None
        assert isinstance((await second.find(table.id)).end, Holding)
        with pytest.raises(Refusal, match="no new tables"):
            await first.table(Guest("Late"))
        await check_log(second, guests)

    tell(2, database, nats, story, lease=LONG)


def test_what_the_bus_loses_is_read_from_the_log(database: str, nats: Nats) -> None:
    """Also the last message, after which no gap would show."""

    async def story(stations: list[Station]) -> None:
        first, second = stations
        ruth, emil = Guest("Ruth"), Guest("Emil")
        table = await first.table(ruth)
        emil.join(await second.find(table.id))
        lost: list[str] = []
        first.bus.publish = lambda subject, data: lost.append(subject)  # type: ignore[method-assign]
        await ruth.until(lambda: ruth.my_turn)
        await ruth.order(ruth.any_act())
        await emil.until(lambda: emil.seq == ruth.seq)
        assert lost

    tell(2, database, nats, story, lease=LONG)


@pytest.mark.usefixtures("frequent_renewals")
def test_a_node_cut_from_the_bus_lets_others_have_its_tables(database: str, nats: Nats) -> None:
    """It has the database still, but half of the players could not reach it."""

    async def story(gate: Gate, stations: list[Station]) -> None:
        first, second = stations
        hasten(second)
        guests = await four_at([first, second])
        await play_to_turn_of(guests, {Seat.NORTH, Seat.WEST})
        table = guests[0].table
        assert table is not None
        await gate.bar()
        await until(lambda: table.id in second.directory.held, "a takeover")
        playing = asyncio.create_task(play(guests, 90))
        # Whoever is still at the node that is cut off sees how play goes on, ...
        heard = guests[0].seq
        await guests[Seat.SOUTH].until(lambda: guests[Seat.SOUTH].seq > heard)
        assert table.id not in first.directory.held
        # ... and plays on once the bus is back, whoever has the table from then on.
        await gate.open()
        await playing
        assert await first.store.ownership.owner_of(table.id) is not None
        await check_log(second, guests)

    tell_of_gate(2, database, nats, story)


@pytest.mark.usefixtures("frequent_renewals")
def test_a_node_cut_from_the_bus_comes_back_under_a_new_name_as_cut(
    database: str, nats: Nats
) -> None:
    """It may take no table in between, for it could serve it to nobody elsewhere."""

    async def story(gate: Gate, stations: list[Station]) -> None:
        (first,) = stations
        owners, keeper = first.store.ownership, first.keeper
        await gate.bar()
        await until(lambda: keeper._cut, "a mark")
        name, may = keeper.node, list[bool]()
        register = owners.register

        async def registered(node: str, address: str, seconds: float) -> float:
            left = await register(node, address, seconds)
            asyncio.get_running_loop().call_soon(lambda: may.append(keeper.may_claim()))
            return left

        owners.register = registered  # type: ignore[method-assign]
        await owners.leave(name)
        await until(lambda: bool(may) and keeper._cut, "a new name, and its mark")
        assert may == [False]
        (node,) = await owners.nodes()
        assert (node.id, node.unroutable) == (keeper.node, True)
        assert node.id != name

    tell_of_gate(1, database, nats, story)


@pytest.mark.usefixtures("frequent_renewals")
def test_a_node_that_finds_the_bus_while_it_has_no_lease_takes_people_again(
    database: str, nats: Nats
) -> None:
    async def story(gate: Gate, stations: list[Station]) -> None:
        first, _ = stations
        owners, found, told = first.store.ownership, asyncio.Event(), list[bool]()
        first.keeper.stand_aside = told.append
        await gate.bar()
        await until(lambda: told == [True], "standing aside")

        async def lost(node: str, _seconds: float) -> float:
            await found.wait()
            raise LeaseLost(node)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(owners, "renew", lost)
            name = first.keeper.node
            await gate.open()
            await until(lambda: first.bus.lost_at is None, "the bus")
            found.set()
            await until(lambda: first.keeper.node not in {name, ""}, "a new name")
        await until(lambda: told == [True, False], "taking people again")

    tell_of_gate(2, database, nats, story)


def test_an_order_that_finds_no_owner_is_declined_in_the_end(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody may own a table while no node has a lease."""

    async def story(stations: list[Station]) -> None:
        (only,) = stations
        ruth = Guest("Ruth")
        await only.table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        monkeypatch.setattr(desk, "PATIENCE", 0.3)
        only.keeper.draining = True
        await only.directory.give_up()
        answer = await ruth.order(ruth.any_act())
        assert isinstance(answer, Declined)
        assert answer.reason is TableReason.NOT_STORED

    tell(1, database, nats, story, lease=LONG)


def test_a_table_that_sleeps_is_woken_at_any_node(database: str, nats: Nats) -> None:
    """Nobody owns it until somebody asks for it."""

    async def story(stations: list[Station]) -> None:
        first, second = stations
        ruth = Guest("Ruth")
        table = await first.table(ruth)
        end = table.end
        assert isinstance(end, Holding)
        ruth.drop()
        first.directory._sleep(end.table)
        await until(lambda: not first.directory.held, "sleep")
        assert await second.store.ownership.owner_of(table.id) is None
        ruth.join(await second.find(table.id))
        assert second.directory.held == {table.id: 2}
        await ruth.until(lambda: ruth.my_turn)
        seat = Seat.SOUTH
        assert ruth.own().seat is seat

    tell(2, database, nats, story, lease=LONG)
