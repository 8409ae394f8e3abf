"""Why the computers did what they did, worked out from a table's log once a deal is over.

Nothing of it is kept: a reason follows from the view of the seat and the move alone, and
both are in the log. So there is nothing to tell too early, and nothing to lose.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from spadille.bots.reasons import why_bid, why_card
from spadille.core.events import BidPlaced, CardPlayed, TrickTaken
from spadille.core.seats import Seat, with_seat
from spadille.core.view import view
from spadille.protocol.rest import DealReasons
from spadille.server.tables.events import TableMade, from_body
from spadille.server.tables.state import TableState, apply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.core.seats import BySeat
    from spadille.server.store.ports import EventStore
    from spadille.server.tables.events import TableEvent

    Lines = BySeat[str | None]

_NONE: Lines = (None, None, None, None)


async def told_reasons(store: EventStore, table: str, match: int, deal: int) -> DealReasons | None:
    """The reasons of *deal* by the log that *store* has of *table*."""
    history = await store.read(table)
    # Off the event loop: every view of the deal is worked out again.
    return await asyncio.to_thread(
        lambda: deal_reasons(table, [from_body(event.body) for event in history], match, deal)
    )


def deal_reasons(
    table: str, log: Sequence[TableEvent], match: int, deal: int
) -> DealReasons | None:
    """The reasons of *deal* of *match*, each from 1; ``None``: no such deal is over."""
    made = log[0]
    assert isinstance(made, TableMade)
    state = TableState(table, made, levels=made.levels)
    bids, tricks = _NONE, [_NONE]
    for event in log[1:]:
        if _is_at(state, match, deal):
            if isinstance(event, BidPlaced | CardPlayed) and _by_computer(state, event.seat):
                line = _why(state, event)
                if isinstance(event, BidPlaced):
                    bids = with_seat(bids, event.seat, line)
                else:
                    tricks[-1] = with_seat(tricks[-1], event.seat, line)
            elif isinstance(event, TrickTaken):
                tricks.append(_NONE)
        state = apply(state, event)
        if _is_over(state, match, deal):
            return DealReasons(bids, tuple(tricks[:-1]))
    return None


def _is_at(state: TableState, match: int, deal: int) -> bool:
    played = state.match is not None and len(state.match.sheet) == deal - 1
    return played and state.match_number == match


def _is_over(state: TableState, match: int, deal: int) -> bool:
    if state.match is None or state.match_number != match:
        return False
    return len(state.match.sheet) >= deal


def _by_computer(state: TableState, seat: Seat) -> bool:
    return not state.seats[seat].played_by_owner or state.late is seat


def _why(state: TableState, event: BidPlaced | CardPlayed) -> str:
    assert state.match is not None
    seen = view(state.match, event.seat)
    why = why_bid(seen, event.bid) if isinstance(event, BidPlaced) else why_card(seen, event.card)
    return why.text
