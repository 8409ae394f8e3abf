"""What a table has to do by itself, and when."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from spadille.core.events import BidPlaced, CardPlayed, CardsDealt, CardsPassed, TrickTaken
from spadille.core.seats import Seat
from spadille.core.value import Value
from spadille.protocol.messages import Clock
from spadille.protocol.news import StandInReason
from spadille.protocol.table import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.listeners import Listeners
    from spadille.server.tables.pace import Pace
    from spadille.server.tables.state import TableState

_MOVES = (CardsDealt, BidPlaced, CardsPassed, CardPlayed)


class Task(Enum):
    """Something a table does by itself."""

    WELCOME_BACK = "welcome_back"
    """The owner is connected again: the computer steps aside."""
    STAND_IN = "stand_in"
    """A lost connection has used up its grace."""
    COMPUTER = "computer"
    """A computer makes its move."""
    RUN_OUT = "run_out"
    """A person's turn clock has run out."""
    DEAL = "deal"
    """The next deal starts without everyone's agreement."""
    SLEEP = "sleep"
    """Nobody has watched for long."""


class Due(Value):
    """A task, when it is due on the monotonic clock, and for which seat."""

    at: float
    task: Task
    seat: Seat | None = None


class Clocks:
    """Since when the table has waited for its next move, and what comes of it."""

    def __init__(self, pace: Pace, now: float) -> None:
        """Let the wait for the next move begin *now*."""
        self._pace = pace
        self._since = now
        self._rest = 0.0
        self._running = False
        self._mover: str | None = None
        self._spent: dict[str, float] = {}
        """What those who left their seat in mid-move had used of the clock."""

    def follow(self, events: Sequence[TableEvent], now: float) -> None:
        """Let the wait for the next move begin after a move, and the rest of a full trick."""
        if any(isinstance(event, _MOVES) for event in events):
            self._since = now
            trick_taken = any(isinstance(event, TrickTaken) for event in events)
            self._rest = self._pace.trick if trick_taken else 0.0
            self._spent = {}

    def look(self, state: TableState, listeners: Listeners, now: float) -> None:
        """Start the wait anew when play wakes, or the turn clock begins to run.

        Who leaves the seat and takes it back wins no time by it.
        """
        running, mover = _clock_runs(state, listeners), _mover(state)
        if self._running and self._mover is not None and self._mover != mover:
            self._spent[self._mover] = now - self._since
        if running and not self._running:
            self._since = now - (0.0 if mover is None else self._spent.get(mover, 0.0))
            self._rest = 0.0
        self._running, self._mover = running, mover

    def clock(self, state: TableState, listeners: Listeners, now: float) -> Clock | None:
        """What to show of the clock that runs now."""
        total = (
            self._pace.between if state.stage is Stage.BETWEEN_DEALS else state.made.turn_seconds
        )
        if not _clock_runs(state, listeners):
            return None
        left = self._since + total - now
        return Clock(round(1000 * min(max(left, 0.0), total)), round(1000 * total))

    def dues(self, state: TableState, listeners: Listeners) -> Iterator[Due]:
        """Everything the table has to do by itself; the earliest counts."""
        if listeners.empty_since is not None:
            yield Due(listeners.empty_since + self._pace.idle, Task.SLEEP)
        present = listeners.present(state)
        if not present:
            return
        for seat in present:
            if state.seats[seat].stand_in is StandInReason.CONNECTION_LOST:
                yield Due(0.0, Task.WELCOME_BACK, seat)
        for seat, since in listeners.absent(state).items():
            yield Due(since + self._pace.grace, Task.STAND_IN, seat)
        yield from self._game_dues(state, listeners)

    def _game_dues(self, state: TableState, listeners: Listeners) -> Iterator[Due]:
        turn = state.turn
        if turn is not None and not state.seats[turn].played_by_owner:
            yield Due(self._since + self._rest + self._pace.bot, Task.COMPUTER, turn)
        elif _clock_runs(state, listeners):
            if turn is not None:
                yield Due(self._since + state.made.turn_seconds, Task.RUN_OUT, turn)
            else:
                yield Due(self._since + self._pace.between, Task.DEAL)


def _clock_runs(state: TableState, listeners: Listeners) -> bool:
    present = listeners.present(state)
    turn = state.turn
    if turn is None:
        return bool(present) and state.stage is Stage.BETWEEN_DEALS
    if not state.made.turn_seconds or not state.seats[turn].played_by_owner:
        return False
    # Whoever waits at the same device hurries nobody: it has to be passed on first.
    others = present.difference(state.seats_beside(turn))
    return bool(others) or (state.made.clock_always and turn in present)


def _mover(state: TableState) -> str | None:
    """The person whose move is awaited; ``None``: a computer's, or nobody's."""
    owner = None if state.turn is None else state.seats[state.turn].owner
    return None if owner is None else owner.id
