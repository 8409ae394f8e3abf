"""A node that is told to stop stops, also where something it waits in forgets that."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from structlog.testing import capture_logs

from spadille.server import ending
from spadille.server.ending import end
from spadille.server.gateway.watchman import Watchman
from tests.kit.house import Guest
from tests.kit.nodes import Station
from tests.server.nodes.test_tables import tell

if TYPE_CHECKING:
    from tests.kit.nats import Nats

ENOUGH_SECONDS = 10.0
"""For anything that ends at all."""


class Forgetful:
    """Something to wait in that takes a cancellation for the answer."""

    def __init__(self) -> None:
        """Nobody waits yet."""
        self.entered = asyncio.Event()

    async def __call__(self, *_what: Any, **_more: Any) -> Any:
        """Wait until cancelled, and go on as if nothing had happened."""
        self.entered.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return []


def test_a_lease_is_left_though_its_renewal_forgets_it(database: str, nats: Nats) -> None:
    async def story(stations: list[Station]) -> None:
        keeper, renew = stations[0].keeper, Forgetful()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(keeper._ownership, "renew", renew)
            await renew.entered.wait()
            await asyncio.wait_for(keeper.stop(), ENOUGH_SECONDS)
        assert await stations[0].store.ownership.nodes() == []

    tell(1, database, nats, story)


def test_rounds_end_though_one_of_them_forgets_it(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spadille.server.nodes.orphans._CHECK_ROUNDS", 1)

    async def story(stations: list[Station]) -> None:
        directory, ask = stations[0].directory, Forgetful()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(directory._ownership, "owned_by", ask)
            await ask.entered.wait()
            await asyncio.wait_for(directory._orphanage.stop(), ENOUGH_SECONDS)

    tell(1, database, nats, story, lease=30.0)


def test_a_directory_closes_though_a_desk_that_it_sweeps_forgets_it(
    database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spadille.server.nodes.shared._SWEEP_SECONDS", 0.01)
    monkeypatch.setattr("spadille.server.nodes.shared._QUIET_SECONDS", 0.0)

    async def story(stations: list[Station]) -> None:
        first, second = stations
        table = await first.table(Guest("Ruth"))
        closing = Forgetful()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("spadille.server.nodes.shared._closed", closing)
            desk = await second.find(table.id)
            await closing.entered.wait()
            await asyncio.wait_for(second.directory.close(), ENOUGH_SECONDS)
        # Its closing stood still; nobody else is to wait for it.
        await desk.close()

    tell(2, database, nats, story, lease=30.0)


def test_a_bus_closes_though_what_it_sends_and_answers_forgets_it(
    database: str, nats: Nats
) -> None:
    async def story(stations: list[Station]) -> None:
        first, second = stations
        answer, send = Forgetful(), Forgetful()
        client: Any = first.bus._client
        await first.bus.serve("some", answer)
        asking = asyncio.create_task(second.bus.ask("some", b"", ENOUGH_SECONDS))
        await answer.entered.wait()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(client, "publish", send)
            first.bus.publish("some", b"")
            await send.entered.wait()
            answering = tuple(first.bus._tasks)
            await asyncio.wait_for(first.bus.close(), ENOUGH_SECONDS)
        assert answering
        assert all(task.done() for task in answering)
        asking.cancel()
        first.bus._client = None

    tell(2, database, nats, story, lease=30.0)


def test_a_bus_that_is_closed_is_not_lost(database: str, nats: Nats) -> None:
    """It would be a warning at every orderly end."""

    async def story(_stations: list[Station]) -> None:
        """Come and go."""

    with capture_logs() as lines:
        tell(1, database, nats, story, lease=30.0)
    assert [line["event"] for line in lines if line["log_level"] != "info"] == []


def test_a_watchman_ends_though_the_store_that_he_asks_forgets_it() -> None:
    """Or he would ask a store that is closed by then."""

    async def main() -> None:
        store: Any = SimpleNamespace(banned=Forgetful())
        watchman = Watchman(store, cast("Any", None))
        watchman.start()
        await store.banned.entered.wait()
        await asyncio.wait_for(watchman.stop(), ENOUGH_SECONDS)
        assert watchman._task is not None
        assert watchman._task.done()

    asyncio.run(main())


def test_a_task_that_does_not_end_is_named_once_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ending, "_LONG_SECONDS", 0.0)
    monkeypatch.setattr(ending, "_AGAIN_SECONDS", 0.001)

    async def main() -> None:
        wait = Forgetful()

        async def stubborn() -> None:
            for _ in range(10):
                await wait()

        task = asyncio.create_task(stubborn(), name="stubborn")
        await wait.entered.wait()
        await end(task)
        assert not task.cancelled()

    with capture_logs() as lines:
        asyncio.run(main())
    (line,) = lines
    assert (line["event"], line["task"]) == ("a task does not end", "stubborn")
    assert [place.rpartition(":")[0].rpartition(".")[2] for place in line["waits"]] == [
        "stubborn",
        "__call__",
        "wait",
    ]
