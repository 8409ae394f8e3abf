"""Credits come back with time."""

from __future__ import annotations

import pytest

from spadille.server.gateway.limiter import Credits, Purses


def test_a_burst_is_fine_and_a_flood_is_not() -> None:
    purse = Credits.full(3, per_second=1, now=0)
    outcomes = []
    for _ in range(5):
        purse, enough = purse.spend(now=0)
        outcomes.append(enough)
    assert outcomes == [True, True, True, False, False]


def test_purse_grow_again_up_to_the_most() -> None:
    purse = Credits.full(3, per_second=2, now=0)
    purse, enough = purse.spend(now=0, cost=3)
    assert enough
    purse, enough = purse.spend(now=0.25)
    assert not enough
    purse, enough = purse.spend(now=0.5)
    assert enough
    purse, _ = purse.spend(now=1000, cost=0)
    assert purse.left == 3


def test_everyone_has_a_purse_of_their_own() -> None:
    now = 0.0
    purses = Purses(2, per_second=1, now=lambda: now)
    assert [purses.spend("ann") for _ in range(3)] == [True, True, False]
    assert purses.spend("bob")
    now = 1.0
    assert purses.spend("ann")


def test_purses_of_the_long_unseen_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spadille.server.gateway.limiter._MOST_PURSES", 2)
    purses = Purses(1, per_second=0, now=lambda: 0.0)
    assert [purses.spend(person) for person in ("ann", "bob", "cid")] == [True] * 3
    assert not purses.spend("cid")
    assert purses.spend("ann")
