"""A table that another node owns, as its listeners at this node hear it.

A replica is the fold of the same log. The owner tells what it has written down, and this
node renders it for each of its own sockets; what the bus lost is read from the store.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from spadille.protocol.messages import Clock
from spadille.server.ending import end
from spadille.server.nodes import wire
from spadille.server.nodes.bus import Unanswered
from spadille.server.tables.events import from_body
from spadille.server.tables.listeners import Audience
from spadille.server.tables.showing import Showing
from spadille.server.tables.state import apply
from spadille.server.tables.timekeeper import Seldom

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.core.seats import Seat
    from spadille.protocol.acts import Move
    from spadille.protocol.news import Person
    from spadille.server.nodes.bus import Bus, Subscription
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.interface import AnyTable
    from spadille.server.tables.listeners import Listener
    from spadille.server.tables.state import TableState
    from spadille.server.tables.surroundings import Surroundings

AUDIT_SECONDS: Final = 1.5
"""How often the owner is asked how far the table is, and told who listens here."""
_ANSWER_SECONDS: Final = 1.0
_PRESENCE_SECONDS: Final = 0.1
"""Who comes and goes here is told to the owner so often at most."""
_LAG_SECONDS: Final = 0.3
"""How long an answer waits for the update that it is about before that is looked up."""

log = structlog.stdlib.get_logger()


def news_from(known: int, seq: int, count: int) -> int | None:
    """Where in *count* events up to number *seq* the news begins for who knows *known*.

    ``None``: something between is missing. At *count* there is no news.
    """
    first = seq - count + 1
    return None if first > known + 1 else min(count, known + 1 - first)


class Replica:
    """One table of another node."""

    def __init__(
        self, state: TableState, seq: int, around: Surroundings, bus: Bus, node: str
    ) -> None:
        """Follow the table from *state*, the fold of its first *seq* events, for *node*."""
        self.id = state.id
        self.state = state
        self.seq = seq
        self.alone: Callable[[], None] = _nothing
        """Called when nobody answers for the table."""
        self.teller: AnyTable | None = None
        """As what the table is known here, to those who are told of it."""
        self._around = around
        self._bus = bus
        self._node = node
        self._epoch = 0
        self._listeners: list[Listener] = []
        self._programs: list[str] = []
        self.showing = Showing(self)
        """What the listeners of this node are shown."""
        loop = asyncio.get_running_loop()
        self._now = loop.time
        self._told_clock: tuple[Clock, float] | None = None
        """The clock as the owner told it last, and when."""
        self._presence: bytes | None = None
        self._ear: Subscription | None = None
        self._advanced = asyncio.Event()
        self._catching_up: asyncio.Task[None] | None = None
        self._asked = asyncio.Event()
        self._attendance = Seldom(loop.call_at, loop.time, _PRESENCE_SECONDS, self._asked.set)
        self._task = loop.create_task(self._follow(), name=f"replica {self.id}")
        self._task.add_done_callback(_ended)

    @property
    def listeners(self) -> tuple[Listener, ...]:
        """Who listens here."""
        return tuple(self._listeners)

    def clock(self) -> Clock | None:
        """The owner's clock, as far as it has run since."""
        if self._told_clock is None:
            return None
        clock, at = self._told_clock
        return Clock(max(0, clock.left - round(1000 * (self._now() - at))), clock.total)

    def attach(self, listener: Listener, seen: int) -> None:
        """Let *listener*, who has heard everything up to *seen*, hear the table from now on."""
        self._join(listener)
        listener.send(self.showing.greeting(listener, seen))
        if self._presence is not None:
            listener.send(self._presence)

    def move_in(self, listener: Listener, seen: int) -> None:
        """Let *listener*, who has heard everything up to *seen* elsewhere, hear the rest here."""
        self._join(listener)
        if seen != self.seq:
            listener.send(self.showing.greeting(listener, seen))

    def introduce(self, person: Person) -> None:
        """Tell the owner what *person*, who listens here, is called now."""
        del person
        self._attendance.ask()

    def detach(self, listener: Listener) -> None:
        """Let *listener* hear no more."""
        if listener in self._listeners:
            self._listeners.remove(listener)
            self.showing.covers.forget(listener)
            self._attendance.ask()

    def program_came(self, person: str) -> None:
        """A program of *person* is connected here: the owner is told."""
        self._programs.append(person)
        self._attendance.ask()

    def program_went(self, person: str) -> None:
        """A program of *person* is connected here no more."""
        self._programs.remove(person)
        self._attendance.ask()

    def uncover(self, listener: Listener, seat: Seat) -> None:
        """Show the cards of *seat* to *listener*, who shares a device; raises `Declined`."""
        self.showing.uncover(self.listeners, listener, seat)

    def cover(self, person: str) -> None:
        """Cover what *person* has uncovered here."""
        self.showing.cover(self.listeners, person)

    async def hint(self, listener: Listener) -> tuple[Move, str]:
        """What is to be done where *listener* sees the cards, and why; raises `NoHint`."""
        return await self.showing.hint(listener, self._around.house)

    def look_again(self) -> None:
        """Tell the owner now who listens here, and hear how far the table is."""
        self._asked.set()

    async def reach(self, seq: int) -> None:
        """Return once the table is as far as *seq* here, too."""
        try:
            async with asyncio.timeout(_LAG_SECONDS):
                while self.seq < seq:
                    self._advanced.clear()
                    await self._advanced.wait()
        except TimeoutError:
            await self.read_on()

    async def read_on(self) -> None:
        """Learn from the log what was not heard, if the store can be asked."""
        try:
            await self._read_log()
        except Exception as error:  # noqa: BLE001 - the store may be away; there is a next time
            log.warning("log not read", table=self.id, error=repr(error))

    async def close(self) -> None:
        """Follow the table no more, and tell nobody of what is on its way still."""
        self._listeners.clear()
        self.teller = None
        if self._ear is not None:
            self._ear.stop()
        self._attendance.stop()
        for task in (self._task, self._catching_up):
            if task is not None:
                await end(task)

    def _join(self, listener: Listener) -> None:
        if listener not in self._listeners:
            self._listeners.append(listener)
        self._attendance.ask()

    async def _follow(self) -> None:
        """Listen, and look every now and then whether something was missed."""
        self._ear = await self._bus.listen(wire.news_subject(self.id), self._hear)
        while True:
            self._asked.clear()
            await self._audit()
            try:
                async with asyncio.timeout(AUDIT_SECONDS):
                    await self._asked.wait()
            except TimeoutError:
                continue

    async def _audit(self) -> None:
        people = tuple(listener.person for listener in self._listeners)
        audience = Audience(people, tuple(self._programs))
        question = wire.encode(wire.Attendance(self._node, audience))
        try:
            answer = await self._bus.ask(
                wire.attendance_subject(self.id), question, _ANSWER_SECONDS
            )
        except Unanswered:
            await self.read_on()
            self.alone()
            return
        if answer == wire.NOT_MINE:
            self.alone()
            return
        head = wire.read_head.decode(answer)
        self._epoch = max(self._epoch, head.epoch)
        self._shows(head.clock)
        if head.seq > self.seq:
            await self.read_on()

    def _hear(self, data: bytes) -> None:
        """Hear what the owner tells everyone."""
        match wire.read_news.decode(data):
            case wire.Happened() as happened:
                self._happened(happened)
            case wire.CameOrWent(epoch, presence) if epoch >= self._epoch:
                self._presence = bytes(presence)
                for listener in self.listeners:
                    listener.send(self._presence)
            case wire.Owned(epoch):
                self._epoch = max(self._epoch, epoch)
                self.look_again()
            case _:
                log.debug("a former owner told who is there", table=self.id)

    def _happened(self, news: wire.Happened) -> None:
        begin = news_from(self.seq, news.seq, len(news.events))
        if begin is None:
            if self._catching_up is None or self._catching_up.done():
                loop = asyncio.get_running_loop()
                self._catching_up = loop.create_task(self.read_on())
            return
        self._shows(news.clock)
        self._add([from_body(bytes(body)) for body in news.events[begin:]])

    async def _read_log(self) -> None:
        rows = await self._around.store.read(self.id, self.seq)
        # More may have been heard while the store was asked.
        self._add([from_body(row.body) for row in rows if row.seq > self.seq])

    def _add(self, events: Sequence[TableEvent]) -> None:
        if not events:
            return
        before, known = self.state, self.seq
        for event in events:
            self.state = apply(self.state, event)
        self.seq += len(events)
        self.showing.follow(known, tuple(events))
        self.showing.tell(self.listeners, events, before)
        self._advanced.set()
        if self.teller is not None:
            self._around.tell(self.teller, events)

    def _shows(self, clock: Clock | None) -> None:
        self._told_clock = None if clock is None else (clock, self._now())


def _nothing() -> None:
    """Nobody waits for it."""


def _ended(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("replica ended", error=repr(task.exception()))
