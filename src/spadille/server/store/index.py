"""The tables and the seats, and the way to a table's log, in tables of a database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.server.store.database import NotUnique
from spadille.server.store.ports import Conflict, StoredEvent

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.server.store.database import Database

_LOG = "SELECT seq, at, body, order_id FROM event WHERE table_id = $1 AND seq > $2 ORDER BY seq"
_LEAVE = "DELETE FROM seat WHERE person_id = $1 AND table_id = $2"
_SIT = "INSERT INTO seat (person_id, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING"


class TableIndex:
    """All of `EventStore` but the writing of events, which each kind of database does its way."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        """Keep the tables in *database*; *clock* stamps them."""
        self._database = database
        self._clock = clock

    async def read(self, table: str, after: int) -> list[StoredEvent]:
        """The events of *table* with numbers above *after*, in order."""
        return [StoredEvent(*row) for row in await self._database.query(_LOG, table, after)]

    async def create_table(self, table: str, host: str) -> None:
        """Note that *table* exists; raises `Conflict` if it does already."""
        making = "INSERT INTO game_table VALUES ($1, $2, $3)"
        try:
            await self._database.change((making, table, host, self._clock()))
        except NotUnique as error:
            raise Conflict(f"there is a table {table} already") from error

    async def seated_tables(self, person: str) -> list[str]:
        """The tables where *person* holds a seat, the latest taken first."""
        rows = await self._database.query(
            "SELECT table_id FROM seat WHERE person_id = $1 ORDER BY taken DESC", person
        )
        return [table for (table,) in rows]

    async def set_seated(self, person: str, table: str, *, seated: bool) -> None:
        """Keep the index of seats."""
        # Whoever takes a seat again takes it anew, at the head of their list.
        sitting = [(_SIT, person, table)] if seated else []
        await self._database.change((_LEAVE, person, table), *sitting)
