"""Who listens to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from spadille.core.seats import SEATS, BySeat, Seat, T
from spadille.core.value import Value
from spadille.protocol.messages import Clock, Presence
from spadille.protocol.news import Person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadille.server.tables.state import SeatState, TableState


class Listener(Protocol):
    """One connection at a table."""

    @property
    def person(self) -> Person:
        """Who is at the other end."""
        ...

    def send(self, frame: bytes) -> None:
        """Queue an encoded message; never blocks and never raises."""
        ...


class Audience(Value):
    """Who listens to a table at one server."""

    people: tuple[Person, ...] = ()
    """Once for each connection."""
    programs: tuple[str, ...] = ()
    """Whose programs are among them, by the people's ids."""


class Listeners:
    """The connections at one table, and since when seat owners have had none."""

    def __init__(self, now: float) -> None:
        """Start with nobody: owners are absent since *now*."""
        self._all: list[Listener] = []
        self._absent_since: dict[Seat, float] = dict.fromkeys(Seat, now)
        self.empty_since: float | None = now
        """Since when nobody has listened at all."""
        self._present: tuple[BySeat[SeatState], frozenset[Seat]] | None = None
        self._distant: dict[str, tuple[Person, ...]] = {}
        """Who listens at other servers, by server, once for each connection."""
        self._programs: list[str] = []
        """Whose programs are connected, by the people's ids, ..."""
        self._distant_programs: dict[str, frozenset[str]] = {}
        """... and those at other servers, by server."""

    def __iter__(self) -> Iterator[Listener]:
        return iter(tuple(self._all))

    def add(self, listener: Listener) -> None:
        """Let *listener* hear from now on; adding it twice changes nothing."""
        if listener not in self._all:
            self._all.append(listener)
            self._present = None
        self.empty_since = None

    def remove(self, listener: Listener, state: TableState, now: float) -> None:
        """Let *listener* hear no more; its owner may be absent since *now*."""
        if listener not in self._all:
            return
        self._all.remove(listener)
        self._present = None
        for seat in state.seats_of(listener.person.id):
            self._absent_since[seat] = now
        self._maybe_empty(now)

    @property
    def programs(self) -> frozenset[str]:
        """Whose programs are connected, here or elsewhere."""
        return frozenset(self._programs).union(*self._distant_programs.values())

    def program_came(self, person: str) -> None:
        """A program of *person* is connected here."""
        self._programs.append(person)

    def program_went(self, person: str) -> None:
        """A program of *person* is connected here no more."""
        self._programs.remove(person)

    def attend(self, server: str, audience: Audience, state: TableState, now: float) -> bool:
        """Let those of *audience*, and no others, listen at *server*; whether that is a change."""
        people, programs = audience.people, frozenset(audience.programs)
        known = self._distant.get(server, ()), self._distant_programs.get(server, frozenset())
        if known == (people, programs):
            return False
        before = self.present(state)
        self._distant.pop(server, None)
        self._distant_programs.pop(server, None)
        if programs:
            self._distant_programs[server] = programs
        if people:
            self._distant[server] = people
            self.empty_since = None
        self._present = None
        for seat in before - self.present(state):
            self._absent_since[seat] = now
        self._maybe_empty(now)
        return True

    def taken(self, seat: Seat, now: float) -> None:
        """Count an absence of *seat*'s new owner from *now*."""
        self._absent_since[seat] = now

    def present(self, state: TableState) -> frozenset[Seat]:
        """The seats whose owners are connected; asked often, so it is kept till it changes."""
        if self._present is None or self._present[0] is not state.seats:
            here = (state.seats_of(person.id) for person in self._people())
            self._present = state.seats, frozenset(seat for seats in here for seat in seats)
        return self._present[1]

    def absent(self, state: TableState) -> dict[Seat, float]:
        """Since when each owner without a connection, and not yet stood in for, is absent."""
        present = self.present(state)
        return {
            seat: self._absent_since[seat]
            for seat in SEATS
            if state.seats[seat].played_by_owner and seat not in present
        }

    def presence(
        self, state: TableState, now: float, grace: float, clock: Clock | None
    ) -> Presence:
        """What everyone is told of who is there."""
        present = self.present(state)
        absent = self.absent(state)
        lefts: list[int | None] = [
            round(1000 * max(0.0, absent[seat] + grace - now)) if seat in absent else None
            for seat in Seat
        ]
        watching = sum(state.seat_of(person.id) is None for person in self._people())
        return Presence(
            _by_seat([seat in present for seat in Seat]), _by_seat(lefts), watching, clock
        )

    def _people(self) -> Iterator[Person]:
        """Whoever listens, once for each connection, here or elsewhere."""
        yield from (listener.person for listener in self._all)
        for people in self._distant.values():
            yield from people

    def _maybe_empty(self, now: float) -> None:
        if not self._all and not self._distant and self.empty_since is None:
            self.empty_since = now


def _by_seat(values: list[T]) -> BySeat[T]:
    north, east, south, west = values
    return north, east, south, west
