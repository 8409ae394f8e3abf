"""A table as those who bring people to it see it, wherever it is run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from spadille.core.record import MatchRecord
    from spadille.protocol.acts import Move
    from spadille.protocol.messages import Hello, Order
    from spadille.protocol.news import Person
    from spadille.protocol.rest import DealReasons, TableSummary
    from spadille.server.tables.listeners import Listener
    from spadille.server.tables.state import TableState


class AnyTable(Protocol):
    """A table of this server, or this server's end of another's."""

    @property
    def id(self) -> str:
        """The table's id."""
        ...

    @property
    def state(self) -> TableState:
        """The table after everything that this server has heard of it."""
        ...

    @property
    def seq(self) -> int:
        """The number of the last event in `state`."""
        ...

    def attach(self, listener: Listener, hello: Hello) -> None:
        """Let *listener* hear the table from now on, starting with what it missed."""
        ...

    def detach(self, listener: Listener) -> None:
        """Let *listener* hear no more."""
        ...

    def program_came(self, person: str) -> None:
        """A program of *person* is connected: the seat it plays is to show that."""
        ...

    def program_went(self, person: str) -> None:
        """A program of *person* is connected no more."""
        ...

    def cover(self, person: str) -> None:
        """Cover what *person* has uncovered, for it was done on a newer connection elsewhere."""
        ...

    def introduce(self, person: Person) -> None:
        """Show everyone how *person*, if seated here, is called now."""
        ...

    def submit(self, listener: Listener, order: Order) -> None:
        """Queue *order*; the answer is sent to *listener*. Never blocks."""
        ...

    def summary(self, person: str) -> TableSummary:
        """The table as a list shows it to *person*."""
        ...

    async def record(self, number: int) -> MatchRecord | None:
        """The finished deals of match *number*; ``None``: there was no such match."""
        ...

    async def reasons(self, match: int, deal: int) -> DealReasons | None:
        """Why the computers did what they did in a deal; ``None``: no such deal is over."""
        ...

    async def hint(self, listener: Listener) -> tuple[Move, str]:
        """What is to be done where *listener* sees the cards, and why; raises `NoHint`."""
        ...
