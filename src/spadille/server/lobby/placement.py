"""Finds a seat for whoever wants to play at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from spadille.core.seats import Seat
from spadille.protocol.acts import Leave, Sit
from spadille.protocol.messages import Accepted
from spadille.protocol.table import Stage, TableOptions
from spadille.server.lobby.clerk import ask
from spadille.server.lobby.hub import has_owner
from spadille.server.tables.directory import Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.core.rules import RuleSet
    from spadille.protocol.news import Person
    from spadille.server.lobby.clerk import Answer
    from spadille.server.lobby.presence import Presence
    from spadille.server.people.circle import Circle
    from spadille.server.store.ports import EventStore
    from spadille.server.tables.directory import Directory
    from spadille.server.tables.interface import AnyTable as Table

OPEN_TABLE: Final = TableOptions(private=False)
"""What *play now* makes: people may come and take the computers' seats."""

_MOST_REMEMBERED: Final = 10_000


class Placement:
    """Seats people with people where there are any, and with computers where not."""

    def __init__(
        self, directory: Directory, store: EventStore, presence: Presence, circle: Circle
    ) -> None:
        """Look among the tables where *presence* knows somebody; *circle* keeps people apart."""
        self._directory = directory
        self._store = store
        self._presence = presence
        self._circle = circle
        self._busy: dict[str, asyncio.Lock] = {}
        self._made: dict[str, str] = {}
        """The table made last for each person, whose page may still be on its way there."""

    async def play_now(self, person: Person, rules: RuleSet) -> Table:
        """A table of *rules* where *person* has a seat from now on."""
        # One search a person: a second click must not take a second seat.
        lock = self._busy.setdefault(person.id, asyncio.Lock())
        try:
            async with lock:
                return await self._place(person, rules)
        finally:
            if not lock.locked():
                self._busy.pop(person.id, None)

    async def sit(self, person: Person, table: Table, seats: Sequence[Seat]) -> Answer | None:
        """Seat *person* on the first of *seats* that *table* grants.

        The last answer counts; ``None``: there was no seat to ask for.
        """
        answer: Answer | None = None
        for seat in seats:
            answer = await ask(table, person, Sit(seat))
            if isinstance(answer, Accepted):
                break
        return answer

    async def leave_everywhere(self, person: Person) -> None:
        """Give all seats of *person* to computers."""
        for table_id in await self._store.seated_tables(person.id):
            table = await self._directory.find(table_id)
            if table is not None and table.state.seat_of(person.id) is not None:
                await ask(table, person, Leave())

    async def _place(self, person: Person, rules: RuleSet) -> Table:
        waiting = await self._waiting_for(person, rules)
        if waiting is not None:
            return waiting
        candidates = sorted(await self._tables(rules), key=_preference)
        for table in candidates:
            if not await self._may_join(person, table):
                continue
            if isinstance(await self.sit(person, table, free_seats(table)), Accepted):
                return table
        table = await self._directory.create(
            person, Wanted(rules=rules, seat=Seat.SOUTH, options=OPEN_TABLE)
        )
        self._made[person.id] = table.id
        if len(self._made) > _MOST_REMEMBERED:
            del self._made[next(iter(self._made))]
        return table

    async def _waiting_for(self, person: Person, rules: RuleSet) -> Table | None:
        """The open table where *person* has a seat already, with or without a connection."""
        tables = await self._tables(rules)
        if person.id in self._made:
            made = await self._directory.find(self._made[person.id])
            if made is not None and _is_open(made, rules):
                tables.append(made)
        return next((t for t in tables if t.state.seat_of(person.id) is not None), None)

    async def _tables(self, rules: RuleSet) -> list[Table]:
        """The open tables of *rules* with somebody there, by any server."""
        tables = {table.id: table for table in self._presence.tables()}
        shown = [t for picture in self._presence.elsewhere() for t in picture.tables]
        for elsewhere in shown:
            if elsewhere.rules == rules and elsewhere.id not in tables:
                table = await self._directory.find(elsewhere.id)
                if table is not None:
                    tables[table.id] = table
        return [table for table in tables.values() if _is_open(table, rules)]

    async def _may_join(self, person: Person, table: Table) -> bool:
        if not has_owner(self._presence, table):
            return False
        return not await self._circle.are_apart(person.id, _owners(table))


def free_seats(table: Table) -> list[Seat]:
    """The seats at *table* that nobody owns: open ones first, then computers'."""
    free = [seat for seat in Seat if table.state.seats[seat].owner is None]
    return sorted(free, key=lambda seat: not table.state.seats[seat].open)


def _is_open(table: Table, rules: RuleSet) -> bool:
    """Whether anyone may come to *table*, to play by *rules* in a match that is not over."""
    made, stage = table.state.made, table.state.stage
    return not made.options.private and made.rules == rules and stage is not Stage.OVER


def _owners(table: Table) -> set[str]:
    seats = (table.state.seats[seat].owner for seat in Seat)
    return {owner.id for owner in seats if owner is not None}


def _preference(table: Table) -> tuple[int, int, str]:
    """The fullest table first, then the one whose match is youngest."""
    match = table.state.match
    deals = 0 if match is None else len(match.sheet)
    return -len(_owners(table)), deals, table.id
