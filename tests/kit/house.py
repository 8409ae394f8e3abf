"""A house of tables in memory, and guests who listen to them."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, Future
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from spadille.bots.bot import ask
from spadille.bots.random_bot import RandomBot
from spadille.core.codec import decoder
from spadille.core.commands import LookAtHand, PassCards, PlaceBid
from spadille.core.rules import CHALLENGE, RuleSet
from spadille.core.seats import Seat
from spadille.core.view import PlayerView, PrivateView
from spadille.protocol.acts import Act, Give, Look, MakeBid, Play
from spadille.protocol.levels import USUAL, Levels
from spadille.protocol.messages import (
    Accepted,
    Declined,
    Hello,
    Order,
    Presence,
    Refused,
    ServerMessage,
    Update,
    Welcome,
)
from spadille.protocol.news import Person, companion_id
from spadille.server.store.memory import MemoryStore
from spadille.server.tables.directory import Directory, Wanted
from spadille.server.tables.house import House
from spadille.server.tables.pace import Pace
from spadille.server.tables.surroundings import Surroundings

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.protocol.table import Stage, TableInfo
    from spadille.server.store.ports import EventStore
    from spadille.server.tables.interface import AnyTable as Table

M = TypeVar("M", Accepted, Refused, Declined, Update, Welcome, Presence)
PACE = Pace(turn=30, grace=10, bot=1, trick=2, between=15, idle=300)
_decoder: Any = decoder(ServerMessage)


class InlinePool(Executor):
    """Runs at once what it is given, so that no thread disturbs the virtual clock."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run *fn* now."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class SeededChance:
    """Chance that repeats."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def seed(self) -> bytes:
        """The next seed of this run."""
        return self._random.randbytes(32)

    def dealer(self) -> Seat:
        """The next dealer of this run."""
        return Seat(self._random.randrange(4))

    def table_id(self) -> str:
        """The next id of this run."""
        return f"table{self._random.randrange(10**9)}"


def person(name: str) -> Person:
    """A person whose id is the name."""
    return Person(name.lower(), name, "a01")


class Guest:
    """Somebody connected to a table, who keeps all that is sent."""

    def __init__(self, name: str) -> None:
        self.person = person(name)
        self.messages: list[ServerMessage] = []
        self.frames: list[bytes] = []
        self.seq = 0
        self.table: Table | None = None
        self.info: TableInfo | None = None
        self.last: Welcome | Update | None = None
        self._changed = asyncio.Event()
        self._orders = 0

    def send(self, frame: bytes) -> None:
        """Take a message, and check that nothing was left out before it."""
        message = _decoder.decode(frame)
        self.frames.append(frame)
        self.messages.append(message)
        if isinstance(message, Update):
            assert message.seq - len(message.events) == self.seq
        if isinstance(message, Update | Welcome):
            self.seq = message.seq
            self.last = message
            self.info = message.table or self.info
        self._changed.set()

    def join(self, table: Table, seq: int = 0) -> None:
        """Connect to *table*, having seen everything up to *seq*."""
        self.table = table
        self.seq = seq
        table.attach(self, Hello(table.id, seq))

    def drop(self) -> None:
        """Lose the connection."""
        assert self.table is not None
        self.table.detach(self)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until *holds*, which is asked after every message."""
        while not holds():
            self._changed.clear()
            await self._changed.wait()

    async def order(
        self, act: Act, order_id: str | None = None, *, seat: Seat | None = None
    ) -> Accepted | Refused | Declined:
        """Send *act* on behalf of *seat*, or of one's own, and wait for its answer."""
        self._orders += 1
        order = Order(order_id or f"order-{self._orders:04}", act, seat)
        assert self.table is not None
        seen = len(self.messages)
        self.table.submit(self, order)
        await self.until(lambda: self._answer(order.id, seen) is not None)
        answer = self._answer(order.id, seen)
        assert answer is not None
        return answer

    def _answer(self, order: str, after: int) -> Accepted | Refused | Declined | None:
        for message in self.messages[after:]:
            if isinstance(message, Accepted | Refused | Declined) and message.order == order:
                return message
        return None

    @property
    def view(self) -> PlayerView:
        """What this guest sees of the match."""
        assert self.last is not None
        assert self.last.game is not None
        assert self.info is not None
        return PlayerView(self.info.rules, self.last.game.public, self.last.game.own)

    def stage(self) -> Stage | None:
        """What the table is doing."""
        return None if self.info is None else self.info.stage

    def own(self) -> PrivateView:
        """What only this guest sees, for it holds a seat."""
        own = self.view.own
        assert own is not None
        return own

    def watches(self) -> bool:
        """Whether this guest holds no seat."""
        return self.view.own is None

    @property
    def my_turn(self) -> bool:
        """Whether the match waits for this guest."""
        game = None if self.last is None else self.last.game
        return game is not None and game.own is not None and game.public.turn is game.own.seat

    def any_act(self) -> Act:
        """A legal act in the game, for it is this guest's turn."""
        move = ask(RandomBot(), self.view)
        if isinstance(move, LookAtHand):
            return Look()
        if isinstance(move, PlaceBid):
            return MakeBid(move.bid)
        if isinstance(move, PassCards):
            return Give(tuple(move.cards))
        return Play(move.card)

    def heard(self, kind: type[Any]) -> list[Any]:
        """The events of *kind* that were told, in order."""
        updates = [m for m in self.messages if isinstance(m, Update)]
        return [event for update in updates for event in update.events if isinstance(event, kind)]


class Inn:
    """A directory of tables over a store, which can be closed and opened again."""

    def __init__(self, store: EventStore | None = None, pace: Pace = PACE, seed: int = 1) -> None:
        self.store = store or MemoryStore()
        self.house = House(lambda _rules, _level, _seconds: RandomBot(seed), InlinePool())
        surroundings = Surroundings(self.store, self.house, SeededChance(seed), pace)
        self.directory = Directory(surroundings)

    async def table(
        self,
        host: Guest,
        *,
        rules: RuleSet = CHALLENGE,
        open_seats: tuple[Seat, ...] = (),
        turn_seconds: float | None = None,
        companions: dict[Seat, str] | None = None,
        levels: Levels = USUAL,
    ) -> Table:
        """Make a table with *host* connected in the south, and *companions* by name."""
        brought = enumerate((companions or {}).items(), 2)
        wanted = Wanted(
            rules=rules,
            seat=Seat.SOUTH,
            open_seats=open_seats,
            turn_seconds=turn_seconds,
            companions=tuple(
                (seat, Person(companion_id(host.person.id, number), name, "a02"))
                for number, (seat, name) in brought
            ),
            levels=levels,
        )
        table = await self.directory.create(host.person, wanted)
        host.join(table)
        return table

    async def find(self, table: str) -> Table:
        """The table of this id."""
        found = await self.directory.find(table)
        assert found is not None
        return found
