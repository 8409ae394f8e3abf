"""What the service needs of a store; adapters are chosen in the composition root."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from spadille.core.value import Value
from spadille.protocol.news import Person

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Conflict",
    "EventStore",
    "Fenced",
    "PeopleStore",
    "Person",
    "StoreAway",
    "StoredEvent",
]


class StoredEvent(Value):
    """One line of a table's log."""

    seq: int
    """1 for the first event of the table, without gaps."""
    at: int
    """When it was stored, by the store's clock: Unix milliseconds."""
    body: bytes
    """The JSON of one table event."""
    order: str | None
    """The id of the order that caused it, on the first event of that order only."""


class Conflict(Exception):  # noqa: N818 - it names what happened
    """Another writer has stored this number already, or this order's id."""


class Fenced(Exception):  # noqa: N818 - it names what happened
    """The writer's epoch has passed: the table has, or has had, another owner since.

    Nothing was stored, and nothing of this epoch ever will be.
    """


class StoreAway(Exception):  # noqa: N818 - it names what happened
    """The database could not be reached in time.

    Nothing was acknowledged; what was asked may have been done all the same.
    """


@runtime_checkable  # the web framework checks what it hands to a call
class EventStore(Protocol):
    """The logs of all tables; the only truth about them."""

    async def append(
        self,
        table: str,
        seq: int,
        bodies: Sequence[bytes],
        order: str | None,
        *,
        epoch: int | None = None,
    ) -> None:
        """Store *bodies* as the events after *seq*, all or none; return once they are safe.

        The first gets the number ``seq + 1``. Raises `Conflict` if that is not the next
        one, or if *order* is in the log of the table already.

        With *epoch*, they are stored only while that is the epoch of the table's owner
        (`Ownership`); raises `Fenced` otherwise. Without, whoever writes first wins.

        While the database is away this waits, for some time; raises `StoreAway` when that
        is over.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[StoredEvent]:
        """The events of *table* with numbers above *after*, in order."""
        ...

    async def create_table(self, table: str, host: str) -> None:
        """Note that *table* exists; raises `Conflict` if it does already."""
        ...

    async def seated_tables(self, person: str) -> list[str]:
        """The tables where *person* holds a seat, the latest taken first."""
        ...

    async def set_seated(self, person: str, table: str, *, seated: bool) -> None:
        """Keep the index of seats; it may lag, for the truth is the log."""
        ...

    async def close(self) -> None:
        """Finish what is queued and let go of the files."""
        ...


class PeopleStore(Protocol):
    """Who people are."""

    async def get(self, person: str) -> Person | None:
        """The person with this id, if there is one."""
        ...

    async def put(self, person: Person) -> None:
        """Store *person*, in the place of what was known."""
        ...
