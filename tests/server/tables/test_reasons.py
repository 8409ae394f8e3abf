"""Why the computers did what they did: a line for each move, once the deal is over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from spadille.core.events import BidPlaced, CardPlayed, DealScored
from spadille.core.seats import SEATS, Seat
from spadille.protocol.acts import Agree, Sit
from spadille.protocol.news import ClockRanOut, StandInCame
from spadille.protocol.table import Stage
from spadille.server.tables.events import from_body
from spadille.server.tables.explaining import deal_reasons
from tests.kit.house import Guest, Inn
from tests.kit.virtual_time import run

if TYPE_CHECKING:
    from spadille.protocol.rest import DealReasons
    from spadille.server.tables.events import TableEvent


async def _play_deal(guest: Guest) -> None:
    while guest.stage() is Stage.PLAYING:
        await guest.until(lambda: guest.my_turn or guest.stage() is not Stage.PLAYING)
        if guest.my_turn:
            await guest.order(guest.any_act())


async def _log(inn: Inn, table: str) -> list[TableEvent]:
    return [from_body(event.body) for event in await inn.store.read(table)]


def _lines(found: DealReasons, seat: Seat) -> list[str | None]:
    return [found.bids[seat], *(trick[seat] for trick in found.tricks)]


def test_every_move_of_a_computer_has_a_line_and_no_move_of_a_person() -> None:
    """In each deal of the match, by its number."""

    async def story() -> None:
        ruth, sam, inn = Guest("Ruth"), Guest("Sam"), Inn()
        table = await inn.table(ruth)
        sam.join(table)
        await sam.order(Sit(Seat.WEST))
        await asyncio.gather(_play_deal(ruth), _play_deal(sam))
        await asyncio.gather(ruth.order(Agree()), sam.order(Agree()))
        await asyncio.gather(_play_deal(ruth), _play_deal(sam))
        log = await _log(inn, table.id)
        first, second = (deal_reasons(table.id, log, 1, deal) for deal in (1, 2))
        for found in (first, second):
            assert found is not None
            assert len(found.tricks) == 13
            for seat in (Seat.NORTH, Seat.EAST):
                assert all(_lines(found, seat))
            for seat in (Seat.SOUTH, Seat.WEST):
                assert not any(_lines(found, seat))
        assert first != second
        assert deal_reasons(table.id, log, 1, 3) is None
        assert deal_reasons(table.id, log, 2, 1) is None

    run(story())


def test_nothing_is_told_while_the_deal_goes_on() -> None:
    """However much of the log there is, the last card has to be scored first."""

    async def story() -> None:
        ruth, inn = Guest("Ruth"), Inn()
        table = await inn.table(ruth)
        await _play_deal(ruth)
        log = await _log(inn, table.id)
        scored = next(n for n, event in enumerate(log, 1) if isinstance(event, DealScored))
        for length in range(1, scored):
            assert deal_reasons(table.id, log[:length], 1, 1) is None
        assert deal_reasons(table.id, log[:scored], 1, 1) is not None

    run(story())


def test_moves_made_for_a_person_by_a_computer_are_explained() -> None:
    """One for a clock that ran out, and all while a computer stands in."""

    async def story() -> None:
        ruth, sam, inn = Guest("Ruth"), Guest("Sam"), Inn()
        table = await inn.table(ruth, turn_seconds=5)
        sam.join(table)
        await sam.order(Sit(Seat.WEST))
        await _play_deal(ruth)
        log = await _log(inn, table.id)
        assert any(isinstance(event, ClockRanOut) for event in log)
        assert any(isinstance(event, StandInCame) for event in log)
        moves = [e for e in log if isinstance(e, BidPlaced | CardPlayed) and e.seat is Seat.WEST]
        found = deal_reasons(table.id, log, 1, 1)
        assert found is not None
        # Sam never moved, so every move of the seat was a computer's.
        assert len(moves) == len([line for line in _lines(found, Seat.WEST) if line])
        assert not any(_lines(found, Seat.SOUTH))
        assert {seat for seat in SEATS if any(_lines(found, seat))} == set(SEATS) - {Seat.SOUTH}

    run(story())
