"""Credits come back with time."""

from __future__ import annotations

from spadille.server.gateway.limiter import Credits


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
