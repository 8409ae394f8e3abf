"""Every store there is, for the tests that all of them must pass."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from spadille.server.store.memory import MemoryStore
from spadille.server.store.postgres import PostgresStore
from spadille.server.store.sqlite import SqliteStore
from tests.kit.postgres import Postgres

if TYPE_CHECKING:
    from pathlib import Path

Story = Callable[[Any], Any]


@pytest.fixture(scope="session")
def own() -> Iterator[Postgres]:
    """A PostgreSQL that these tests may stop, so long as they start it again."""
    with Postgres() as server:
        yield server


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def tell(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Story], Any]:
    """Run a story on an empty store, whose clock ticks once for each look at it."""
    url = ""
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").fresh_database()

    def run(story: Story) -> Any:
        async def main() -> Any:
            ticks = count(1000)
            store: Any
            if request.param == "memory":
                store = MemoryStore(lambda: next(ticks))
            elif request.param == "postgres":
                store = PostgresStore(url, clock=lambda: next(ticks))
            else:
                store = SqliteStore(tmp_path, clock=lambda: next(ticks))
            try:
                return await story(store)
            finally:
                await store.close()

        return asyncio.run(main())

    return run
