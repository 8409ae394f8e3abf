"""Orders: done once, stored before anyone hears, and answered the same way again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from spadille.core.audience import HandDealt
from spadille.core.events import BidPlaced, CardsDealt
from spadille.core.review import verify
from spadille.core.rules import CHALLENGE
from spadille.core.seats import Seat
from spadille.core.shuffle import commitment, deal_hands
from spadille.core.value import replace
from spadille.protocol.acts import Agree, MakeBid, Sit
from spadille.protocol.messages import Accepted, Declined, Order, Refused, Update, Welcome
from spadille.protocol.news import DeckCommitted, DeckRevealed
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from spadille.server.store.memory import MemoryStore
from spadille.server.tables.events import DeckSealed, from_body
from tests.kit.house import Guest, Inn
from tests.kit.virtual_time import run
from tests.server.tables.test_clocks import play_until

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.server.store.ports import StoredEvent


class FailingStore(MemoryStore):
    """A store that can be told to fail, before or after it has written."""

    fail_before = False
    fail_after = False
    fail_reading = False

    async def append(
        self,
        table: str,
        seq: int,
        bodies: Sequence[bytes],
        order: str | None,
        *,
        epoch: int | None = None,
    ) -> None:
        """Append, unless told to fail."""
        if self.fail_before:
            raise OSError("disk full")
        await super().append(table, seq, bodies, order, epoch=epoch)
        if self.fail_after:
            self.fail_after = False
            raise OSError("connection lost")

    async def read(self, table: str, after: int = 0) -> list[StoredEvent]:
        """Read, unless told to fail."""
        if self.fail_reading:
            raise OSError("disk gone")
        return await super().read(table, after)


def test_an_order_sent_twice_is_done_once_and_answered_alike() -> None:
    """Also over a restart of the server."""

    async def story() -> None:
        store, ruth = MemoryStore(), Guest("Ruth")
        table = await Inn(store).table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        act = ruth.any_act()
        first = await ruth.order(act, "order-once")
        again = await ruth.order(act, "order-once")
        assert isinstance(first, Accepted)
        assert again == first
        back = Guest("Ruth")
        back.join(await Inn(store).find(table.id))
        assert await back.order(act, "order-once") == first
        placed = [b for b in ruth.heard(BidPlaced) if b.seat is Seat.SOUTH]
        assert len(placed) == 1

    run(story())


def test_one_persons_order_id_says_nothing_about_anothers() -> None:
    """Ids are kept apart by person."""

    async def story() -> None:
        ruth, sam = Guest("Ruth"), Guest("Sam")
        table = await Inn().table(ruth)
        sam.join(table)
        assert isinstance(await sam.order(Sit(Seat.NORTH), "order-same"), Accepted)
        assert isinstance(await ruth.order(Sit(Seat.EAST), "order-same"), Declined)

    run(story())


def test_a_refused_order_reaches_only_its_sender() -> None:
    """And changes nothing."""

    async def story() -> None:
        ruth, eve = Guest("Ruth"), Guest("Eve")
        table = await Inn().table(ruth)
        eve.join(table)
        await ruth.until(lambda: ruth.my_turn)
        heard = len(eve.messages)
        bid = replace(ruth.own().bids[0], blind=True)
        assert isinstance(await ruth.order(MakeBid(bid)), Refused)
        assert len(eve.messages) == heard

    run(story())


def test_what_could_not_be_stored_has_not_happened() -> None:
    """The order is declined, nobody hears of it, and it can be sent again."""

    async def story() -> None:
        store, ruth = FailingStore(), Guest("Ruth")
        table = await Inn(store).table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        store.fail_before = True
        state, act = table.state, ruth.any_act()
        answer = await ruth.order(act, "order-fail")
        assert isinstance(answer, Declined)
        assert answer.reason is TableReason.NOT_STORED
        assert table.state == state
        store.fail_before = False
        assert isinstance(await ruth.order(act, "order-fail"), Accepted)

    run(story())


def test_an_order_stored_by_a_write_that_seemed_to_fail_is_accepted() -> None:
    """The log is asked what became of it."""

    async def story() -> None:
        store, ruth = FailingStore(), Guest("Ruth")
        await Inn(store).table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        store.fail_after = True
        assert isinstance(await ruth.order(ruth.any_act()), Accepted)
        assert len([b for b in ruth.heard(BidPlaced) if b.seat is Seat.SOUTH]) == 1

    run(story())


def test_a_table_outlives_a_store_that_can_neither_be_written_nor_read_for_a_while() -> None:
    """It goes on where it was as soon as the log can be read again."""

    async def story() -> None:
        store, ruth = FailingStore(), Guest("Ruth")
        table = await Inn(store).table(ruth)
        await ruth.until(lambda: ruth.my_turn)
        act = ruth.any_act()
        store.fail_before = store.fail_reading = True
        table.submit(ruth, Order("order-lost", act))
        await asyncio.sleep(60)
        store.fail_before = store.fail_reading = False
        assert isinstance(await asyncio.wait_for(ruth.order(act), 60), Accepted)

    run(story())


def test_a_client_that_resumes_hears_just_what_it_missed() -> None:
    """One update with the missing events; a whole welcome where memory ends."""

    async def story() -> None:
        inn, ruth, eve = Inn(), Guest("Ruth"), Guest("Eve")
        table = await inn.table(ruth)
        eve.join(table)
        eve.drop()
        seen = eve.seq
        await ruth.until(lambda: ruth.my_turn)
        await ruth.order(ruth.any_act())
        eve.messages.clear()
        eve.join(table, seen)
        assert isinstance(eve.messages[0], Update)
        assert eve.seq == table.seq
        assert eve.last is not None
        assert ruth.last is not None
        assert eve.last.game is not None
        assert ruth.last.game is not None
        assert eve.last.game.public == ruth.last.game.public
        stranger = Guest("Kim")
        stranger.join(table, 0)
        assert isinstance(stranger.messages[0], Welcome)

    run(story())


def test_the_deck_is_committed_before_the_deal_and_revealed_after_it() -> None:
    """The seed deals the cards that were dealt, and nobody hears it before."""

    async def story() -> None:
        store, ruth = MemoryStore(), Guest("Ruth")
        table = await Inn(store).table(ruth, rules=replace(CHALLENGE, deal_limit=2))
        log = [from_body(event.body) for event in await store.read(table.id)]
        sealed = next(event for event in log if isinstance(event, DeckSealed))
        dealt = next(event for event in log if isinstance(event, CardsDealt))
        assert log.index(sealed) < log.index(dealt)
        assert dealt.hands == deal_hands(bytes.fromhex(sealed.seed))
        assert ruth.info is not None
        assert ruth.info.commitment == sealed.commitment
        await play_until([ruth], Stage.BETWEEN_DEALS)
        assert sealed.seed not in b"".join(ruth.frames[:-10]).decode()
        revealed = ruth.heard(DeckRevealed)
        assert revealed == [DeckRevealed(1, sealed.seed)]
        assert commitment(bytes.fromhex(revealed[0].seed)) == sealed.commitment
        assert [event.deal_number for event in ruth.heard(DeckCommitted)] == [2]

    run(story())


def test_a_hand_that_may_be_bid_blind_is_sent_to_nobody() -> None:
    """The player's own client gets it after the look, and not before."""

    async def story() -> None:
        ruth = Guest("Ruth")
        anytime = replace(CHALLENGE, blind_nil_points=100, blind_nil_behind=None)
        await Inn().table(ruth, rules=anytime)
        assert ruth.own().hand is None
        assert ruth.own().may_look
        dealt = ruth.heard(HandDealt)
        assert all(event.hand is None for event in dealt)

    run(story())


def test_the_record_of_a_match_is_fair_and_leaves_out_the_deal_under_way() -> None:
    """Every finished deal verifies; nothing of the next one shows."""

    async def story() -> None:
        ruth = Guest("Ruth")
        table = await Inn().table(ruth, rules=replace(CHALLENGE, deal_limit=2))
        await play_until([ruth], Stage.BETWEEN_DEALS)
        record = await table.record(1)
        assert record is not None
        assert record.players == ("Computer", "Computer", "Ruth", "Computer")
        assert len(record.deals) == 1
        assert verify(record) == []
        await ruth.order(Agree())
        again = await table.record(1)
        assert again == record
        assert await table.record(2) is None

    run(story())
