"""A table as one node knows it, whoever owns it: the same object while ownership moves."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Final

import structlog

from spadille.protocol.acts import Uncover
from spadille.protocol.messages import Accepted, Declined
from spadille.protocol.refusals import TableReason
from spadille.server import ending
from spadille.server.nodes import wire
from spadille.server.nodes.bus import Unanswered
from spadille.server.nodes.replica import Replica
from spadille.server.tables.events import from_body
from spadille.server.tables.explaining import told_reasons
from spadille.server.tables.frames import encode
from spadille.server.tables.judge import Declined as Refusal
from spadille.server.tables.records import match_record

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from spadille.core.record import MatchRecord
    from spadille.core.seats import Seat
    from spadille.protocol.acts import Move
    from spadille.protocol.messages import Hello, Order
    from spadille.protocol.news import Person
    from spadille.protocol.rest import DealReasons, TableSummary
    from spadille.server.nodes.bus import Bus
    from spadille.server.nodes.holding import Holding
    from spadille.server.store.ports import EventStore
    from spadille.server.tables.listeners import Listener
    from spadille.server.tables.state import TableState

PATIENCE: Final = 12.0
"""Seconds for which an order looks for somebody who owns its table."""
_ANSWER_SECONDS: Final = 2.0
"""After so long without an answer the owner is asked again."""
_FIRST_RETRY_SECONDS: Final = 0.05
_LAST_RETRY_SECONDS: Final = 0.4
"""Half as long again after each try, up to this: many tables may look for an owner at once."""
_MOST_WAITING: Final = 256
"""Orders that may wait; further ones are declined."""

log = structlog.stdlib.get_logger()
_chance = Random()  # noqa: S311 - it only spreads retries


class Desk:
    """One table at one node."""

    def __init__(
        self,
        end: Holding | Replica,
        bus: Bus,
        store: EventStore,
        settle: Callable[[Desk], Awaitable[None]],
    ) -> None:
        """Begin with *end*; *settle* takes the table over where nobody owns it."""
        self.id = end.id
        self._bus = bus
        self._store = store
        self._settle = settle
        self._listeners: list[Listener] = []
        self._programs: list[str] = []
        """Whose programs are connected here, by the people's ids."""
        # ``None``: somebody has to own the table, though nobody has asked for anything.
        self._orders: asyncio.Queue[tuple[Listener, Order] | None] = asyncio.Queue(_MOST_WAITING)
        loop = asyncio.get_running_loop()
        self._now = loop.time
        self.quiet_since: float | None = self._now()
        """Since when nobody here listens."""
        self._end = end
        self._join(end)
        self._task = loop.create_task(self._work(), name=f"desk {self.id}")

    @property
    def end(self) -> Holding | Replica:
        """Where the table is: here, or elsewhere."""
        return self._end

    @property
    def state(self) -> TableState:
        """The table after everything that this node has heard of it."""
        return self._end.state

    @property
    def seq(self) -> int:
        """The number of the last event in `state`."""
        return self._end.seq

    @property
    def is_busy(self) -> bool:
        """Whether somebody here listens, or waits for an answer."""
        return bool(self._listeners) or not self._orders.empty()

    def attach(self, listener: Listener, hello: Hello) -> None:
        """Let *listener* hear the table from now on, starting with what it missed."""
        if listener not in self._listeners:
            self._listeners.append(listener)
        self.quiet_since = None
        self._end.attach(listener, hello.seq)

    def detach(self, listener: Listener) -> None:
        """Let *listener* hear no more."""
        if listener in self._listeners:
            self._listeners.remove(listener)
            self._end.detach(listener)
        if not self._listeners:
            self.quiet_since = self._now()

    def program_came(self, person: str) -> None:
        """A program of *person* is connected: the seat it plays is to show that."""
        self._programs.append(person)
        self._end.program_came(person)

    def program_went(self, person: str) -> None:
        """A program of *person* is connected no more."""
        self._programs.remove(person)
        self._end.program_went(person)

    def cover(self, person: str) -> None:
        """Cover what *person* has uncovered, for it was done on a newer connection elsewhere."""
        self._end.cover(person)

    def introduce(self, person: Person) -> None:
        """Show everyone how *person*, if seated here, is called now."""
        self._end.introduce(person)

    def submit(self, listener: Listener, order: Order) -> None:
        """Queue *order*; the answer is sent to *listener*. Never blocks."""
        try:
            self._orders.put_nowait((listener, order))
        except asyncio.QueueFull:
            listener.send(encode(Declined(order.id, TableReason.TOO_MANY_ORDERS)))

    def summary(self, person: str) -> TableSummary:
        """The table as a list shows it to *person*."""
        return self.state.summary(person)

    async def record(self, number: int) -> MatchRecord | None:
        """The finished deals of match *number*; ``None``: there was no such match."""
        history = await self._store.read(self.id)
        return match_record(self.id, [from_body(event.body) for event in history], number)

    async def reasons(self, match: int, deal: int) -> DealReasons | None:
        """Why the computers did what they did in a deal; ``None``: no such deal is over."""
        return await told_reasons(self._store, self.id, match, deal)

    async def hint(self, listener: Listener) -> tuple[Move, str]:
        """What is to be done where *listener* sees the cards, and why; raises `NoHint`."""
        return await self._end.hint(listener)

    def move(self, end: Holding | Replica) -> None:
        """The table is owned elsewhere now, or here: everyone here hears it from *end*.

        Whoever owned it before must have stopped.
        """
        former, seen = self._end, self._end.seq
        self._end = end
        self._join(end)
        if seen == end.seq:
            # Nothing happened in between, so whoever has uncovered a hand may go on looking.
            end.showing.covers = former.showing.covers
        for person in self._programs:
            end.program_came(person)
        for listener in tuple(self._listeners):
            end.move_in(listener, seen)

    async def close(self) -> None:
        """Take no more orders."""
        await ending.end(self._task)

    def _join(self, end: Holding | Replica) -> None:
        if isinstance(end, Replica):
            end.teller = self
            end.alone = self._look_for_owner

    def _look_for_owner(self) -> None:
        if self._orders.empty() and self._listeners:
            self._orders.put_nowait(None)

    async def _work(self) -> None:
        while True:
            item = await self._orders.get()
            try:
                if item is None:
                    await self._settle(self)
                else:
                    await self._do(*item)
            except Exception:
                order = None if item is None else item[1].id
                log.exception("order failed", table=self.id, order=order)

    def _uncover(self, listener: Listener, order: Order, seat: Seat) -> None:
        """Uncover here: what a connection shows is for the node that holds it to decide."""
        try:
            self._end.uncover(listener, seat)
        except Refusal as refusal:
            listener.send(encode(Declined(order.id, refusal.reason)))
        else:
            listener.send(encode(Accepted(order.id, self.seq)))

    async def _do(self, listener: Listener, order: Order) -> None:
        if isinstance(order.act, Uncover):
            self._uncover(listener, order, order.act.seat)
            return
        until, pause = self._now() + PATIENCE, _FIRST_RETRY_SECONDS
        while True:
            try:
                listener.send(await self._ask(listener.person, order))
            except Unanswered as error:
                if self._now() > until:
                    log.warning(
                        "nobody owns the table", table=self.id, order=order.id, error=str(error)
                    )
                    listener.send(encode(Declined(order.id, TableReason.NOT_STORED)))
                    return
                await self._settle(self)
                await asyncio.sleep(pause * (0.5 + _chance.random()))
                pause = min(1.5 * pause, _LAST_RETRY_SECONDS)
            else:
                return

    async def _ask(self, person: Person, order: Order) -> bytes:
        """The answer to *order*; under its id it is done once, however often it is asked."""
        end = self._end
        if not isinstance(end, Replica):
            return await end.ask(person, order)
        question = wire.encode(wire.Asked(person, order))
        answer = await self._bus.ask(wire.order_subject(self.id), question, _ANSWER_SECONDS)
        if answer == wire.NOT_MINE:
            raise Unanswered(self.id)
        told = wire.read_answer.decode(answer)
        if isinstance(told, Accepted):
            await end.reach(told.seq)
        return answer
