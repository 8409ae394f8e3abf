"""People who play on somebody else's device: who they are to the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.protocol.news import Person, companion_id
from spadille.protocol.rest import Dress
from spadille.server.gateway.dresses import fitting_dress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.core.seats import Seat
    from spadille.protocol.rest import NewCompanion
    from spadille.server.accounts.identity import Guests
    from spadille.server.tables.state import TableState

_FIRST: Final = 2
"""The owner of the device counts as the first."""


async def introduced(
    guests: Guests, owner: Person, wanted: Sequence[NewCompanion], first: int = _FIRST
) -> tuple[tuple[Seat, Person], ...]:
    """The companions of *owner*, numbered from *first*, and where they want to sit.

    Raises `Unacceptable` for a name or avatar that nobody may have.
    """
    seated: list[tuple[Seat, Person]] = []
    for number, new in enumerate(wanted, first):
        dress = await fitting_dress(guests, owner, Dress(name=new.name, avatar=new.avatar))
        companion = Person(companion_id(owner.id, number), dress.name, dress.avatar)
        seated.append((new.seat, companion))
    return tuple(seated)


def free_number(state: TableState, owner: Person) -> int:
    """The lowest number that no companion of *owner* at the table has."""
    number = _FIRST
    while state.seat_of(companion_id(owner.id, number)) is not None:
        number += 1
    return number
