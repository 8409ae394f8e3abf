"""What the store on PostgreSQL does when the database goes away, and comes back."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from spadille.protocol.news import Person
from spadille.server.store.address import address_of
from spadille.server.store.ports import Conflict, StoreAway
from spadille.server.store.postgres import PostgresStore
from spadille.server.store.postgres_log import _APPEND
from tests.kit.cut_wire import Cut, wire_to

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from tests.kit.postgres import Postgres

GUARD_SECONDS = 60.0


def opened(url: str, **chosen: Any) -> AbstractAsyncContextManager[PostgresStore]:
    """A store for as long as a block lasts."""
    return _Opened(PostgresStore(url, **chosen))


class _Opened:
    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    async def __aenter__(self) -> PostgresStore:
        return self._store

    async def __aexit__(self, *_error: object) -> None:
        await asyncio.wait_for(self._store.close(), GUARD_SECONDS)


def run(story: Callable[[], Any]) -> None:
    """Run *story*; a hang is a failure."""
    asyncio.run(asyncio.wait_for(story(), GUARD_SECONDS))


@pytest.mark.parametrize("how", [signal.SIGQUIT, signal.SIGINT], ids=["crash", "restart"])
def test_while_the_database_is_away_everything_waits(own: Postgres, how: signal.Signals) -> None:
    url = own.fresh_database()

    async def story() -> None:
        async with opened(url) as store:
            await store.append("t", 0, [b"1"], "order-1")
            await store.put(Person("p", "Quiet Heron", "a01"))
            await asyncio.to_thread(own.stop, how)
            calls: list[asyncio.Future[Any]] = [
                asyncio.ensure_future(store.append("t", 1, [b"2"], "order-2")),
                asyncio.ensure_future(store.append("t", 1, [b"stale"], None)),
                asyncio.ensure_future(store.append("u", 0, [b"u"], None)),
                asyncio.ensure_future(store.get("p")),
                asyncio.ensure_future(store.set_seated("p", "t", seated=True)),
            ]
            done, _ = await asyncio.wait(calls, timeout=0.1)
            assert not done
            await asyncio.to_thread(own.start)
            outcomes = await asyncio.gather(*calls, return_exceptions=True)
            assert outcomes[0] is None
            assert isinstance(outcomes[1], Conflict)
            assert outcomes[2:] == [None, Person("p", "Quiet Heron", "a01"), None]
            assert [event.body for event in await store.read("t")] == [b"1", b"2"]
            assert await store.seated_tables("p") == ["t"]

    run(story)


@pytest.mark.slow
def test_what_was_acknowledged_survives_crashes_under_load(own: Postgres) -> None:
    """The database crashes again and again; each append is stored once, and none is refused."""
    url, told = own.fresh_database(), dict[str, int]()
    crashes = [200, 500, 900]
    enough = 1300

    async def play(store: PostgresStore, table: str) -> None:
        while sum(told.values()) < enough:
            seq = told.get(table, 0)
            # Every third has no name, as what tables do by themselves.
            order = f"order-{seq}" if seq % 3 else None
            await store.append(table, seq, [f"{table}-{seq}".encode()], order)
            told[table] = seq + 1

    async def crash() -> None:
        for number in crashes:
            while sum(told.values()) < number:  # noqa: ASYNC110 - it counts what others do
                await asyncio.sleep(0.001)
            await asyncio.to_thread(own.stop)
            await asyncio.to_thread(own.start)

    async def story() -> None:
        async with opened(url) as store:
            await asyncio.gather(crash(), *(play(store, f"t{number}") for number in range(30)))
            for table, seq in told.items():
                bodies = [event.body.decode() for event in await store.read(table)]
                assert bodies == [f"{table}-{number}" for number in range(seq)]

    run(story)


def test_what_waits_too_long_is_told_so(own: Postgres) -> None:
    url = own.fresh_database()

    async def story() -> None:
        async with opened(url, patience=0.1) as store:
            await store.append("t", 0, [b"1"], None)
            await asyncio.to_thread(own.stop)
            try:
                for call in (
                    store.append("t", 1, [b"2"], None),
                    store.get("p"),
                    store.put(Person("p", "Quiet Heron", "a01")),
                    store.ownership.register("n", "", 1.0),
                ):
                    with pytest.raises(StoreAway):
                        await call
            finally:
                await asyncio.to_thread(own.start)
        async with opened(url) as store:
            assert len(await store.read("t")) == 1
            await store.append("t", 1, [b"2"], None)

    run(story)


@pytest.mark.parametrize("how", list(Cut), ids=lambda how: how.name.lower())
@pytest.mark.parametrize("order", ["order-1", None])
def test_a_commit_without_an_answer_is_looked_up(
    postgres: Postgres, how: Cut, order: str | None
) -> None:
    """Whether it was done or not: each event is stored once, and everyone is told so."""
    url = postgres.fresh_database()

    async def story() -> None:
        async with wire_to(postgres.port) as wire:
            through = url.replace(str(postgres.port), str(wire.port))
            async with opened(through) as store:
                await store.append("t", 0, [b"0"], "order-0")
                wire.cut_at(b"cut here", how)
                writes = (
                    store.append("t", 1, [b"cut here", b"2"], order),
                    store.append("u", 0, [b"u"], order),
                    store.append("t", 0, [b"stale"], None),
                )
                outcomes = await asyncio.gather(*writes, return_exceptions=True)
                assert wire.cuts == 1
                assert [*outcomes[:2]] == [None, None]
                assert isinstance(outcomes[2], Conflict)
                log = [(e.seq, e.body, e.order) for e in await store.read("t")]
                assert log == [(1, b"0", "order-0"), (2, b"cut here", order), (3, b"2", None)]
                assert len(await store.read("u")) == 1

    run(story)


@pytest.mark.parametrize("how", list(Cut), ids=lambda how: how.name.lower())
def test_a_change_whose_commit_has_no_answer_is_not_taken_for_done(
    postgres: Postgres, how: Cut
) -> None:
    url = postgres.fresh_database()

    async def story() -> None:
        async with wire_to(postgres.port) as wire:
            through = url.replace(str(postgres.port), str(wire.port))
            async with opened(through) as store:
                wire.cut_at(b"COMMIT", how)
                with pytest.raises(StoreAway):
                    await store.create_table("t", "host")
                kept = await store.database.query("SELECT id FROM game_table")
                assert len(kept) == (how is Cut.AFTER)

    run(story)


def test_a_connection_lost_before_the_commit_is_no_harm(postgres: Postgres) -> None:
    url = postgres.fresh_database()

    async def story() -> None:
        async with wire_to(postgres.port) as wire:
            through = url.replace(str(postgres.port), str(wire.port))
            async with opened(through) as store:
                for word, call in (
                    (b"INSERT INTO game_table", store.create_table("t", "host")),
                    (b"INSERT INTO event", store.append("t", 0, [b"1"], "order-1")),
                    (b"FROM guest", store.get("p")),
                ):
                    wire.cut_at(word, Cut.AFTER)
                    await call
                assert wire.cuts == 3
                assert len(await store.read("t")) == 1

    run(story)


def test_of_two_servers_without_owners_one_writes_each_number(postgres: Postgres) -> None:
    """Both write to the same tables at once; nothing is lost, doubled or mixed."""
    url = postgres.fresh_database()
    tables = [f"t{number}" for number in range(20)]

    async def play(store: PostgresStore, table: str, name: bytes) -> list[int]:
        won: list[int] = []
        while len(won) < 10:
            seq = len(await store.read(table))
            try:
                await store.append(table, seq, [name, name], f"{name.decode()}-{seq}")
            except Conflict:
                continue
            won.append(seq)
        return won

    async def story() -> None:
        async with opened(url) as one, opened(url) as other:
            names = ((one, b"one"), (other, b"other"))
            await asyncio.gather(*(play(s, t, n) for t in tables for s, n in names))
            for table in tables:
                log = await one.read(table)
                assert [event.seq for event in log] == list(range(1, 41))
                assert all(log[n].body == log[n + 1].body for n in range(0, 40, 2))
                assert sum(event.body == b"one" for event in log) == 20

    run(story)


def test_whatever_waits_shares_a_commit(postgres: Postgres) -> None:
    url, sizes = postgres.fresh_database(), list[int]()

    async def story() -> None:
        async with opened(url, observer=lambda size, _seconds: sizes.append(size)) as store:
            await asyncio.gather(*(store.append(f"t{n}", 0, [b"a"], None) for n in range(50)))

    run(story)
    assert sum(sizes) == 50
    assert len(sizes) <= 2


def test_what_is_queued_is_written_before_it_closes(postgres: Postgres) -> None:
    url = postgres.fresh_database()

    async def story() -> None:
        async with opened(url) as store:
            writes = [
                asyncio.ensure_future(store.append(f"t{n}", 0, [b"a"], None)) for n in range(50)
            ]
            await asyncio.sleep(0)
        assert await asyncio.gather(*writes) == [None] * 50

    run(story)


def test_a_failing_database_is_told_to_everyone_who_waits(postgres: Postgres) -> None:
    """Nobody waits for ever, and the store works again afterwards."""
    url = postgres.fresh_database()

    async def story() -> None:
        outside = await asyncpg.connect(url)
        async with opened(url) as store:
            await store.append("t", 0, [b"a"], None)
            await outside.execute("ALTER TABLE event RENAME TO lost")
            writes = [store.append("t", 1, [b"b"], None), store.append("u", 0, [b"a"], None)]
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [asyncpg.UndefinedTableError] * 2
            await outside.execute("ALTER TABLE lost RENAME TO event")
            await store.append("t", 1, [b"b"], None)
        await outside.close()

    run(story)


def test_text_that_the_database_cannot_hold_stops_nobody(postgres: Postgres) -> None:
    """Orders name themselves, and some do it with a NUL."""
    url = postgres.fresh_database()

    async def story() -> None:
        async with opened(url) as store:
            writes = (
                store.append("t", 0, [b"\x00"], "p:\x00"),
                store.append("u", 0, [b"a"], None),
            )
            await asyncio.gather(*writes)
            with pytest.raises(Conflict):
                await store.append("t", 1, [b"b"], "p:\x00")
            assert await store.read("\x00") == []

    run(story)


def test_what_is_shown_of_an_address_is_no_secret() -> None:
    url = "postgresql://user:p@ss:w/rd@db.example:5432/cards?password=secret"
    shown = address_of(url)
    assert shown.endswith("db.example:5432/cards")
    assert not any(word in shown for word in ("user", "p@ss", "/rd", "secret", "w/"))


def test_nobody_takes_a_table_over_in_the_middle_of_a_write(postgres: Postgres) -> None:
    """Or the new owner would read the log before its last events."""
    url = postgres.fresh_database()

    async def story() -> None:
        writing = await asyncpg.connect(url)
        async with opened(url) as store:
            owners = store.ownership
            for node in ("a", "b"):
                await owners.register(node, "", 3600.0)
            await owners.claim(["t", "u"], "a")
            await owners.mark("a", unroutable=True)
            transaction = writing.transaction()
            await transaction.start()
            columns = (["t"], [0], [None], [1], ["t"], [1], [None], [1000], [b"last"])
            ((head, obeyed, current),) = await writing.fetch(_APPEND, *columns)
            assert (head, obeyed, current) == (0, False, True)
            assert await owners.claim_orphans(9, "b") == {"u": 2}
            assert await owners.claim(["t", "u"], "b") == {"u": 2}
            await transaction.commit()
            assert await owners.claim(["t"], "b") == {"t": 2}
            assert [event.body for event in await store.read("t")] == [b"last"]
        await writing.close()

    run(story)
