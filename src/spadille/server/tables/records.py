"""The record of one match of a table, from the table's log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.events import Event, MatchWon
from spadille.core.record import MatchRecord
from spadille.core.review import records
from spadille.core.seats import Seat
from spadille.protocol.news import DeckRevealed, MatchStarted
from spadille.server.tables.events import GAME, DeckSealed, TableEvent
from spadille.server.tables.state import TableState, fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.core.seats import BySeat

COMPUTER = "Computer"
"""What a record calls a seat that nobody owned."""


def match_record(table: str, log: Sequence[TableEvent], number: int) -> MatchRecord | None:
    """The finished deals of match *number*; ``None``: there was no such match.

    A deal that is not over, and its seed, are left out.
    """
    first = _place(log, number)
    if first is None:
        return None
    end = _place(log, number + 1) or len(log)
    started = log[first]
    assert isinstance(started, MatchStarted)
    match = log[first:end]
    game: list[Event] = [event for event in match if isinstance(event, GAME)]
    won = next((event.side for event in game if isinstance(event, MatchWon)), None)
    deals = records(started.rules, game, _proofs(match))
    return MatchRecord(started.rules, _players(fold(table, log[:end])), deals, won)


def _place(log: Sequence[TableEvent], number: int) -> int | None:
    for place, event in enumerate(log):
        if isinstance(event, MatchStarted) and event.number == number:
            return place
    return None


def _proofs(match: Sequence[TableEvent]) -> dict[int, tuple[str, str]]:
    revealed = {event.deal_number for event in match if isinstance(event, DeckRevealed)}
    return {
        event.deal_number: (event.commitment, event.seed)
        for event in match
        if isinstance(event, DeckSealed) and event.deal_number in revealed
    }


def _players(state: TableState) -> BySeat[str]:
    owners = [state.seats[seat].owner for seat in Seat]
    north, east, south, west = (COMPUTER if o is None else o.name for o in owners)
    return north, east, south, west
