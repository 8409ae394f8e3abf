"""People come and go at a table."""

from __future__ import annotations

import asyncio

from spadille.core.seats import Seat
from spadille.protocol.acts import Agree, FillSeat, Leave, MakeBid, OpenSeat, Return, Sit
from spadille.protocol.messages import Accepted, Declined, Presence
from spadille.protocol.news import OwnerReturned, SeatLeft, SeatTaken, StandInCame, StandInReason
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from tests.kit.house import PACE, Guest, Inn
from tests.kit.virtual_time import run


def test_a_lone_player_starts_at_once_with_three_computers() -> None:
    """One call, and the cards are dealt."""

    async def story() -> None:
        ruth = Guest("Ruth")
        await Inn().table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        assert ruth.stage() is Stage.PLAYING
        assert ruth.own().hand is not None
        assert ruth.view.public.cards_held == (13, 13, 13, 13)

    run(story())


def test_a_newcomer_takes_a_computers_seat_with_its_cards_and_nobody_is_disturbed() -> None:
    """In mid-deal, the seat changes hands and the game does not change."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        before = ruth.view
        sam.join(table)
        assert sam.watches()
        assert isinstance(await sam.order(Sit(Seat.NORTH)), Accepted)
        assert table.state.match is not None
        assert table.state.match.deal is not None
        assert sam.own().hand == table.state.match.deal.hands[Seat.NORTH]
        assert ruth.view == before
        assert ruth.heard(SeatTaken) == [SeatTaken(Seat.NORTH, sam.person)]

    run(story())


def test_exit_gives_the_seat_to_a_computer_at_once() -> None:
    """The computer makes the very next move, and the leaver sees no hand any more."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth)
        sam.join(table)
        await sam.order(Sit(Seat.WEST))
        await sam.until(lambda: sam.my_turn or ruth.my_turn)
        while not sam.my_turn:
            await ruth.order(ruth.any_act())
            await sam.until(lambda: sam.my_turn or ruth.my_turn)
        moves = sam.view.public.cards_held, sam.view.public.bids
        await sam.order(Leave())
        assert sam.watches()
        assert ruth.heard(SeatLeft) == [SeatLeft(Seat.WEST, sam.person)]
        await ruth.until(lambda: (ruth.view.public.cards_held, ruth.view.public.bids) != moves)

    run(story())


def test_a_lost_connection_keeps_the_seat_for_the_grace_and_ownership_after_it() -> None:
    """A computer stands in only after the grace; coming back takes the seat again."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth)
        sam.join(table)
        await sam.order(Sit(Seat.NORTH))
        sam.drop()
        await asyncio.sleep(PACE.grace - 0.5)
        assert ruth.heard(StandInCame) == []
        await ruth.until(lambda: bool(ruth.heard(StandInCame)))
        assert ruth.heard(StandInCame) == [StandInCame(Seat.NORTH, StandInReason.CONNECTION_LOST)]
        phone = Guest("Sam")
        phone.join(table)
        await ruth.until(lambda: bool(ruth.heard(OwnerReturned)))
        assert table.state.seat_of(sam.person.id) is Seat.NORTH
        assert table.state.seats[Seat.NORTH].played_by_owner

    run(story())


def test_a_second_tab_keeps_the_seat_when_the_first_is_closed() -> None:
    """Any connection counts as being there."""

    async def story() -> None:
        ruth, sam, tab = Guest("Ruth"), Guest("Sam"), Guest("Sam")
        table = await Inn().table(ruth)
        sam.join(table)
        await sam.order(Sit(Seat.NORTH))
        tab.join(table)
        assert tab.own() == sam.own()
        sam.drop()
        await asyncio.sleep(3 * PACE.grace)
        assert ruth.heard(StandInCame) == []

    run(story())


def test_the_table_stands_still_while_nobody_who_plays_is_connected() -> None:
    """A lone player's match waits, also where a computer is to move."""

    async def story() -> None:
        ruth = Guest("Ruth")
        table = await Inn().table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        await ruth.order(ruth.any_act())
        ruth.drop()
        seq = table.seq
        await asyncio.sleep(PACE.idle - 1)
        assert table.seq == seq
        ruth.join(table, ruth.seq)
        await ruth.until(lambda: ruth.seq > seq)

    run(story())


def test_whoever_held_a_hand_takes_no_other_seat_in_that_deal() -> None:
    """Otherwise a player could look at two hands."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth)
        sam.join(table)
        await sam.order(Sit(Seat.NORTH))
        await sam.order(Leave())
        refusal = await sam.order(Sit(Seat.EAST))
        assert isinstance(refusal, Declined)
        assert refusal.reason is TableReason.SAW_ANOTHER_HAND
        assert isinstance(await sam.order(Sit(Seat.NORTH)), Accepted)

    run(story())


def test_a_match_waits_for_open_seats() -> None:
    """It starts when the last one is taken, or filled by the host."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth, open_seats=(Seat.NORTH, Seat.EAST))
        assert ruth.stage() is Stage.WAITING
        sam.join(table)
        await sam.order(Sit(Seat.NORTH))
        refusal = await sam.order(FillSeat(Seat.EAST))
        assert isinstance(refusal, Declined)
        assert refusal.reason is TableReason.NOT_HOST
        await ruth.order(FillSeat(Seat.EAST))
        assert ruth.stage() is Stage.PLAYING
        late = await ruth.order(OpenSeat(Seat.EAST))
        assert isinstance(late, Declined)
        assert late.reason is TableReason.MATCH_UNDER_WAY

    run(story())


def test_the_table_declines_what_makes_no_sense() -> None:
    """Each refusal has its reason and changes nothing."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth)
        sam.join(table)
        seq = table.seq
        reasons = [
            (await guest.order(act))
            for guest, act in (
                (sam, Leave()),
                (sam, Sit(Seat.SOUTH)),
                (ruth, Sit(Seat.NORTH)),
                (ruth, Agree()),
                (ruth, Return()),
                (ruth, FillSeat(Seat.NORTH)),
                (ruth, FillSeat(Seat.SOUTH)),
            )
        ]
        assert [r.reason for r in reasons if isinstance(r, Declined)] == [
            TableReason.NOT_SEATED,
            TableReason.SEAT_TAKEN,
            TableReason.ALREADY_SEATED,
            TableReason.NOTHING_TO_AGREE,
            TableReason.NO_STAND_IN,
            TableReason.SEAT_NOT_OPEN,
            TableReason.SEAT_TAKEN,
        ]
        assert table.seq == seq

    run(story())


def test_presence_tells_who_is_there_and_how_long_the_grace_lasts() -> None:
    """Connected seats, spectators, and the time until a stand-in."""

    async def story() -> None:
        ruth, sam, eve = Guest("Ruth"), Guest("Sam"), Guest("Eve")
        table = await Inn().table(ruth)
        sam.join(table)
        await sam.order(Sit(Seat.NORTH))
        eve.join(table)
        await asyncio.sleep(1)
        sam.drop()
        last = [m for m in ruth.messages if isinstance(m, Presence)][-1]
        assert last.connected == (False, False, True, False)
        assert last.grace == (round(1000 * PACE.grace), None, None, None)
        assert last.watching == 1

    run(story())


def test_a_crowd_that_comes_and_goes_drowns_nobody() -> None:
    """The players hear how many watch, but not of each one apart."""

    async def story() -> None:
        ruth, crowd = Guest("Ruth"), [Guest(f"Fan {number}") for number in range(300)]
        table = await Inn().table(ruth)
        for watching, change in ((300, lambda fan: fan.join(table)), (0, Guest.drop)):
            before = len(ruth.messages)
            for fan in crowd:
                change(fan)
            await asyncio.sleep(1)
            told = [m for m in ruth.messages[before:] if isinstance(m, Presence)]
            assert told[-1].watching == watching
            assert len(told) <= 2

    run(story())


def test_a_stranger_may_not_bid() -> None:
    """A spectator's order is declined, whatever the turn."""

    async def story() -> None:
        ruth, eve = Guest("Ruth"), Guest("Eve")
        table = await Inn().table(ruth)
        eve.join(table)
        await ruth.until(lambda: ruth.my_turn)
        refusal = await eve.order(MakeBid(ruth.own().bids[-1]))
        assert isinstance(refusal, Declined)
        assert refusal.reason is TableReason.NOT_SEATED

    run(story())
