"""What happens at a table besides the game, as everyone may hear it."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from spadille.core.rules import RuleSet
from spadille.core.seats import Seat
from spadille.core.value import Value
from spadille.protocol.levels import BotLevel


class Person(Value):
    """Somebody at a table, as others may know them."""

    id: str
    """A companion's is its owner's with a stroke and a number, as ``owner/2``."""
    name: str
    avatar: str
    username: str | None = None
    """``None``: a guest."""


def companion_id(owner: str, number: int) -> str:
    """The id of a companion, somebody who plays on the device of *owner*; from 2 on."""
    return f"{owner}/{number}"


def keeper(person: str) -> str:
    """Whose cookie speaks for the person of this id: a companion's owner, else themselves."""
    return person.partition("/")[0]


class StandInReason(StrEnum):
    """Why a computer plays for a seat that has an owner."""

    CONNECTION_LOST = "connection_lost"
    CLOCK_RAN_OUT = "clock_ran_out"


class SeatTaken(Value, tag="seat_taken"):
    """A person sat down, in the place of a computer or on an open seat."""

    seat: Seat
    person: Person


class PersonChanged(Value, tag="person_changed"):
    """Whoever owns the seat has another name, avatar or username now."""

    seat: Seat
    person: Person


class SeatLeft(Value, tag="seat_left"):
    """A person left for good; a computer plays on."""

    seat: Seat
    person: Person


class SeatOpened(Value, tag="seat_opened"):
    """A computer's seat is kept for a person; no deal starts before one sits there."""

    seat: Seat


class SeatFilled(Value, tag="seat_filled"):
    """A computer sat down on an open seat."""

    seat: Seat


class LevelChanged(Value, tag="level_changed"):
    """The computer at a seat plays at another level from now on."""

    seat: Seat
    level: BotLevel


class ProgramCame(Value, tag="program_came"):
    """A program plays for the person at the seat, until they leave it."""

    seat: Seat


class StandInCame(Value, tag="stand_in_came"):
    """A computer plays for the seat, which stays its owner's."""

    seat: Seat
    reason: StandInReason


class OwnerReturned(Value, tag="owner_returned"):
    """The owner plays the seat again."""

    seat: Seat


class ClockRanOut(Value, tag="clock_ran_out"):
    """The turn clock ran out; a computer makes this one move."""

    seat: Seat


class MatchStarted(Value, tag="match_started"):
    """A match began; ``number`` counts the matches of the table from 1."""

    number: int
    rules: RuleSet
    dealer: Seat


class DeckCommitted(Value, tag="deck_committed"):
    """The next deck is fixed: ``commitment`` is the SHA-256 of its secret seed."""

    deal_number: int
    commitment: str


class DeckRevealed(Value, tag="deck_revealed"):
    """The deal is over: ``seed``, in hexadecimal digits, deals it again."""

    deal_number: int
    seed: str


class Agreed(Value, tag="agreed"):
    """A person is ready for the next deal, or for a rematch once the match is over."""

    seat: Seat


News: TypeAlias = (
    SeatTaken
    | PersonChanged
    | SeatLeft
    | SeatOpened
    | SeatFilled
    | LevelChanged
    | ProgramCame
    | StandInCame
    | OwnerReturned
    | ClockRanOut
    | MatchStarted
    | DeckCommitted
    | DeckRevealed
    | Agreed
)
