"""Finds or wakes a table by its id."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from spadille.core.rules import RuleSet
from spadille.core.seats import Seat
from spadille.core.value import Value, replace
from spadille.protocol.levels import USUAL, Levels
from spadille.protocol.news import Person, SeatOpened, SeatTaken
from spadille.protocol.rest import Dress
from spadille.protocol.table import TableOptions
from spadille.server.tables.dress import dressed
from spadille.server.tables.events import TableEvent, TableMade, from_body, to_body
from spadille.server.tables.judge import with_consequences
from spadille.server.tables.state import fold
from spadille.server.tables.table import Table

if TYPE_CHECKING:
    from spadille.server.tables.interface import AnyTable
    from spadille.server.tables.offer import Offer
    from spadille.server.tables.surroundings import Surroundings


class Wanted(Value, kw_only=True):
    """The table that somebody asks for."""

    rules: RuleSet
    seat: Seat
    """Where its maker sits."""
    companions: tuple[tuple[Seat, Person], ...] = ()
    """Who else plays on the maker's device, and where."""
    open_seats: tuple[Seat, ...] = ()
    turn_seconds: float | None = None
    """``None``: the house's pace, which waits for nobody who plays alone."""
    options: TableOptions = TableOptions()
    levels: Levels = USUAL
    dress: Dress | None = None
    """How the maker is shown, if not as in the profile."""


class Directory:
    """The tables that are awake, and the way to the others."""

    def __init__(self, surroundings: Surroundings) -> None:
        """Start with all tables asleep."""
        self._around = surroundings
        self._awake: dict[str, Table] = {}
        self._waking: dict[str, asyncio.Task[Table | None]] = {}
        self._going: set[asyncio.Task[None]] = set()

    @property
    def offer(self) -> Offer:
        """The computer players that tables may ask for."""
        return self._around.house.offer

    def __len__(self) -> int:
        """How many tables are awake."""
        return len(self._awake)

    @property
    def may_write(self) -> bool:
        """Whether this server may act for tables; one alone always may."""
        return True

    async def create(self, host: Person, wanted: Wanted) -> AnyTable:
        """Make a table with *host* seated, and wake it."""
        table = self._around.chance.table_id()
        bodies = opening(self._around, table, host, wanted)
        await self._around.store.create_table(table, host.id)
        await self._around.store.set_seated(host.id, table, seated=True)
        await self._around.store.append(table, 0, bodies, None)
        found = await self.find(table)
        assert found is not None
        return found

    async def find(self, table: str, seen: int = 0) -> AnyTable | None:
        """The table, woken if it sleeps; ``None``: there is none with this id.

        Whoever asks has heard of its first *seen* events, so it is to be as far as that.
        """
        del seen  # nobody knows more than the table itself
        while table not in self._awake:
            waking = self._waking.get(table)
            if waking is None:
                waking = asyncio.get_running_loop().create_task(self._wake(table))
                self._waking[table] = waking
            if await asyncio.shield(waking) is None:
                return None
            # Asked again, for it may have gone back to sleep before our turn came.
        return self._awake[table]

    async def start(self) -> None:
        """Be ready for whoever comes."""

    async def drain(self) -> None:
        """Prepare for the end: let others have the tables, if there are others."""

    async def close(self) -> None:
        """Let every table finish what it does, and stop."""
        await asyncio.gather(
            *(table.close() for table in tuple(self._awake.values())), *self._going
        )
        self._awake.clear()

    async def _wake(self, table: str) -> Table | None:
        try:
            history = await self._around.store.read(table)
            if not history:
                return None
            state = fold(table, (from_body(event.body) for event in history))
            awake = Table(state, history, self._around, self._sleep)
            self._awake[table] = awake
            return awake
        finally:
            del self._waking[table]

    def _sleep(self, table: Table) -> None:
        """Put *table* to sleep; whoever asks for it next wakes it from its log."""
        if self._awake.get(table.id) is table:
            del self._awake[table.id]
            going = asyncio.get_running_loop().create_task(table.close())
            self._going.add(going)
            going.add_done_callback(self._going.discard)


def opening(around: Surroundings, table: str, host: Person, wanted: Wanted) -> list[bytes]:
    """The first events of a new *table*, as the log holds them."""
    house = around.pace.turn
    made = TableMade(
        host.id,
        wanted.rules,
        house if wanted.turn_seconds is None else wanted.turn_seconds,
        clock_always=wanted.turn_seconds is not None,
        options=replace(wanted.options, hints=wanted.options.gives_hints),
        levels=around.house.offer.resolved(wanted.levels),
        dress=wanted.dress,
    )
    kept = wanted.open_seats if wanted.options.computers else tuple(Seat)
    people = ((wanted.seat, dressed(host, wanted.dress)), *wanted.companions)
    taken = [SeatTaken(seat, person) for seat, person in people]
    opened = [SeatOpened(seat) for seat in kept if seat not in {seat for seat, _ in people}]
    first: tuple[TableEvent, ...] = (made, *opened, *taken)
    follows = with_consequences(fold(table, first), (), around.chance)
    return [to_body(event) for event in (*first, *follows)]
