"""A table as everyone at it may see it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from spadille.core.rules import RuleSet
from spadille.core.seats import BySeat
from spadille.core.value import Value
from spadille.protocol.levels import BotLevel
from spadille.protocol.news import Person, StandInReason


class Stage(StrEnum):
    """What a table is doing."""

    WAITING = "waiting"
    """A seat is open, so no match can start."""
    PLAYING = "playing"
    BETWEEN_DEALS = "between_deals"
    OVER = "over"
    """The match has a winner; a rematch may be agreed."""


class SeatInfo(Value):
    """Who holds a seat. Without a person it is a computer's, or open."""

    person: Person | None
    open: bool
    """Kept for a person to come."""
    stand_in: StandInReason | None
    """Set while a computer plays for the person."""
    agreed: bool
    """Ready for the next deal, or for a rematch."""
    level: BotLevel | None = None
    """How strong the computer is that plays here, or would; ``None``: as is usual."""
    program: bool = False
    """Whether a program plays for the person."""


class TableOptions(Value, kw_only=True):
    """Who may come to a table."""

    private: bool = True
    """Not listed anywhere: whoever has the link may come."""
    title: Annotated[str, Meta(max_length=60)] = ""
    """Plain text, never to be read as HTML."""
    spectators: bool = True
    """Whether people without a seat may watch."""
    computers: bool = True
    """Whether computers may have seats when a match starts; in a match they always
    play for those who leave."""
    hints: bool | None = None
    """Whether whoever is to move may ask for a hint; ``None``: at private tables."""

    @property
    def gives_hints(self) -> bool:
        """Whether hints are given here."""
        return self.private if self.hints is None else self.hints


class TableInfo(Value):
    """What changes at a table less often than its cards."""

    id: str
    rules: RuleSet
    stage: Stage
    seats: BySeat[SeatInfo]
    match_number: int
    """1 for the first match of the table; 0 before it."""
    host: str
    """The id of the person who made the table."""
    turn_seconds: float
    """The turn clock; 0: none."""
    commitment: str | None
    """The SHA-256 of the seed of the deal under way, or of the next one."""
    options: TableOptions = TableOptions()
