"""Tells everyone who is here what changes around them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Protocol

from spadille.core.codec import encoder
from spadille.core.events import CardsDealt, DealScored, MatchWon
from spadille.core.seats import Seat
from spadille.protocol.live import (
    BuddyMoved,
    LobbyChanged,
    LobbyPerson,
    LobbyState,
    LobbyTable,
    SeekChanged,
)
from spadille.protocol.news import (
    MatchStarted,
    OwnerReturned,
    PersonChanged,
    SeatFilled,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    StandInCame,
)
from spadille.protocol.people import Where
from spadille.server.lobby.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spadille.protocol.live import Challenge, LiveServerMessage
    from spadille.server.lobby.presence import Presence
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.interface import AnyTable as Table

_PAUSE: Final = 0.1
"""Seconds in which changes gather before anybody is told."""
_encoder = encoder()
_SHOWN: Final = (
    SeatTaken,
    PersonChanged,
    SeatLeft,
    SeatOpened,
    SeatFilled,
    StandInCame,
    OwnerReturned,
    MatchStarted,
    MatchWon,
    CardsDealt,
    DealScored,
)
"""What changes a table, or where somebody is, as the lobby shows it."""


class Device(Protocol):
    """One live socket."""

    @property
    def person_id(self) -> str:
        """Who is at the other end."""
        ...

    def send(self, frame: bytes) -> None:
        """Queue an encoded message; never blocks and never raises."""
        ...


class Elsewhere(Protocol):
    """The hubs of other servers."""

    def told(self, person: str, frame: bytes) -> None:
        """*person* was told something, and is to be told there, too."""
        ...

    def sought(self, person: str, *, on: bool) -> None:
        """*person* looks for a game, or no longer."""
        ...

    def befriended(self, person: str, buddies: frozenset[str]) -> None:
        """*person* has other *buddies* now."""
        ...

    def shown(self, picture: Picture) -> None:
        """What this server knows of the lobby has changed."""
        ...


class Nowhere:
    """There are no other servers."""

    def told(self, person: str, frame: bytes) -> None:
        """Nobody hears it."""

    def sought(self, person: str, *, on: bool) -> None:
        """Nobody hears it."""

    def befriended(self, person: str, buddies: frozenset[str]) -> None:
        """Nobody hears it."""

    def shown(self, picture: Picture) -> None:
        """Nobody looks."""


class Hub:
    """All live sockets, and what their owners were told last."""

    def __init__(self, presence: Presence) -> None:
        """Tell of what *presence* knows."""
        self._presence = presence
        presence.changed = self.touch
        self.elsewhere: Elsewhere = Nowhere()
        self.challenges: Callable[[], tuple[Challenge, ...]] = tuple
        """Gives the challenges that were sent here."""
        self._picture = Picture()
        self._devices: dict[str, list[Device]] = {}
        self._watching: list[Device] = []
        self._seeking: set[str] = set()
        self._buddies: dict[str, frozenset[str]] = {}
        self._people: dict[str, LobbyPerson] = {}
        self._tables: dict[str, LobbyTable] = {}
        self._timer: asyncio.TimerHandle | None = None

    def attach(self, device: Device, buddies: frozenset[str]) -> None:
        """Let *device* hear; its owner has *buddies*."""
        self._devices.setdefault(device.person_id, []).append(device)
        self._buddies[device.person_id] = buddies

    def detach(self, device: Device) -> None:
        """Let *device* hear no more."""
        self.watch(device, on=False)
        devices = self._devices.get(device.person_id, [])
        if device in devices:
            devices.remove(device)
        if not devices:
            self._devices.pop(device.person_id, None)
            self._buddies.pop(device.person_id, None)
            self._seeking.discard(device.person_id)
            self.touch()

    def watch(self, device: Device, *, on: bool) -> None:
        """Let *device* hear of the lobby, beginning with all of it, or no more."""
        if device in self._watching:
            self._watching.remove(device)
        if on:
            device.send(_encoder.encode(self.lobby()))
            self._watching.append(device)

    def lobby(self) -> LobbyState:
        """Everyone who is here, and all open tables."""
        self._flush()
        return LobbyState(tuple(self._people.values()), tuple(self._tables.values()))

    def seek(self, person: str, *, on: bool) -> None:
        """Note whether *person* looks for a game."""
        if on is self.is_seeking(person):
            return
        self.note_seek(person, on=on)
        self.elsewhere.sought(person, on=on)
        self.tell(person, SeekChanged(on))

    def note_seek(self, person: str, *, on: bool) -> None:
        """Note whether *person*, if live here, looks for a game."""
        if on and person in self._devices:
            self._seeking.add(person)
        else:
            self._seeking.discard(person)
        self.touch()

    def is_seeking(self, person: str) -> bool:
        """Whether *person* looks for a game."""
        return person in self._seeking or any(
            seen.seeking and seen.person.id == person
            for picture in self._presence.elsewhere()
            for seen in picture.people
        )

    def tell(self, person: str, message: LiveServerMessage) -> None:
        """Tell all devices of *person*, at any server."""
        frame = _encoder.encode(message)
        self.tell_here(person, frame)
        self.elsewhere.told(person, frame)

    def tell_here(self, person: str, frame: bytes) -> None:
        """Send *frame* to the devices of *person* that are live here."""
        for device in self.devices(person):
            device.send(frame)

    def tell_device(self, device: Device, message: LiveServerMessage) -> None:
        """Tell one *device* alone."""
        device.send(_encoder.encode(message))

    def devices(self, person: str) -> tuple[Device, ...]:
        """The devices of *person* that are live here."""
        return tuple(self._devices.get(person, ()))

    def buddies_are(self, person: str, buddies: frozenset[str]) -> None:
        """Note that *person* has other *buddies* now."""
        self.note_buddies(person, buddies)
        self.elsewhere.befriended(person, buddies)

    def note_buddies(self, person: str, buddies: frozenset[str]) -> None:
        """Note it here alone."""
        if person in self._buddies:
            self._buddies[person] = buddies

    def table_told(self, _table: Table, events: Sequence[TableEvent]) -> None:
        """Hear what has happened at a table; bids and cards change nothing here."""
        if any(isinstance(event, _SHOWN) for event in events):
            self.touch()

    def touch(self) -> None:
        """Look soon what has changed."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_PAUSE, self._flush)

    def close(self) -> None:
        """Tell nobody any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _flush(self) -> None:
        """Tell what has changed since the last look."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._show()
        people = {person.person.id: person for person in self._people_now()}
        tables = {table.id: table for table in self._tables_now()}
        self._tell_lobby(people, tables)
        self._tell_buddies(people)
        self._people, self._tables = people, tables

    def _show(self) -> None:
        """Let other servers know what this one does."""
        presence = self._presence
        people = [
            LobbyPerson(person, presence.where_here(person.id), person.id in self._seeking)
            for person in presence.people()
        ]
        tables = tuple(self._tables_here())
        picture = Picture(tuple(people), presence.places(), tables, self.challenges())
        if picture != self._picture:
            self._picture = picture
            self.elsewhere.shown(picture)

    def _tell_lobby(self, people: dict[str, LobbyPerson], tables: dict[str, LobbyTable]) -> None:
        changed = LobbyChanged(
            tuple(new for key, new in people.items() if self._people.get(key) != new),
            tuple(key for key in self._people if key not in people),
            tuple(new for key, new in tables.items() if self._tables.get(key) != new),
            tuple(key for key in self._tables if key not in tables),
        )
        if changed != LobbyChanged((), (), (), ()):
            frame = _encoder.encode(changed)
            for device in tuple(self._watching):
                device.send(frame)

    def _tell_buddies(self, people: dict[str, LobbyPerson]) -> None:
        moved: dict[str, Where] = {}
        for key in {*people, *self._people}:
            before = self._people[key].where if key in self._people else Where.OFFLINE
            after = people[key].where if key in people else Where.OFFLINE
            if before is not after:
                moved[key] = after
        if not moved:
            return
        for person, buddies in tuple(self._buddies.items()):
            for buddy in buddies & moved.keys():
                self.tell(person, BuddyMoved(buddy, moved[buddy]))

    def _people_now(self) -> Iterator[LobbyPerson]:
        presence = self._presence
        here = self._picture.people
        if not any(presence.elsewhere()):
            yield from here
            return
        everyone: dict[str, LobbyPerson] = {}
        for seen in (*here, *(seen for picture in presence.elsewhere() for seen in picture.people)):
            known = everyone.get(seen.person.id)
            seeking = seen.seeking or (known is not None and known.seeking)
            person = seen.person if known is None else known.person
            everyone[person.id] = LobbyPerson(person, presence.where(person.id), seeking)
        yield from everyone.values()

    def _tables_now(self) -> Iterator[LobbyTable]:
        here = {table.id for table in self._picture.tables}
        for picture in self._presence.elsewhere():
            yield from (table for table in picture.tables if table.id not in here)
        yield from self._picture.tables

    def _tables_here(self) -> Iterator[LobbyTable]:
        for table in self._presence.tables():
            if not table.state.made.options.private and has_owner(self._presence, table):
                yield lobby_table(table)


def has_owner(presence: Presence, table: Table) -> bool:
    """Whether somebody who holds a seat at *table* is connected there."""
    here = presence.at(table.id)
    owners = (table.state.seats[seat].owner for seat in Seat)
    return any(owner is not None and owner.id in here for owner in owners)


def lobby_table(table: Table) -> LobbyTable:
    """*table* as the lobby shows it."""
    info = table.state.info()
    options = info.options
    return LobbyTable(
        id=info.id,
        title=options.title,
        rules=info.rules,
        stage=info.stage,
        seats=info.seats,
        spectators=options.spectators,
        computers=options.computers,
    )
