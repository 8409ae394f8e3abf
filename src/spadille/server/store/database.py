"""What the parts of the store that are written in SQL need of a database.

The statements are the same for every kind of database: they name their values ``$1``, ``$2``
and so on, text is compared byte by byte, and truth is 0 or 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Cell: TypeAlias = "str | bytes | int | None"
"""What a column may hold."""
Row: TypeAlias = Any
"""A row of an answer: its columns by their places."""
Change: TypeAlias = "tuple[str | Cell, ...]"
"""A statement, and its values after it."""


class NotUnique(Exception):  # noqa: N818 - it names what was found
    """A change would have written a key that is there already; nothing was changed."""


class Database(Protocol):
    """One that writes, and one that answers."""

    async def query(self, question: str, *values: Cell) -> Sequence[Row]:
        """The rows that answer *question*."""
        ...

    async def change(self, *changes: Change) -> list[int]:
        """Make all *changes*, or none; return how many rows each touched, once they are safe.

        Raises `NotUnique`.
        """
        ...

    async def change_and_tell(self, change: str, *values: Cell) -> Sequence[Row]:
        """Make *change*, and give the rows that it returns; raises `NotUnique`."""
        ...

    async def change_many(self, change: str, rows: Sequence[Sequence[Cell]]) -> None:
        """Make *change* with each of *rows* as its values, all or none; raises `NotUnique`."""
        ...
