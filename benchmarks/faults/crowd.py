"""Four witnesses at each of a few tables, and how long each table was silent."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Final

from benchmarks.faults.witness import Witness
from spadille.core.seats import Seat
from tests.kit.tourists import LONG_MATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.faults.evidence import Evidence
    from tests.kit.server import Program

_POLL: Final = 0.05
_READY_WITHIN: Final = 30.0
_UNAVAILABLE: Final = 503
_GOODBYE: Final = 30.0


class Crowd:
    """People who play wherever they are let in."""

    def __init__(self, programs: Sequence[Program], seed: int, think: float) -> None:
        """Play at *programs*; each thinks *think* seconds for an act on average."""
        self.programs = programs
        self.people: list[Witness] = []
        self.tables: dict[str, list[Witness]] = {}
        self.notes: Counter[str] = Counter()
        """What else was seen."""
        self._seed = seed
        self._think = think
        self._news_at: dict[str, float] = {}
        self._heads: dict[str, int] = {}
        self._silence: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._now = asyncio.get_running_loop().time

    @property
    def acts(self) -> int:
        """Orders that were acknowledged, each once."""
        return sum(len({done.key for done in witness.says.done}) for witness in self.people)

    @property
    def not_stored(self) -> int:
        """Orders that were declined because they could not be written down."""
        return sum(witness.not_stored for witness in self.people)

    @property
    def reconnects(self) -> int:
        """How often somebody came back."""
        return sum(witness.reconnects for witness in self.people)

    def evidence(self) -> dict[str, list[Evidence]]:
        """What those at each table say."""
        return {table: [witness.says for witness in four] for table, four in self.tables.items()}

    async def gather(self, tables: int) -> None:
        """Seat four at each of so many tables, made at the nodes by turns; let them play."""
        for number in range(tables):
            four = [
                Witness(self.programs, number + seat, 4 * (self._seed + number) + seat, self._think)
                for seat in Seat
            ]
            table = ""
            for seat, witness in zip(Seat, four, strict=True):
                await witness.__aenter__()
                if table:
                    await witness.sit(table, seat)
                else:
                    table = await self._make_table(witness)
            self._settle(table, four)
        self._tasks = [asyncio.create_task(witness.live()) for witness in self.people]

    async def _make_table(self, witness: Witness) -> str:
        """A new table with *witness* in the north."""
        wanted = {
            "rules": LONG_MATCH,
            "seat": Seat.NORTH,
            "open_seats": [1, 2, 3],
            "turn_seconds": 0,
        }
        end = self._now() + _READY_WITHIN
        answer = await witness.http.post("/api/tables", json=wanted)
        # After a fault a node takes no tables until it has a lease again.
        while answer.status_code == _UNAVAILABLE and self._now() < end:
            await asyncio.sleep(_POLL)
            answer = await witness.http.post("/api/tables", json=wanted)
        table: str = answer.raise_for_status().json()["table"]["id"]
        await witness.connect(table)
        return table

    def mark(self) -> None:
        """Count silence from now on."""
        self._silence = dict.fromkeys(self.tables, 0.0)

    def silences(self) -> list[float]:
        """The longest silence of each table since `mark`, in seconds."""
        now = self._now()
        return [max(self._silence[t], now - self._news_at[t]) for t in self.tables]

    async def until_each(self, events: int, seconds: float) -> list[str]:
        """Wait until each table has so many more events; those that have not after *seconds*."""
        goals = {table: head + events for table, head in self._heads.items()}
        end = self._now() + seconds
        while late := [table for table, goal in goals.items() if self._heads[table] < goal]:
            self._raise_failures()
            if self._now() > end:
                return late
            await asyncio.sleep(_POLL)
        return []

    async def stop(self) -> None:
        """Let everyone finish, and leave."""
        for witness in self.people:
            witness.stop()
        await asyncio.wait(self._tasks, timeout=_GOODBYE)
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        for witness in self.people:
            await witness.__aexit__()
        self._raise_failures()

    def _settle(self, table: str, four: list[Witness]) -> None:
        self.people += four
        self.tables[table] = four
        self._heads[table] = max(witness.seq for witness in four)
        self._news_at[table] = self._now()
        self._silence[table] = 0.0
        for witness in four:
            witness.on_news = self._hears(table, witness)

    def _hears(self, table: str, witness: Witness) -> Callable[[], None]:
        def news() -> None:
            if witness.seq > self._heads[table]:
                now = self._now()
                self._silence[table] = max(self._silence[table], now - self._news_at[table])
                self._heads[table], self._news_at[table] = witness.seq, now

        return news

    def _raise_failures(self) -> None:
        """Let a defect of the laboratory itself be seen at once."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()
