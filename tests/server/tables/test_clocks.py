"""What a table does by itself, and when. Time is virtual, so it is exact."""

from __future__ import annotations

import asyncio

from spadille.core.events import CardsDealt, DealScored
from spadille.core.rules import CHALLENGE
from spadille.core.seats import Seat
from spadille.core.value import replace
from spadille.protocol.acts import Agree, Leave, Return, Sit
from spadille.protocol.messages import Accepted, Order, Update
from spadille.protocol.news import (
    ClockRanOut,
    MatchStarted,
    OwnerReturned,
    StandInCame,
    StandInReason,
)
from spadille.protocol.table import Stage
from tests.kit.house import PACE, Guest, Inn
from tests.kit.virtual_time import run

SHORT = replace(CHALLENGE, deal_limit=1)


async def play_until(guests: list[Guest], stage: Stage) -> None:
    """Let *guests* make any legal moves until their table is at *stage*."""
    first = guests[0]
    while first.stage() is not stage:
        mover = next((guest for guest in guests if guest.my_turn), None)
        if mover is not None:
            await mover.order(mover.any_act())
        else:
            seq = first.seq
            await first.until(lambda seq=seq: first.seq > seq)  # type: ignore[misc]


def test_computers_take_their_time_and_let_a_full_trick_rest() -> None:
    """A card a second, and two more after a trick."""

    async def story() -> None:
        ruth = Guest("Ruth")
        await Inn().table(ruth)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        await ruth.until(lambda: ruth.my_turn)
        bids = sum(bid is not None for bid in ruth.view.public.bids)
        assert loop.time() - begun == bids * PACE.bot

    run(story())


def test_the_clock_makes_one_move_and_stays_after_the_second() -> None:
    """A computer plays for the seat, which stays its owner's."""

    async def story() -> None:
        ruth = Guest("Ruth")
        table = await Inn().table(ruth, turn_seconds=5)
        await ruth.until(lambda: bool(ruth.heard(ClockRanOut)))
        assert table.state.seats[Seat.SOUTH].played_by_owner
        await ruth.until(lambda: bool(ruth.heard(StandInCame)))
        assert len(ruth.heard(ClockRanOut)) == 2
        assert ruth.heard(StandInCame) == [StandInCame(Seat.SOUTH, StandInReason.CLOCK_RAN_OUT)]
        assert table.state.seat_of("ruth") is Seat.SOUTH
        assert isinstance(await ruth.order(Return()), Accepted)
        assert ruth.heard(OwnerReturned) == [OwnerReturned(Seat.SOUTH)]

    run(story())


def test_a_move_in_time_forgives_the_clock_that_ran_out_before() -> None:
    """Only turns in a row bring a stand-in."""

    async def story() -> None:
        ruth = Guest("Ruth")
        table = await Inn().table(ruth, turn_seconds=5)
        await ruth.until(lambda: bool(ruth.heard(ClockRanOut)) and ruth.my_turn)
        assert table.state.seats[Seat.SOUTH].timeouts == 1
        await ruth.order(ruth.any_act())
        assert table.state.seats[Seat.SOUTH].timeouts == 0

    run(story())


def test_nobody_who_plays_alone_is_hurried_by_the_houses_clock() -> None:
    """The clock starts when somebody else comes who waits, and starts whole."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        await asyncio.sleep(100 * PACE.turn)
        assert ruth.my_turn
        sam.join(table)
        await sam.order(Sit(Seat.NORTH))
        last = sam.last
        assert last is not None
        assert last.clock is not None
        assert last.clock.left == last.clock.total == round(1000 * PACE.turn)
        await ruth.until(lambda: bool(ruth.heard(ClockRanOut)))

    run(story())


def test_the_next_deal_starts_when_all_agree() -> None:
    """At once, with the next dealer."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth)
        sam.join(table)
        await sam.order(Sit(Seat.NORTH))
        await play_until([ruth, sam], Stage.BETWEEN_DEALS)
        await ruth.order(Agree())
        assert ruth.info is not None
        assert [seat.agreed for seat in ruth.info.seats] == [False, False, True, False]
        await sam.order(Agree())
        assert ruth.stage() is Stage.PLAYING
        assert [seat.agreed for seat in ruth.info.seats] == [False] * 4

    run(story())


def test_the_next_deal_starts_by_itself_after_a_while() -> None:
    """One who does not answer does not hold up the table."""

    async def story() -> None:
        ruth = Guest("Ruth")
        await Inn().table(ruth)
        await play_until([ruth], Stage.BETWEEN_DEALS)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        await ruth.until(lambda: ruth.stage() is Stage.PLAYING)
        assert loop.time() - begun == PACE.between

    run(story())


def test_a_rematch_starts_when_all_who_play_agree() -> None:
    """The same four, a new first dealer, the scores at nothing."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth, rules=SHORT)
        sam.join(table)
        await sam.order(Sit(Seat.NORTH))
        await play_until([ruth, sam], Stage.OVER)
        await ruth.order(Agree())
        assert ruth.stage() is Stage.OVER
        await sam.order(Agree())
        assert ruth.stage() is Stage.PLAYING
        assert table.state.match_number == 2
        assert [event.number for event in ruth.heard(MatchStarted)] == [2]
        assert [score.points for score in ruth.view.public.scores] == [0, 0]

    run(story())


def test_an_unwatched_table_sleeps_and_wakes_where_it_was() -> None:
    """It leaves memory, and its log brings it back."""

    async def story() -> None:
        inn, ruth = Inn(), Guest("Ruth")
        table = await inn.table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        state = table.state
        ruth.drop()
        await asyncio.sleep(PACE.idle + 1)
        assert len(inn.directory) == 0
        again = await inn.find(table.id)
        assert again is not table
        assert again.state == state
        ruth.join(again, ruth.seq)
        assert isinstance(await ruth.order(ruth.any_act()), Accepted)

    run(story())


def test_a_table_that_was_only_asked_about_sleeps_too() -> None:
    """Whoever looks at a list of tables keeps none of them in memory."""

    async def story() -> None:
        inn, ruth = Inn(), Guest("Ruth")
        table = await inn.table(ruth)
        ruth.drop()
        await asyncio.sleep(PACE.idle + 1)
        await inn.find(table.id)
        assert len(inn.directory) == 1
        await asyncio.sleep(PACE.idle + 1)
        assert len(inn.directory) == 0

    run(story())


def test_leaving_and_coming_back_wins_no_time() -> None:
    """Otherwise one player could hold up the others for ever."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth)
        sam.join(table)
        await sam.order(Sit(Seat.WEST))
        while not sam.my_turn:
            await sam.until(lambda: sam.my_turn or ruth.my_turn)
            if ruth.my_turn:
                await ruth.order(ruth.any_act())
        await asyncio.sleep(PACE.turn - 5)
        table.submit(sam, Order("leave-once", Leave()))
        await sam.order(Sit(Seat.WEST))
        assert sam.my_turn
        assert sam.last is not None
        assert sam.last.clock is not None
        assert sam.last.clock.left == 5000
        await asyncio.sleep(6)
        assert [event.seat for event in ruth.heard(ClockRanOut)] == [Seat.WEST]

    run(story())


def test_each_update_follows_the_one_before_over_a_whole_match() -> None:
    """The guests check every number; the deals alternate dealers."""

    async def story() -> None:
        ruth, eve = Guest("Ruth"), Guest("Eve")
        table = await Inn().table(ruth, rules=replace(CHALLENGE, deal_limit=4))
        eve.join(table)
        while ruth.stage() is not Stage.OVER:
            await play_until([ruth], Stage.BETWEEN_DEALS if _more(ruth) else Stage.OVER)
            if ruth.stage() is Stage.BETWEEN_DEALS:
                await ruth.order(Agree())
        updates = [m for m in eve.messages if isinstance(m, Update)]
        assert eve.seq == table.seq
        assert len([e for u in updates for e in u.events if isinstance(e, DealScored)]) >= 4
        assert not any(isinstance(e, CardsDealt) for u in updates for e in u.events)

    run(story())


def _more(guest: Guest) -> bool:
    return guest.view.public.deal_number < 4
