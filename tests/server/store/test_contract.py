"""What every store promises."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from spadille.protocol.news import Person
from spadille.server.store.ports import Conflict, EventStore, PeopleStore

Tell: TypeAlias = Callable[[Callable[[Any], Any]], Any]


def test_events_come_back_in_order_with_their_numbers_time_and_order(tell: Tell) -> None:
    async def story(store: EventStore) -> None:
        await store.append("t", 0, [b"a", b"b"], "order-1")
        await store.append("t", 2, [b"c"], None)
        events = await store.read("t")
        assert [(e.seq, e.body, e.order) for e in events] == [
            (1, b"a", "order-1"),
            (2, b"b", None),
            (3, b"c", None),
        ]
        assert [e.at for e in events] == [1000, 1000, 1001]

    tell(story)


def test_reading_on_leaves_out_what_was_read(tell: Tell) -> None:
    async def story(store: EventStore) -> None:
        await store.append("t", 0, [b"a", b"b", b"c"], None)
        assert [e.seq for e in await store.read("t", after=2)] == [3]
        assert await store.read("t", after=3) == []
        assert await store.read("unknown") == []

    tell(story)


@pytest.mark.parametrize("seq", [0, 1, 3])
def test_only_the_next_number_can_be_written(tell: Tell, seq: int) -> None:
    async def story(store: EventStore) -> None:
        await store.append("t", 0, [b"a", b"b"], None)
        with pytest.raises(Conflict):
            await store.append("t", seq, [b"x", b"y"], None)
        assert [e.body for e in await store.read("t")] == [b"a", b"b"]

    tell(story)


def test_an_order_is_written_once_for_each_table(tell: Tell) -> None:
    async def story(store: EventStore) -> None:
        await store.append("t", 0, [b"a"], "order-1")
        with pytest.raises(Conflict):
            await store.append("t", 1, [b"b", b"c"], "order-1")
        assert len(await store.read("t")) == 1
        await store.append("other", 0, [b"a"], "order-1")
        await store.append("t", 1, [b"b"], "order-2")

    tell(story)


def test_a_conflict_spoils_nothing_that_is_written_beside_it(tell: Tell) -> None:
    """Writes that share a commit fail one by one."""

    async def story(store: EventStore) -> None:
        await store.append("t", 0, [b"a"], "order-1")
        writes = (
            store.append("u", 0, [b"u1"], None),
            store.append("t", 0, [b"stale"], None),
            store.append("t", 1, [b"t2"], "order-2"),
            store.append("t", 2, [b"again"], "order-1"),
            store.append("v", 0, [b"v1"], None),
        )
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [
            type(None),
            Conflict,
            type(None),
            Conflict,
            type(None),
        ]
        assert [e.body for e in await store.read("t")] == [b"a", b"t2"]
        assert [e.body for e in await store.read("v")] == [b"v1"]

    tell(story)


def test_many_tables_write_at_once(tell: Tell) -> None:
    async def one(store: EventStore, table: str) -> list[int]:
        for seq in range(20):
            await store.append(table, seq, [b"%d" % seq], f"{table}-{seq}")
        return [e.seq for e in await store.read(table)]

    async def story(store: EventStore) -> None:
        logs = await asyncio.gather(*(one(store, f"t{n}") for n in range(30)))
        assert logs == [list(range(1, 21))] * 30

    tell(story)


def test_a_cancelled_writer_stops_nobody_else(tell: Tell) -> None:
    async def story(store: EventStore) -> None:
        write = asyncio.ensure_future(store.append("t", 0, [b"a"], None))
        await asyncio.sleep(0)
        write.cancel()
        await store.append("u", 0, [b"u1"], None)
        assert len(await store.read("u")) == 1

    tell(story)


def test_a_table_is_made_once(tell: Tell) -> None:
    async def story(store: EventStore) -> None:
        await store.create_table("t", "host")
        with pytest.raises(Conflict):
            await store.create_table("t", "another")

    tell(story)


def test_seats_are_listed_latest_first_until_they_are_left(tell: Tell) -> None:
    async def story(store: EventStore) -> None:
        for table in "abc":
            await store.set_seated("p", table, seated=True)
        await store.set_seated("q", "a", seated=True)
        await store.set_seated("p", "a", seated=True)
        assert await store.seated_tables("p") == ["a", "c", "b"]
        await store.set_seated("p", "c", seated=False)
        await store.set_seated("p", "never", seated=False)
        assert await store.seated_tables("p") == ["a", "b"]
        assert await store.seated_tables("nobody") == []

    tell(story)


def test_people_are_remembered_as_they_were_last(tell: Tell) -> None:
    async def story(store: PeopleStore) -> None:
        assert await store.get("p") is None
        await store.put(Person("p", "Quiet Heron", "a01"))
        await store.put(Person("p", "Zoë", "a02"))
        assert await store.get("p") == Person("p", "Zoë", "a02")

    tell(story)
