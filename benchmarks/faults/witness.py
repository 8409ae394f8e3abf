"""A player with the patience of the page, who remembers all that was told."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

import httpx

from benchmarks.faults.evidence import Done, Evidence, Told
from spadille.core.codec import encoder
from spadille.protocol.acts import Agree
from spadille.protocol.messages import Accepted, Hello, Order, Ping, Pong, Update, Welcome
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from tests.kit.client import Gone, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.protocol.acts import Act
    from spadille.protocol.messages import Declined, Refused
    from tests.kit.server import Program

PING_AFTER: Final = 2.5
PONG_WITHIN: Final = 9.0
RESEND_AFTER: Final = 2.5
"""Seconds, as in the page (``web/src/socket.ts``)."""
_FIRST_RETRY: Final = 0.4
_LONGEST_RETRY: Final = 8.0
_LOOK_EVERY: Final = 0.5
_TRY_AGAIN: Final = 0.2
_encoder = encoder()


class Witness(Player):
    """Plays at random; goes to another node whenever this one does not answer."""

    def __init__(self, programs: Sequence[Program], at: int, seed: int, think: float) -> None:
        """Begin at number *at* of *programs*, and think *think* seconds for an act on average."""
        super().__init__(programs[at % len(programs)].url, seed, keep=False)
        self.strict = False
        self.dice = Random(seed)
        self.says = Evidence()
        self.reconnects = 0
        self.not_stored = 0
        self.in_vain: Counter[str] = Counter()
        """Tries to come back that took too long; those that were turned away are none."""
        self.heard_at = 0.0
        self.on_news: Callable[[], None] = _nothing
        self.stopping = False
        self.sent: list[tuple[str, Act]] = []
        """The last orders that were acknowledged."""
        self._programs = programs
        self._at = at
        self._think = think
        self._failures = 0
        self._greeting = True
        """Whether what comes next may begin with what is known already."""
        self._now = asyncio.get_running_loop().time

    async def live(self) -> None:
        """Play until told to stop."""
        watch = asyncio.create_task(self._watch())
        act: Act | None = None
        number = 0
        try:
            while not self.stopping:
                try:
                    if self.closed is not None:
                        await self._come_back()
                    if act is None:
                        act = await self._choose()
                    if act is not None and await self._ask(act, f"order-{self.bot.seed}-{number}"):
                        act, number = None, number + 1
                except (Gone, OSError, TimeoutError, httpx.TransportError):
                    await self._lose()
        finally:
            watch.cancel()
            await asyncio.wait([watch])

    def stop(self) -> None:
        """Finish what is in hand."""
        self.stopping = True
        self._changed.set()

    def next_act(self) -> Act | None:
        """As before; and another match, once one is over."""
        if self.stage is Stage.OVER and self.last is not None and self.last.seat is not None:
            assert self.info is not None
            return None if self.info.seats[self.last.seat].agreed else Agree()
        return super().next_act()

    def elsewhere(self) -> str:
        """The address of the node after the one where this person is."""
        return self._programs[(self._at + 1) % len(self._programs)].url

    def key(self, order: str) -> str:
        """What the log calls *order* of this person."""
        return f"{self.id}:{order}"

    async def say_hello(self) -> None:
        """Ask for what was missed."""
        self._greeting = True
        await self.say(Hello(self.table, self.seq))

    async def connect(self, table: str, *, resume: bool = False) -> None:
        """As before; the greeting may overlap with what is known."""
        self._greeting = True
        await super().connect(table, resume=resume)

    def note(self, key: str, answer: Accepted) -> None:
        """Remember that the order called *key* was acknowledged."""
        self.says.done.append(Done(key, answer.seq))

    async def _choose(self) -> Act | None:
        act = self.next_act()
        if act is None:
            seen = self.seq
            await self.until(lambda: self.seq != seen or self.stopping)
            return None
        await asyncio.sleep(self.dice.expovariate(1 / self._think) if self._think else 0)
        # Somebody else's card may have changed what is best, but never what is legal.
        return act

    async def _ask(self, act: Act, order: str) -> bool:
        """Ask for *act* until it is answered; whether that is the end of it."""
        answer = await self._answer_to(Order(order, act))
        if isinstance(answer, Accepted):
            self.note(self.key(order), answer)
            self.sent = [*self.sent[-7:], (order, act)]
            return True
        if answer.reason is TableReason.NOT_STORED:
            self.not_stored += 1
            await asyncio.sleep(_TRY_AGAIN)
            return False
        self.says.odd[f"{answer.reason.value} to {type(act).__name__}"] += 1
        await asyncio.sleep(_TRY_AGAIN)
        return True

    async def _answer_to(self, order: Order) -> Accepted | Refused | Declined:
        future = self._answers.setdefault(order.id, asyncio.get_running_loop().create_future())
        while not future.done():
            await self.say(order)
            await asyncio.wait([future], timeout=RESEND_AFTER)
            if self.stopping and not future.done():
                raise Gone
        return future.result()

    async def _come_back(self) -> None:
        self.url = self._programs[self._at % len(self._programs)].url
        self.heard_at = self._now()  # the silence before was another server's
        try:
            async with asyncio.timeout(PONG_WITHIN):
                await self.connect(self.table, resume=True)
        except TimeoutError:
            opened = self._socket is not None
            self.in_vain["no greeting in time" if opened else "no socket in time"] += 1
            raise
        self.reconnects += 1
        self._failures = 0

    async def _lose(self) -> None:
        """Be without a connection, wait for a moment, and choose another node."""
        await self.drop()
        self.closed = (0, "")
        self._at += self.dice.randrange(1, len(self._programs)) if len(self._programs) > 1 else 0
        longest = min(_LONGEST_RETRY, _FIRST_RETRY * 2**self._failures)
        self._failures += 1
        await asyncio.sleep(longest * self.dice.uniform(0.5, 1.0))

    async def _watch(self) -> None:
        """Ask whether a silent server is there, and leave one that is not."""
        asked = False
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            silence = self._now() - self.heard_at
            if silence < PING_AFTER:
                asked = False
            elif self._socket is not None and self.closed is None:
                if silence > PING_AFTER + PONG_WITHIN:
                    self._socket.transport.abort()
                elif not asked:
                    asked = True
                    await self._ping()

    async def _ping(self) -> None:
        try:
            async with asyncio.timeout(PING_AFTER):
                await self.say(Ping())
        except (Gone, TimeoutError):
            return

    def _take(self, frame: str) -> None:
        self.heard_at = self._now()
        before = self.seq
        super()._take(frame)
        message = self.newest
        if isinstance(message, Update):
            self._hear(message, before)
        elif isinstance(message, Welcome):
            # Whoever was told more than the table knows was told of what is lost.
            self.says.gaps += message.seq < before
            self._greeting = False
        elif isinstance(message, Pong) and message.seq > self.seq:
            self.says.gaps += 1
            self._socket_gone()
        if self.seq > before:
            self.on_news()

    def _hear(self, update: Update, before: int) -> None:
        first = update.seq - len(update.events) + 1
        self.says.gaps += first > before + 1
        self.says.doubles += first <= before and not self._greeting
        self._greeting = False
        events = tuple(_encoder.encode(event) for event in update.events)
        if events:
            self.says.told.append(Told(first, update.seat, events))

    def _socket_gone(self) -> None:
        if self._socket is not None:
            self._socket.transport.abort()


def _nothing() -> None:
    """Nobody waits for news."""
