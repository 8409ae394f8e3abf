"""What every store promises about nodes, owners and their epochs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from spadille.server.store.ownership_ports import LeaseLost, Node, Owner
from spadille.server.store.ports import Conflict, Fenced

Tell: TypeAlias = Callable[[Callable[[Any], Any]], Any]
LONG = 3600.0
"""Seconds of a lease that does not lapse while a test runs."""


async def _two(owners: Any) -> None:
    for node in ("a", "b"):
        assert 0 < await owners.register(node, f"{node}:1", LONG) <= LONG


async def _lapse(owners: Any, node: str) -> None:
    """Let a lease lapse now: it is renewed for no time at all."""
    assert await owners.renew(node, 0) <= 0


def test_a_node_is_known_until_its_lease_lapses(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        assert await owners.nodes() == []
        await _two(owners)
        assert await owners.nodes() == [
            Node("a", "a:1", draining=False, unroutable=False, tables=0),
            Node("b", "b:1", draining=False, unroutable=False, tables=0),
        ]
        assert LONG < await owners.renew("a", 2 * LONG) <= 2 * LONG
        await _lapse(owners, "a")
        assert [node.id for node in await owners.nodes()] == ["b"]
        for call in (
            owners.renew("a", LONG),
            owners.mark("a", draining=True),
            owners.claim(["t"], "a"),
            owners.claim_orphans(1, "a"),
            owners.renew("never", LONG),
        ):
            with pytest.raises(LeaseLost):
                await call

    tell(story)


@pytest.mark.parametrize("left", [False, True], ids=["lapsed", "left"])
def test_an_id_is_never_used_again(tell: Tell, left: bool) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        await owners.register("a", "a:1", LONG)
        with pytest.raises(Conflict):
            await owners.register("a", "a:1", LONG)
        await (owners.leave("a") if left else _lapse(owners, "a"))
        with pytest.raises(Conflict):
            await owners.register("a", "a:1", LONG)
        with pytest.raises(LeaseLost):
            await owners.renew("a", LONG)

    tell(story)


def test_a_table_has_one_owner(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        await _two(owners)
        assert await owners.owner_of("t") is None
        assert await owners.claim(["t", "u"], "a") == {"t": 1, "u": 1}
        assert await owners.claim(["t", "u", "v"], "b") == {"v": 1}
        assert await owners.claim(["u", "v"], "a") == {"u": 1}, "a claim may be repeated"
        assert await owners.owner_of("t") == Owner("a", "a:1", 1)
        assert await owners.owned_by("a") == {"t": 1, "u": 1}
        assert await owners.claim_orphans(9, "b") == {}
        assert [node.tables for node in await owners.nodes()] == [2, 1]

    tell(story)


def test_the_tables_of_a_lapsed_node_are_taken_with_a_new_epoch(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        await _two(owners)
        await owners.claim(["t", "u", "v"], "a")
        await _lapse(owners, "a")
        assert await owners.owner_of("t") is None
        assert await owners.owned_by("a") == {"t": 1, "u": 1, "v": 1}
        taken = await owners.claim_orphans(2, "b")
        assert list(taken.values()) == [2, 2]
        assert await owners.claim(["t", "u", "v"], "b") == {"t": 2, "u": 2, "v": 2}
        assert await owners.owned_by("a") == {}

    tell(story)


def test_a_table_that_sleeps_is_no_orphan(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        await _two(owners)
        await owners.claim(["t", "u"], "a")
        await owners.release(["t", "never"], "a", asleep=True)
        await owners.release(["u"], "b", asleep=False)
        assert await owners.owner_of("t") is None
        assert await owners.owner_of("u") == Owner("a", "a:1", 1)
        assert await owners.claim_orphans(9, "b") == {}
        assert await owners.claim(["t"], "b") == {"t": 2}
        await owners.release(["t"], "b", asleep=False)
        assert await owners.claim_orphans(9, "a") == {"t": 3}

    tell(story)


def test_a_draining_node_keeps_what_it_has_and_gets_no_more(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        await _two(owners)
        await owners.claim(["t"], "a")
        await owners.claim(["u"], "b")
        await owners.mark("a", draining=True)
        assert [node.draining for node in await owners.nodes()] == [True, False]
        await owners.release(["u"], "b", asleep=False)
        assert await owners.claim(["t", "u"], "a") == {"t": 1}
        assert await owners.claim_orphans(9, "a") == {}
        assert await owners.claim_orphans(9, "b") == {"u": 2}
        await owners.leave("a")
        assert await owners.claim_orphans(9, "b") == {"t": 2}
        await owners.leave("a")

    tell(story)


def test_the_tables_of_an_unroutable_node_are_orphans(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        await _two(owners)
        await owners.claim(["t", "u"], "a")
        await owners.mark("a", unroutable=True)
        (first, _) = await owners.nodes()
        assert (first.unroutable, first.draining) == (True, False)
        assert await owners.claim_orphans(1, "b") == {"t": 2}
        assert await owners.claim(["t", "u", "v"], "a") == {"u": 1}
        await owners.mark("a", unroutable=False)
        assert await owners.claim(["v"], "a") == {"v": 1}

    tell(story)


def test_several_nodes_that_ask_at_once_share_the_orphans(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        tables = [f"t{number:02}" for number in range(40)]
        for node in ("gone", "a", "b", "c"):
            await owners.register(node, "", LONG)
        await owners.claim(tables, "gone")
        await owners.leave("gone")
        taken: list[str] = []
        while len(taken) < len(tables):
            for found in await asyncio.gather(*(owners.claim_orphans(5, n) for n in "abc")):
                assert len(found) <= 5
                assert set(found.values()) <= {2}
                taken += found
        assert sorted(taken) == tables

    tell(story)


def test_several_nodes_that_claim_the_same_tables_at_once_get_each_once(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        tables = [f"t{number:02}" for number in range(40)]
        for node in "abc":
            await owners.register(node, "", LONG)
        found = await asyncio.gather(*(owners.claim(tables, node) for node in "abc"))
        assert sorted(table for claimed in found for table in claimed) == tables

    tell(story)


def test_only_the_epoch_of_the_owner_can_write(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        await _two(owners)
        with pytest.raises(Fenced):
            await store.append("t", 0, [b"x"], None, epoch=1)
        await owners.claim(["t"], "a")
        await store.append("t", 0, [b"1"], "order-1", epoch=1)
        await _lapse(owners, "a")
        await store.append("t", 1, [b"2"], None, epoch=1)  # nobody has taken it yet
        await owners.claim_orphans(1, "b")
        for seq, order in ((1, None), (2, "order-2"), (2, "order-1")):
            with pytest.raises(Fenced):
                await store.append("t", seq, [b"x"], order, epoch=1)
        with pytest.raises(Conflict):
            await store.append("t", 1, [b"x"], None, epoch=2)
        await store.append("t", 2, [b"3"], None, epoch=2)
        await owners.release(["t"], "b", asleep=True)
        with pytest.raises(Fenced):
            await store.append("t", 3, [b"x"], None, epoch=2)
        assert [event.body for event in await store.read("t")] == [b"1", b"2", b"3"]

    tell(story)


def test_a_fenced_write_spoils_nothing_beside_it(tell: Tell) -> None:
    async def story(store: Any) -> None:
        owners = store.ownership
        await _two(owners)
        await owners.claim(["t", "u"], "a")
        writes = (
            store.append("t", 0, [b"t1"], None, epoch=1),
            store.append("u", 0, [b"x"], None, epoch=7),
            store.append("t", 1, [b"t2"], None, epoch=1),
            store.append("v", 0, [b"v1"], None),
        )
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [
            type(None),
            Fenced,
            type(None),
            type(None),
        ]
        assert await store.read("u") == []
        assert len(await store.read("t")) == 2

    tell(story)
