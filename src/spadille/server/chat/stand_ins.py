"""What the chat tells of computers that take the places of people, and of people's return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.protocol.chat import Notice
from spadille.protocol.news import (
    MatchStarted,
    OwnerReturned,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    StandInCame,
)
from spadille.protocol.table import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadille.protocol.news import Person
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.state import TableState

_UNDER_WAY: Final = frozenset({Stage.PLAYING, Stage.BETWEEN_DEALS})


def stand_in_notices(
    state: TableState, events: Sequence[TableEvent]
) -> Iterator[tuple[Notice, Person]]:
    """What is to be told of *events*, after which a table is in *state*, and about whom."""
    opened = {event.seat for event in events if isinstance(event, SeatOpened)}
    begins = any(isinstance(event, MatchStarted) for event in events)
    for event in events:
        if isinstance(event, SeatLeft) and event.seat not in opened:
            yield Notice.GAVE_UP_SEAT, event.person
        elif isinstance(event, SeatTaken) and state.stage in _UNDER_WAY and not begins:
            yield Notice.TOOK_OVER, event.person
        elif isinstance(event, StandInCame | OwnerReturned):
            owner = state.seats[event.seat].owner
            if owner is not None:
                came = isinstance(event, StandInCame)
                yield Notice.STOOD_IN_FOR if came else Notice.PLAYS_AGAIN, owner
