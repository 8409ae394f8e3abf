"""How strong the computers at a table are, and how they share the time to think."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from spadille.bots.bot import ask
from spadille.bots.random_bot import RandomBot
from spadille.bots.rule_bot import RuleBot
from spadille.core.bids import Bid
from spadille.core.rules import RuleSet
from spadille.core.seats import Seat
from spadille.core.view import PlayerView
from spadille.protocol.acts import SetLevel, Sit
from spadille.protocol.levels import BotLevel
from spadille.protocol.messages import Accepted, Declined
from spadille.protocol.news import LevelChanged
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from spadille.server.store.memory import MemoryStore
from spadille.server.tables.events import TableMade, from_body
from spadille.server.tables.house import PATIENCE, THINKERS, House
from spadille.server.tables.offer import ABOUT, Offer
from tests.kit.house import Guest, InlinePool, Inn
from tests.kit.virtual_time import run

EXPERT, CASUAL, SKILLED = BotLevel.EXPERT, BotLevel.CASUAL, BotLevel.SKILLED


def _levels(guest: Guest) -> list[BotLevel | None]:
    assert guest.info is not None
    return [seat.level for seat in guest.info.seats]


async def _play_deal(guest: Guest) -> None:
    while guest.stage() is Stage.PLAYING:
        await guest.until(lambda: guest.my_turn or guest.stage() is not Stage.PLAYING)
        if guest.my_turn:
            await guest.order(guest.any_act())


def test_a_level_chosen_for_a_seat_plays_there_and_nowhere_else() -> None:
    """The house is asked for the players that were chosen, the usual one elsewhere."""
    asked: set[tuple[Seat, BotLevel]] = set()

    class Recorder(RandomBot):
        def __init__(self, level: BotLevel) -> None:
            super().__init__(1)
            self.level = level

        def bid(self, view: PlayerView) -> Bid:
            assert view.own is not None
            asked.add((view.own.seat, self.level))
            return super().bid(view)

    async def story() -> None:
        ruth, inn = Guest("Ruth"), Inn()
        inn.house.roster = lambda _rules, level, _seconds: Recorder(level)
        await inn.table(ruth, levels=(EXPERT, CASUAL, None, None))
        assert _levels(ruth) == [EXPERT, CASUAL, SKILLED, SKILLED]
        await ruth.until(lambda: ruth.my_turn)
        await ruth.order(ruth.any_act())
        await ruth.until(lambda: None not in ruth.view.public.bids)

    run(story())
    assert asked == {(Seat.NORTH, EXPERT), (Seat.EAST, CASUAL), (Seat.WEST, SKILLED)}


def test_the_host_changes_a_level_between_deals_and_it_lasts() -> None:
    """Never in a deal, by nobody else; and a table that wakes up has kept it."""

    async def story() -> None:
        store, ruth, sam = MemoryStore(), Guest("Ruth"), Guest("Sam")
        inn = Inn(store)
        table = await inn.table(ruth)
        sam.join(table)
        await sam.order(Sit(Seat.WEST))
        change = SetLevel(Seat.EAST, EXPERT)
        refused = await ruth.order(change)
        assert isinstance(refused, Declined)
        assert refused.reason is TableReason.NOT_BETWEEN_DEALS
        await asyncio.gather(_play_deal(ruth), _play_deal(sam))
        refused = await sam.order(change)
        assert isinstance(refused, Declined)
        assert refused.reason is TableReason.NOT_HOST
        assert isinstance(await ruth.order(change), Accepted)
        assert sam.heard(LevelChanged) == [LevelChanged(Seat.EAST, EXPERT)]
        assert _levels(sam) == [SKILLED, EXPERT, SKILLED, SKILLED]
        await ruth.order(change)
        assert len(sam.heard(LevelChanged)) == 1
        await inn.directory.close()

        later = Guest("Ruth")
        later.join(await Inn(store).find(table.id))
        assert _levels(later) == [SKILLED, EXPERT, SKILLED, SKILLED]

    run(story())


def test_nobody_plays_above_what_the_server_offers() -> None:
    """It is refused, and a table of a stronger server shows who really plays there now."""

    async def story() -> None:
        store, ruth = MemoryStore(), Guest("Ruth")
        strong = Inn(store)
        table = await strong.table(
            ruth, levels=(EXPERT, CASUAL, None, EXPERT), open_seats=(Seat.EAST,)
        )
        await strong.directory.close()

        weak, later = Inn(store), Guest("Ruth")
        weak.house.offer = Offer(usual=EXPERT, most=CASUAL)
        later.join(await weak.find(table.id))
        await later.until(lambda: _levels(later) == [CASUAL] * 4)
        refused = await later.order(SetLevel(Seat.EAST, SKILLED))
        assert isinstance(refused, Declined)
        assert refused.reason is TableReason.LEVEL_NOT_OFFERED

    run(story())


def test_an_offer_names_each_level_with_a_line_about_it() -> None:
    """Up to the highest one; a usual level above it is lowered."""
    shown = Offer(usual=EXPERT, most=SKILLED).shown()
    assert [info.level for info in shown] == list(BotLevel)[:4]
    assert [info.level for info in shown if info.usual] == [SKILLED]
    assert all(info.about == ABOUT[info.level] for info in shown)
    assert set(ABOUT) == set(BotLevel)


def test_a_table_from_before_there_were_levels_still_wakes() -> None:
    """Its first event names none, so the usual players sit there."""
    old = (
        b'{"type":"table_made","host":"ruth","rules":{"name":"challenge"},'
        b'"turn_seconds":30.0,"clock_always":false}'
    )
    made = from_body(old)
    assert isinstance(made, TableMade)
    assert made.levels == (None, None, None, None)
    assert made.options.gives_hints


def _position() -> PlayerView:
    """A seat's view where it has to bid."""
    seen: list[PlayerView] = []

    async def story() -> None:
        ruth = Guest("Ruth")
        await Inn().table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        seen.append(ruth.view)

    run(story())
    return seen[0]


def test_the_more_wait_the_less_time_each_one_has() -> None:
    """Together they are served in about the same time; next to nothing means thumb rules."""
    seen, given = _position(), list[float]()

    def roster(_rules: RuleSet, _level: BotLevel, seconds: float) -> RandomBot:
        given.append(seconds)
        return RandomBot(1)

    async def story(tables: int) -> list[object]:
        given.clear()
        opened = Event()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(opened.wait)
            house = House(roster, pool)
            moves = [asyncio.ensure_future(house.move(seen, EXPERT)) for _ in range(tables)]
            await asyncio.sleep(0)
            opened.set()
            return list(await asyncio.gather(*moves))

    asyncio.run(story(1))
    assert given == [PATIENCE * THINKERS]
    asyncio.run(story(50))
    assert len(given) == 50
    assert sum(given) / THINKERS < 2 * PATIENCE
    moves = asyncio.run(story(1000))
    assert len(given) < 500
    assert ask(RuleBot(), seen) in moves


def test_a_thought_that_fails_becomes_a_plain_move() -> None:
    """The table goes on, and the log says what was wrong."""
    seen = _position()

    def roster(_rules: RuleSet, _level: BotLevel, _seconds: float) -> RandomBot:
        raise RuntimeError("no such player")

    house = House(roster, InlinePool())
    assert asyncio.run(house.move(seen, EXPERT)) == ask(RuleBot(), seen)


def test_thinking_players_are_sent_for_when_they_are_first_wanted() -> None:
    """Thumb rules need no compiled code, so nobody is sent for."""
    seen, sent = _position(), list[str]()
    house = House(lambda *_: RuleBot(), InlinePool(), Offer(BotLevel.RULES))
    house.wanted = lambda: sent.append("sent")
    asyncio.run(house.move(seen))
    assert sent == []
    asyncio.run(house.move(seen, CASUAL))
    assert sent == ["sent"]
