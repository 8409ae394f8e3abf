"""A table under any order of comings, goings, resends, restarts and play."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from spadille.core.rules import CLASSIC
from spadille.core.seats import Seat
from spadille.core.value import replace
from spadille.protocol.acts import Act, Agree, Leave, Return, Sit
from spadille.protocol.messages import Accepted, Declined, Refused
from spadille.server.store.memory import MemoryStore
from spadille.server.tables.events import from_body
from spadille.server.tables.state import fold
from tests.kit.house import PACE, Guest, Inn
from tests.kit.virtual_time import VirtualRunner

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from spadille.server.store.ports import StoredEvent

NAMES = ("Ruth", "Sam", "Ines", "Eve")
BLIND_AT_ANY_TIME = replace(CLASSIC, blind_nil_behind=None, deal_limit=2)


class TableMachine(RuleBasedStateMachine):
    """Four people and one table; the model is who owns which seat."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = VirtualRunner()
        self.store = MemoryStore()
        self.guests: dict[str, Guest] = {}
        self.seen: dict[str, int] = dict.fromkeys(NAMES, 0)
        self.owners: dict[Seat, str] = {Seat.SOUTH: "Ruth"}
        self.held: set[tuple[str, Seat]] = set()
        self.orders = 0
        self.last: tuple[str, Act, str, Accepted | Refused | Declined] | None = None
        self.run(self._open())

    def run(self, story: Coroutine[None, None, None]) -> None:
        """Run *story*, and let the table settle."""

        async def settled() -> None:
            await story
            for _ in range(10):
                await asyncio.sleep(0)

        self.runner.run(settled())

    async def _open(self) -> None:
        self.inn = Inn(self.store)
        ruth = Guest("Ruth")
        self.table = await self.inn.table(ruth, rules=BLIND_AT_ANY_TIME)
        self.guests["Ruth"] = ruth

    async def _order(self, name: str, act: Act, order: str | None = None) -> None:
        if order is None:
            self.orders += 1
            order = f"order-{self.orders:05}"
        answer = await self.guests[name].order(act, order)
        self.last = (name, act, order, answer)

    @rule(name=st.sampled_from(NAMES))
    def connect(self, name: str) -> None:
        """Come (back), resuming after the last number seen."""

        async def story() -> None:
            if name in self.guests:
                self.guests[name].drop()
            guest = self.guests[name] = Guest(name)
            guest.join(self.table, self.seen[name])
            assert guest.seq == self.table.seq

        self.run(story())

    @rule(name=st.sampled_from(NAMES))
    def disconnect(self, name: str) -> None:
        """Lose the connection."""

        async def story() -> None:
            if name in self.guests:
                guest = self.guests.pop(name)
                self.seen[name] = guest.seq
                guest.drop()

        self.run(story())

    @rule(name=st.sampled_from(NAMES), seat=st.sampled_from(Seat))
    def sit(self, name: str, seat: Seat) -> None:
        """Take a seat; only a free one can be had."""

        async def story() -> None:
            if name not in self.guests:
                return
            free = seat not in self.owners and name not in self.owners.values()
            await self._order(name, Sit(seat))
            assert self.last is not None
            if isinstance(self.last[3], Accepted):
                assert free
                self.owners[seat] = name

        self.run(story())

    @rule(name=st.sampled_from(NAMES))
    def leave(self, name: str) -> None:
        """Give the seat up."""

        async def story() -> None:
            if name not in self.guests:
                return
            await self._order(name, Leave())
            assert self.last is not None
            assert isinstance(self.last[3], Accepted) == (name in self.owners.values())
            self.owners = {s: n for s, n in self.owners.items() if n != name}

        self.run(story())

    @rule(moves=st.integers(1, 30))
    def play(self, moves: int) -> None:
        """Let whoever is connected move, or the computers."""

        async def story() -> None:
            for _ in range(moves):
                for guest in tuple(self.guests.values()):
                    if guest.my_turn:
                        await self._order(guest.person.name, guest.any_act())
                await asyncio.sleep(PACE.bot + PACE.trick)

        self.run(story())

    @rule(name=st.sampled_from(NAMES), act=st.sampled_from([Agree(), Return()]))
    def say(self, name: str, act: Act) -> None:
        """Agree or return, whether it makes sense or not."""

        async def story() -> None:
            if name in self.guests:
                await self._order(name, act)

        self.run(story())

    @rule(seconds=st.sampled_from([1, 9, 11, 31, 301]))
    def wait(self, seconds: int) -> None:
        """Let time pass."""

        async def story() -> None:
            await asyncio.sleep(seconds)
            self.table = await self.inn.find(self.table.id)

        self.run(story())

    @precondition(lambda self: self.last is not None and isinstance(self.last[3], Accepted))
    @rule()
    def resend(self) -> None:
        """The same order again gets the same answer and does nothing."""
        stored = self._stored_orders()

        async def story() -> None:
            assert self.last is not None
            name, act, order, answer = self.last
            if name in self.guests and order in stored:
                seq = self.table.seq
                assert await self.guests[name].order(act, order) == answer
                assert self.table.seq == seq

        self.run(story())

    def _stored_orders(self) -> set[str]:
        return {event.order.split(":")[1] for event in self._log() if event.order is not None}

    def _log(self) -> list[StoredEvent]:
        return self.runner.run(self.store.read(self.table.id))

    @rule()
    def restart(self) -> None:
        """Kill the server: nothing that is in memory survives."""

        async def story() -> None:
            old, left = self.table, self.inn
            self.seen |= {name: guest.seq for name, guest in self.guests.items()}
            self.inn = Inn(self.store, seed=self.orders + 7)
            self.table = await self.inn.find(old.id)
            assert self.table.state == old.state
            names = tuple(self.guests)
            self.guests = {name: Guest(name) for name in names}
            await left.directory.close()
            for name in names:
                self.guests[name].join(self.table, self.seen[name])

        self.run(story())

    @invariant()
    def the_log_tells_the_state(self) -> None:
        """The live state is the fold of the log, without gaps."""
        log = self._log()
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        events = [from_body(event.body) for event in log]
        assert fold(self.table.id, events) == self.table.state

    @invariant()
    def owners_are_as_the_model_says(self) -> None:
        """Nobody gains or loses a seat but by sitting and leaving."""
        seats = self.table.state.seats
        owners = {s: o.name for s in Seat if (o := seats[s].owner) is not None}
        assert owners == self.owners

    @invariant()
    def everyone_connected_sees_the_table_as_it_is(self) -> None:
        """All have the same number and the same public view."""
        for guest in self.guests.values():
            assert guest.seq == self.table.seq

    def teardown(self) -> None:
        """Stop the table."""
        self.runner.run(self.inn.directory.close())
        self.runner.close()


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
