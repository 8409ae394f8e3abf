"""A database and a bus for all tests of nodes; each test has a database of its own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from spadille.server.nodes.keeper import Keeper
from tests.kit.nats import Nats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.kit.postgres import Postgres


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    """A NATS server that the tests share, but for those that stop it."""
    with Nats() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of an empty database with the schema."""
    return postgres.fresh_database()


@pytest.fixture
def frequent_renewals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lease of half a minute is renewed twice a second: it is long, but lost at once."""
    monkeypatch.setattr("spadille.server.nodes.keeper._RENEWALS", 60)


@pytest.fixture
def long_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table changes its owner because the machine is slow."""
    monkeypatch.setattr("spadille.server.nodes.keeper.Keeper", partial(Keeper, seconds=30.0))
