"""A table: one task, one inbox, the only writer of its log."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog
from structlog.contextvars import bind_contextvars, unbind_contextvars

from spadille.core.errors import IllegalCommand
from spadille.core.view import view
from spadille.protocol.acts import SetLevel, Uncover
from spadille.protocol.messages import Accepted, Hello, Order, Refused
from spadille.protocol.messages import Declined as DeclinedMessage
from spadille.protocol.news import (
    OwnerReturned,
    SeatLeft,
    SeatTaken,
    StandInCame,
    StandInReason,
    keeper,
)
from spadille.protocol.refusals import TableReason
from spadille.server.store.ports import Fenced
from spadille.server.tables.clocks import Clocks, Due, Task
from spadille.server.tables.events import TableEvent, from_body, to_body
from spadille.server.tables.explaining import told_reasons
from spadille.server.tables.frames import encode
from spadille.server.tables.judge import (
    Declined,
    clock_ran_out,
    deal_next,
    game_events,
    judge,
    with_consequences,
)
from spadille.server.tables.listeners import Audience, Listener, Listeners
from spadille.server.tables.records import match_record
from spadille.server.tables.showing import Showing
from spadille.server.tables.state import TableState, apply, fold
from spadille.server.tables.thoughts import Thoughts
from spadille.server.tables.timekeeper import Alarm, Seldom
from spadille.server.tables.upkeep import upkeep

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.core.record import MatchRecord
    from spadille.core.seats import Seat
    from spadille.protocol.acts import Move
    from spadille.protocol.messages import Clock
    from spadille.protocol.news import Person
    from spadille.protocol.rest import DealReasons, TableSummary
    from spadille.server.store.ports import StoredEvent
    from spadille.server.tables.surroundings import Surroundings

_INBOX: Final = 256
"""Orders that may wait; further ones are declined."""
_REMEMBERED: Final = 512
"""Orders whose answers are kept at hand."""
_PRESENCE_SECONDS: Final = 0.1
"""Who comes and goes is told so often at most: a crowd would drown what is played."""
_RETRY_SECONDS: Final = 1.0
"""After a failed write, how long the table waits before it moves by itself again."""

log = structlog.stdlib.get_logger()

_Item = tuple[Listener, Order] | None
"""An order, or ``None``: look what there is to do."""


class Table:
    """The one owner of a table's state while it is awake."""

    def __init__(
        self,
        state: TableState,
        history: Sequence[StoredEvent],
        surroundings: Surroundings,
        on_idle: Callable[[Table], None],
    ) -> None:
        """Wake a table in *state*, which *history* tells; *on_idle* puts it to sleep."""
        self.id = state.id
        self.state = state
        self.seq = len(history)
        self._orders = {event.order: event.seq for event in history if event.order is not None}
        self._around = surroundings
        self._on_idle = on_idle
        loop = asyncio.get_running_loop()
        self._now = loop.time
        now = self._now()
        self._listeners = Listeners(now)
        self.showing = Showing(self)
        self._clocks = Clocks(surroundings.pace, now)
        self._alarm = Alarm(loop.call_at, self._wake)
        self._presence = Seldom(loop.call_at, loop.time, _PRESENCE_SECONDS, self._tell_presence)
        self._inbox: asyncio.Queue[_Item] = asyncio.Queue(_INBOX)
        self._names: dict[str, Person] = {}
        """Who may be called otherwise than their seat says, until that is written down."""
        self._thoughts = Thoughts(surroundings.house, self._wake)
        self._closing = False
        self._task = loop.create_task(self._run(), name=f"table {self.id}")
        # A table that somebody only asked about goes to sleep again, too.
        self._wake()

    def attach(self, listener: Listener, hello: Hello) -> None:
        """Let *listener* hear the table from now on, starting with what it missed."""
        self._let_in(listener, hello.seq)
        self.introduce(listener.person)

    def move_in(self, listener: Listener, seen: int) -> None:
        """Let *listener*, who has heard everything up to *seen* elsewhere, hear the rest here."""
        self._let_in(listener, None if seen == self.seq else seen)

    def _let_in(self, listener: Listener, seen: int | None) -> None:
        self._listeners.add(listener)
        self._clocks.look(self.state, self._listeners, self._now())
        if seen is not None:
            listener.send(self.showing.greeting(listener, seen))
        self._presence.ask()
        self._wake()

    def attend(self, server: str, audience: Audience) -> None:
        """Count those of *audience* as who listens at another server, and no others there."""
        if self._listeners.attend(server, audience, self.state, self._now()):
            self._clocks.look(self.state, self._listeners, self._now())
            for person in audience.people:
                self.introduce(person)
            self._presence.ask()
            self._wake()

    @property
    def is_wanted(self) -> bool:
        """Whether somebody listens, here or at another server."""
        return self._listeners.empty_since is None

    def clock(self) -> Clock | None:
        """The clock that runs now."""
        return self._clocks.clock(self.state, self._listeners, self._now())

    def detach(self, listener: Listener) -> None:
        """Let *listener* hear no more."""
        self._listeners.remove(listener, self.state, self._now())
        self.showing.covers.forget(listener)
        self._clocks.look(self.state, self._listeners, self._now())
        self._presence.ask()
        self._wake()

    def program_came(self, person: str) -> None:
        """A program of *person* is connected: the seat it plays is to show that."""
        self._listeners.program_came(person)
        self._wake()

    def program_went(self, person: str) -> None:
        """A program of *person* is connected no more."""
        self._listeners.program_went(person)

    def uncover(self, listener: Listener, seat: Seat) -> None:
        """Show the cards of *seat* to *listener*, who shares a device; raises `Declined`."""
        self.showing.uncover(self._listeners, listener, seat)

    def cover(self, person: str) -> None:
        """Cover what *person* has uncovered, for it was done on a newer connection elsewhere."""
        self.showing.cover(self._listeners, person)

    def introduce(self, person: Person) -> None:
        """Show everyone how *person*, if seated here, is called now."""
        if self.state.seat_of(person.id) is not None:
            self._names[person.id] = person
            self._wake()

    def submit(self, listener: Listener, order: Order) -> None:
        """Queue *order*; the answer is sent to *listener*. Never blocks."""
        try:
            self._inbox.put_nowait((listener, order))
        except asyncio.QueueFull:
            listener.send(encode(DeclinedMessage(order.id, TableReason.TOO_MANY_ORDERS)))

    def summary(self, person: str) -> TableSummary:
        """The table as a list shows it to *person*."""
        return self.state.summary(person)

    async def record(self, number: int) -> MatchRecord | None:
        """The finished deals of match *number*; ``None``: there was no such match."""
        history = await self._around.store.read(self.id)
        return match_record(self.id, [from_body(event.body) for event in history], number)

    async def reasons(self, match: int, deal: int) -> DealReasons | None:
        """Why the computers did what they did in a deal; ``None``: no such deal is over."""
        return await told_reasons(self._around.store, self.id, match, deal)

    async def hint(self, listener: Listener) -> tuple[Move, str]:
        """What is to be done where *listener* sees the cards, and why; raises `NoHint`."""
        return await self.showing.hint(listener, self._around.house)

    async def close(self) -> None:
        """Finish the order in hand and stop."""
        self._closing = True
        self._wake()
        await self._task
        self._alarm.stop()
        self._presence.stop()
        await self._thoughts.stop()

    def _wake(self) -> None:
        # A full inbox wakes the task anyway.
        if not self._inbox.full():
            self._inbox.put_nowait(None)

    async def _run(self) -> None:
        # Whatever is logged on the way, in the store too, says at which table.
        bind_contextvars(table=self.id)
        while not self._closing:
            item = await self._inbox.get()
            try:
                if item is not None:
                    await self._obey(*item)
                if self._inbox.empty():
                    await self._by_itself()
            except Fenced:
                # Another server owns the table: it answers what is asked of it from now on.
                log.warning("table lost", table=self.id, seq=self.seq)
                self._closing = True
            except Exception:
                order = None if item is None else _key(*item)
                log.exception("table step failed", table=self.id, seq=self.seq, order=order)
                await self._recover()

    async def _recover(self) -> None:
        """After an unknown outcome, trust the log alone, as soon as it can be read."""
        while not self._closing:
            await asyncio.sleep(_RETRY_SECONDS)
            try:
                await self._reload()
            except Exception:
                log.exception("log not read", table=self.id)
            else:
                self._wake()
                return

    async def _obey(self, listener: Listener, order: Order) -> None:
        key = _key(listener, order)
        bind_contextvars(order=key)
        try:
            seq = self._orders.get(key)
            if seq is None:
                seq = await self._do_order(listener, order, key)
        except Declined as declined:
            listener.send(encode(DeclinedMessage(order.id, declined.reason)))
        except IllegalCommand as refusal:
            listener.send(encode(Refused(order.id, refusal.reason)))
        else:
            listener.send(encode(Accepted(order.id, seq)))
        finally:
            unbind_contextvars("order")

    async def _do_order(self, listener: Listener, order: Order, key: str) -> int:
        """Do *order*; return the number of its first event."""
        act = order.act
        if isinstance(act, Uncover):
            self.uncover(listener, act.seat)
            return self.seq
        if isinstance(act, SetLevel) and not self._around.house.offer.has(act.level):
            raise Declined(TableReason.LEVEL_NOT_OFFERED)
        events = judge(self.state, listener.person, act, self._around.chance, order.seat)
        if not events:
            return self.seq
        first = self.seq + 1
        try:
            await self._commit(events, key)
        except Fenced:
            raise
        except Exception as error:
            log.warning("order not stored", table=self.id, order=key, error=repr(error))
            await self._reload()
            if key in self._orders:
                return self._orders[key]
            raise Declined(TableReason.NOT_STORED) from error
        return first

    async def _by_itself(self) -> None:
        """Do what is due, and set the alarm for what comes next."""
        await self._keep_up()
        while not self._closing:
            now = self._now()
            self._clocks.look(self.state, self._listeners, now)
            dues = self._clocks.dues(self.state, self._listeners)
            due = min(dues, key=lambda due: due.at, default=None)
            if due is None:
                return
            if due.at > now:
                self._alarm.by(due.at)
                return
            events = self._events_of(due)
            if not events:
                return
            await self._commit(events, None)

    async def _keep_up(self) -> None:
        """Write down what has changed about the seats without an order."""
        offer, programs = self._around.house.offer, self._listeners.programs
        changes = tuple(upkeep(self.state, self._names.values(), programs, offer))
        self._names.clear()
        if changes:
            await self._commit(changes, None)

    def _events_of(self, due: Due) -> tuple[TableEvent, ...]:
        """What *due* brings; nothing yet, where a computer has to think first."""
        state, seat = self.state, due.seat
        first: tuple[TableEvent, ...] = ()
        if due.task is Task.SLEEP:
            self._on_idle(self)
            return ()
        if due.task is Task.DEAL:
            first = deal_next(state)
        elif seat is not None:
            first = self._seat_events(due.task, seat)
        return with_consequences(state, first, self._around.chance) if first else ()

    def _seat_events(self, task: Task, seat: Seat) -> tuple[TableEvent, ...]:
        if task is Task.WELCOME_BACK:
            return (OwnerReturned(seat),)
        if task is Task.STAND_IN:
            return (StandInCame(seat, StandInReason.CONNECTION_LOST),)
        assert self.state.match is not None
        seen, level = view(self.state.match, seat), self.state.levels[seat]
        command = self._thoughts.about(self.seq, seen, level)
        if command is None:
            return ()
        if task is Task.RUN_OUT:
            return clock_ran_out(self.state, seat, command)
        return game_events(self.state, command)

    async def _commit(self, events: tuple[TableEvent, ...], order: str | None) -> None:
        """Write *events* down, and only then let anybody hear of them."""
        store, bodies = self._around.store, [to_body(event) for event in events]
        for event in events:
            if isinstance(event, SeatTaken) and keeper(event.person.id) == event.person.id:
                # Before the log, so that the index may name too much but never too little.
                await store.set_seated(event.person.id, self.id, seated=True)
        await store.append(self.id, self.seq, bodies, order)
        before = self.state
        self._accept(events, order)
        self._publish(events, before)
        for event in events:
            if isinstance(event, SeatLeft) and keeper(event.person.id) == event.person.id:
                await store.set_seated(event.person.id, self.id, seated=False)

    def _accept(self, events: tuple[TableEvent, ...], order: str | None) -> None:
        now = self._now()
        for event in events:
            self.state = apply(self.state, event)
            if isinstance(event, SeatTaken):
                self._listeners.taken(event.seat, now)
        if order is not None:
            self._remember(order)
        known, self.seq = self.seq, self.seq + len(events)
        self.showing.follow(known, events)
        self._clocks.follow(events, now)
        self._clocks.look(self.state, self._listeners, now)

    def _remember(self, order: str) -> None:
        self._orders[order] = self.seq + 1
        while len(self._orders) > _REMEMBERED:
            # The log still knows it: its unique key refuses the order a second time.
            del self._orders[next(iter(self._orders))]

    def _publish(self, events: tuple[TableEvent, ...], before: TableState) -> None:
        self.showing.tell(self._listeners, events, before)
        self._around.relay.happened(self.id, self.seq, events, self.clock())
        if self.state.seats != before.seats:
            self._presence.ask()
        self._around.tell(self, events)

    def _tell_presence(self) -> None:
        now, grace = self._now(), self._around.pace.grace
        frame = encode(self._listeners.presence(self.state, now, grace, self.clock()))
        for listener in self._listeners:
            listener.send(frame)
        self._around.relay.came_or_went(self.id, frame)

    async def _reload(self) -> None:
        """Forget what was not stored, and learn what was."""
        history = await self._around.store.read(self.id)
        events = [from_body(event.body) for event in history]
        before, known = self.state, self.seq
        if len(events) > known:
            fresh = tuple(events[known:])
            self._accept(fresh, None)
            self._publish(fresh, before)
        else:
            self.state = fold(self.id, events)
        self._orders = {event.order: event.seq for event in history if event.order is not None}


def _key(listener: Listener, order: Order) -> str:
    """What the log knows *order* by: ids of different people may be alike."""
    return f"{listener.person.id}:{order.id}"
