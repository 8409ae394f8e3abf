"""What a table writes down without being asked, and without waiting for anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.seats import SEATS
from spadille.protocol.news import LevelChanged, PersonChanged, ProgramCame

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from spadille.protocol.news import Person
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.offer import Offer
    from spadille.server.tables.state import TableState


def upkeep(
    state: TableState, renamed: Collection[Person], programs: Collection[str], offer: Offer
) -> Iterator[TableEvent]:
    """Names that changed, seats that *programs* play, levels not offered any more."""
    for person in renamed:
        seat = state.seat_of(person.id)
        if seat is not None and state.seats[seat].owner != state.shown(person):
            yield PersonChanged(seat, state.shown(person))
    for program in programs:
        seat = state.seat_of(program)
        if seat is not None and not state.seats[seat].program:
            yield ProgramCame(seat)
    for seat, level in zip(SEATS, state.levels, strict=True):
        # A seat is to show who really plays there, also after a stronger machine is gone.
        if level is not None and not offer.has(level):
            yield LevelChanged(seat, offer.within(level))
