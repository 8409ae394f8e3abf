"""Who is connected, and where; nothing of it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.core.seats import Seat
from spadille.protocol.people import Where
from spadille.protocol.table import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spadille.protocol.news import Person
    from spadille.server.lobby.picture import Picture
    from spadille.server.tables.interface import AnyTable as Table

_BUSIEST_FIRST: Final = (Where.PLAYING, Where.ONLINE, Where.OFFLINE)
_UNDER_WAY: Final = frozenset({Stage.PLAYING, Stage.BETWEEN_DEALS})


class Presence:
    """Counts the sockets of everyone, live ones and those at tables."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.changed: Callable[[], None] = _nothing
        """Called when somebody comes, goes or moves."""
        self._people: dict[str, Person] = {}
        self._sockets: dict[str, int] = {}
        self._at: dict[str, dict[str, int]] = {}
        self._tables_of: dict[str, set[str]] = {}
        self._tables: dict[str, Table] = {}
        self._elsewhere: dict[str, Picture] = {}
        """What other servers know, by server, ..."""
        self._wheres: dict[str, dict[str, Where]] = {}
        """... and where each has seen whom."""

    def arrive(self, person: Person) -> None:
        """Count one socket more of *person*."""
        self._people[person.id] = person
        self._sockets[person.id] = self._sockets.get(person.id, 0) + 1
        self.changed()

    def depart(self, person: str) -> None:
        """Count one socket less of *person*."""
        self._sockets[person] -= 1
        if not self._sockets[person]:
            del self._sockets[person], self._people[person]
        self.changed()

    def enter(self, person: Person, table: Table) -> None:
        """Count a socket of *person* at *table*."""
        self._tables[table.id] = table
        at = self._at.setdefault(table.id, {})
        at[person.id] = at.get(person.id, 0) + 1
        self._tables_of.setdefault(person.id, set()).add(table.id)
        self.arrive(person)

    def exit(self, person: str, table: str) -> None:
        """Count a socket of *person* at *table* no more."""
        at = self._at[table]
        at[person] -= 1
        if not at[person]:
            del at[person]
            self._tables_of[person].discard(table)
            if not self._tables_of[person]:
                del self._tables_of[person]
        if not at:
            del self._at[table], self._tables[table]
        self.depart(person)

    def renamed(self, person: Person) -> None:
        """Know *person* by another name or avatar."""
        if person.id in self._people:
            self._people[person.id] = person
            self.changed()

    def heard(self, server: str, picture: Picture | None) -> None:
        """Know what another *server* knows; ``None``: nobody is connected there any more."""
        if self._elsewhere.get(server) == picture:
            return
        self._elsewhere.pop(server, None)
        self._wheres.pop(server, None)
        if picture is not None:
            self._elsewhere[server] = picture
            self._wheres[server] = {seen.person.id: seen.where for seen in picture.people}
        self.changed()

    def elsewhere(self) -> Iterator[Picture]:
        """What other servers know."""
        return iter(self._elsewhere.values())

    def is_online(self, person: str) -> bool:
        """Whether *person* has any socket."""
        return self.where(person) is not Where.OFFLINE

    def people(self) -> Iterator[Person]:
        """Everyone who is connected to this server."""
        return iter(self._people.values())

    def tables(self) -> Iterator[Table]:
        """The tables where somebody is connected to this server."""
        return iter(self._tables.values())

    def at(self, table: str) -> frozenset[str]:
        """Who is connected at *table*, to any server."""
        here = frozenset(self._at.get(table, ()))
        return here.union(*(picture.at.get(table, ()) for picture in self._elsewhere.values()))

    def elsewhere_at(self, table: str) -> dict[str, Person]:
        """Who is connected at *table* by other servers, by their ids."""
        found: dict[str, Person] = {}
        for picture in self._elsewhere.values():
            here = picture.at.get(table, ())
            if here:
                found |= {s.person.id: s.person for s in picture.people if s.person.id in here}
        return found

    def places(self) -> dict[str, tuple[str, ...]]:
        """Who is at which table by this server."""
        return {table: tuple(people) for table, people in self._at.items()}

    def where(self, person: str) -> Where:
        """Where *person* is now, by any server."""
        here = self.where_here(person)
        if not self._wheres:
            return here
        wheres = {seen.get(person, Where.OFFLINE) for seen in self._wheres.values()} | {here}
        return next(where for where in _BUSIEST_FIRST if where in wheres)

    def where_here(self, person: str) -> Where:
        """Where *person* is now by this server alone."""
        if person not in self._sockets:
            return Where.OFFLINE
        tables = (self._tables[table] for table in self._tables_of.get(person, ()))
        playing = any(_plays(person, table) for table in tables)
        return Where.PLAYING if playing else Where.ONLINE


def _plays(person: str, table: Table) -> bool:
    """Whether *person*, who is connected at *table*, is in a match with others there."""
    state = table.state
    if state.stage not in _UNDER_WAY:
        return False
    owners = {owner.id for seat in Seat if (owner := state.seats[seat].owner) is not None}
    return person in owners and len(owners) > 1


def _nothing() -> None:
    """Tell nobody."""
