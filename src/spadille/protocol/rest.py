"""Bodies of the REST calls."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from spadille.core.rules import RuleSet
from spadille.core.scoring import Score
from spadille.core.seats import BySeat, BySide, Seat
from spadille.core.validation import RuleProblem
from spadille.core.value import Value
from spadille.protocol.levels import USUAL, BotLevel, Levels
from spadille.protocol.news import Person
from spadille.protocol.table import TableInfo, TableOptions


class NewCompanion(Value, kw_only=True):
    """Somebody who plays on the host's own device, and for whom no cookie speaks."""

    seat: Seat
    name: Annotated[str, Meta(min_length=1, max_length=20)]
    avatar: Annotated[str, Meta(max_length=32)]


class Dress(Value, kw_only=True):
    """A name and avatar for one table, in place of the profile's, which stay as they are."""

    name: Annotated[str, Meta(min_length=1, max_length=20)]
    avatar: Annotated[str, Meta(max_length=32)]


class NewTable(Value, kw_only=True):
    """A table to be made; its maker sits down at ``seat``."""

    preset: str = "challenge"
    """A preset's name; ignored when ``rules`` are given."""
    rules: RuleSet | None = None
    seat: Seat = Seat.SOUTH
    dress: Dress | None = None
    """How the maker is shown there, until they leave the seat; not given: as in the profile."""
    open_seats: Annotated[tuple[Seat, ...], Meta(max_length=3)] = ()
    """Seats kept for people; the others are computers'."""
    companions: Annotated[tuple[NewCompanion, ...], Meta(max_length=3)] = ()
    """Who else plays on the maker's device."""
    turn_seconds: Annotated[float, Meta(ge=0, le=600)] | None = None
    """The turn clock; 0: none; not given: the server's default."""
    options: TableOptions = TableOptions()
    levels: Levels = USUAL
    """How strong the computer at each seat is to be."""


class LevelInfo(Value):
    """A level of computer players that this server offers."""

    level: BotLevel
    about: str
    """One line on how it plays."""
    usual: bool
    """Whether it plays where no level was chosen."""


class DealReasons(Value):
    """Why the computers did what they did in a finished deal, a line for each move.

    By seat; ``None``: a person's move. The lines call the players by their seats.
    """

    bids: BySeat[str | None]
    tricks: tuple[BySeat[str | None], ...]


class TableSummary(Value):
    """A table as a list shows it."""

    table: TableInfo
    scores: BySide[Score]
    seat: Seat | None
    """The asker's own seat."""


class Me(Value):
    """Who the cookie says one is."""

    person: Person
    guest: bool
    """Whether this person has no username yet."""


class MeChange(Value, kw_only=True):
    """What to change of oneself; what is not given stays."""

    name: Annotated[str, Meta(min_length=1, max_length=20)] | None = None
    avatar: Annotated[str, Meta(max_length=32)] | None = None


class RulesVerdict(Value):
    """Whether a rule set can be played."""

    problems: tuple[RuleProblem, ...]


class Problem(Value):
    """An error answer: a code for programs, a sentence that says what to do."""

    code: str
    detail: str
    names: tuple[str, ...] = ()
    """Usernames that may have been meant."""


class PlayNow(Value, kw_only=True):
    """A wish to play at once, by these rules."""

    preset: str = "challenge"
    """A preset's name; ignored when ``rules`` are given."""
    rules: RuleSet | None = None


class SeatWish(Value, kw_only=True):
    """A seat to take at a table."""

    seat: Seat | None = None
    """``None``: any that is free."""
