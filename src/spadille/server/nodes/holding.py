"""A table that this node owns, and its doors to the others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from spadille.protocol.messages import Accepted, Declined, Hello
from spadille.protocol.refusals import TableReason
from spadille.server.nodes import wire
from spadille.server.nodes.bus import Unanswered
from spadille.server.store.log_over import LogOver
from spadille.server.store.ports import Fenced, StoreAway
from spadille.server.tables.events import to_body
from spadille.server.tables.frames import encode
from spadille.server.tables.listeners import Audience

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.core.seats import Seat
    from spadille.protocol.acts import Move
    from spadille.protocol.messages import Clock, Order
    from spadille.protocol.news import Person
    from spadille.server.nodes.bus import Bus, Subscription
    from spadille.server.store.ports import EventStore
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.listeners import Listener
    from spadille.server.tables.showing import Showing
    from spadille.server.tables.state import TableState
    from spadille.server.tables.table import Table

_NOT_JUDGED: Final = (TableReason.TOO_MANY_ORDERS, TableReason.NOT_STORED)
"""Why an order is turned away whatever the table is like."""


class OwnedLog(LogOver):
    """The store as the owner of one table sees it: every write bears the owner's epoch."""

    def __init__(
        self, store: EventStore, epoch: int, may_write: Callable[[], bool], lost: Callable[[], None]
    ) -> None:
        """Write while *may_write* says so; *lost* is called once another owns the table."""
        super().__init__(store)
        self._epoch = epoch
        self._may_write = may_write
        self._lost = lost

    async def append(
        self,
        table: str,
        seq: int,
        bodies: Sequence[bytes],
        order: str | None,
        *,
        epoch: int | None = None,
    ) -> None:
        """Store *bodies* as the events after *seq*; see `EventStore`."""
        del epoch  # there is only the one this owner has
        try:
            self._check(table)
            await self._store.append(table, seq, bodies, order, epoch=self._epoch)
        except Fenced:
            self._lost()
            raise

    def _check(self, table: str) -> None:
        if not self._may_write():
            raise Fenced(f"{table}: this node has not heard of its lease for too long")


class BusRelay:
    """Tells other nodes what happens at the tables of this one."""

    def __init__(self, bus: Bus, epoch: int) -> None:
        """Tell by *bus*, as the owner of *epoch*."""
        self._bus = bus
        self._epoch = epoch

    def happened(
        self, table: str, seq: int, events: Sequence[TableEvent], clock: Clock | None
    ) -> None:
        """Tell that *events* are written down."""
        bodies = tuple(msgspec.Raw(to_body(event)) for event in events)
        news = wire.Happened(self._epoch, seq, bodies, clock)
        self._bus.publish(wire.news_subject(table), wire.encode(news))

    def came_or_went(self, table: str, frame: bytes) -> None:
        """Tell who is there."""
        news = wire.CameOrWent(self._epoch, msgspec.Raw(frame))
        self._bus.publish(wire.news_subject(table), wire.encode(news))


class _Clerk:
    """A listener that hears the answer to one order, and nothing else."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def send(self, frame: bytes) -> None:
        if not self.answer.done():
            self.answer.set_result(frame)


class Holding:
    """One table of this node."""

    def __init__(self, table: Table, epoch: int, bus: Bus, store: EventStore) -> None:
        """Hold *table* in *epoch*; its log is in *store*."""
        self.id = table.id
        self.table = table
        self.epoch = epoch
        self._bus = bus
        self._store = store
        self._ears: list[Subscription] = []
        self._waiting: set[_Clerk] = set()
        self._heard: dict[str, float] = {}
        self._now = asyncio.get_running_loop().time
        self.ended = False
        """Whether the table is not to be asked any more."""

    @property
    def state(self) -> TableState:
        """The table as it is."""
        return self.table.state

    @property
    def seq(self) -> int:
        """The number of the last event in `state`."""
        return self.table.seq

    @property
    def showing(self) -> Showing:
        """What the listeners of this node are shown."""
        return self.table.showing

    def attach(self, listener: Listener, seen: int) -> None:
        """Let *listener*, who has heard everything up to *seen*, hear the table from now on."""
        self.table.attach(listener, Hello(self.id, seen))

    def move_in(self, listener: Listener, seen: int) -> None:
        """Let *listener*, who has heard everything up to *seen* elsewhere, hear the rest here."""
        self.table.move_in(listener, seen)

    def detach(self, listener: Listener) -> None:
        """Let *listener* hear no more."""
        self.table.detach(listener)

    def introduce(self, person: Person) -> None:
        """Show everyone how *person*, if seated here, is called now."""
        self.table.introduce(person)

    def program_came(self, person: str) -> None:
        """A program of *person* is connected here."""
        self.table.program_came(person)

    def program_went(self, person: str) -> None:
        """A program of *person* is connected here no more."""
        self.table.program_went(person)

    def uncover(self, listener: Listener, seat: Seat) -> None:
        """Show the cards of *seat* to *listener*, who shares a device; raises `Declined`."""
        self.table.uncover(listener, seat)

    def cover(self, person: str) -> None:
        """Cover what *person* has uncovered here."""
        self.table.cover(person)

    async def hint(self, listener: Listener) -> tuple[Move, str]:
        """What is to be done where *listener* sees the cards, and why; raises `NoHint`."""
        return await self.table.hint(listener)

    @property
    def is_wanted(self) -> bool:
        """Whether somebody listens, here or elsewhere."""
        return self.table.is_wanted

    async def open(self) -> None:
        """Let other nodes ask, and tell those who look for the table that it is here."""
        serve = self._bus.serve
        self._ears = [
            await serve(wire.order_subject(self.id), self._on_order),
            await serve(wire.attendance_subject(self.id), self._on_attendance),
        ]
        self._bus.publish(wire.news_subject(self.id), wire.encode(wire.Owned(self.epoch)))

    async def ask(self, person: Person, order: Order) -> bytes:
        """The table's answer to *order*; raises `Unanswered` if the table moves away first.

        An owner that has lost the table unawares is stopped where it writes; where it
        refuses, it writes nothing, so a refusal counts only if the log holds no more.
        """
        if self.ended:
            raise Unanswered(self.id)
        clerk = _Clerk(person)
        self._waiting.add(clerk)
        try:
            self.table.submit(clerk, order)
            answer = await clerk.answer
        finally:
            self._waiting.discard(clerk)
        told = wire.read_answer.decode(answer)
        if isinstance(told, Accepted) or told.reason in _NOT_JUDGED:
            return answer
        try:
            knows_all = await self._knows_all()
        except StoreAway:
            return encode(Declined(told.order, TableReason.NOT_STORED))
        if not knows_all:
            raise Unanswered(self.id)
        return answer

    def forget_silent(self, seconds: float) -> None:
        """Count nobody at nodes that have not been heard of for so long."""
        for node, at in tuple(self._heard.items()):
            if self._now() - at > seconds:
                del self._heard[node]
                self.table.attend(node, Audience())

    async def close(self) -> None:
        """Finish the order in hand; what still waits is to ask elsewhere."""
        self.ended = True
        await self.table.close()
        for ear in self._ears:
            ear.stop()
        for clerk in self._waiting:
            if not clerk.answer.done():
                clerk.answer.set_exception(Unanswered(self.id))

    async def _knows_all(self) -> bool:
        """Whether the log holds nothing that the table has not heard of."""
        rows = await self._store.read(self.id, self.seq)
        # What the table wrote itself meanwhile, it knows.
        return all(row.seq <= self.seq for row in rows)

    async def _on_order(self, data: bytes) -> bytes:
        asked = wire.read_asked.decode(data)
        try:
            return await self.ask(asked.person, asked.order)
        except Unanswered:
            return wire.NOT_MINE

    async def _on_attendance(self, data: bytes) -> bytes:
        if self.ended:
            return wire.NOT_MINE
        here = wire.read_attendance.decode(data)
        self._heard[here.node] = self._now()
        self.table.attend(here.node, here.audience)
        return wire.encode(wire.Head(self.epoch, self.table.seq, self.table.clock()))
