"""How often somebody may try."""

from __future__ import annotations

import pytest

from spadille.server.people.limits import Limit, network
from spadille.server.people.refusal import in_words


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """What it shows."""
        return self.now


def test_a_burst_is_fine_and_then_tries_come_back_with_time() -> None:
    clock = Clock()
    limit = Limit(3, 0.1, clock)
    assert [limit.take("a") for _ in range(4)] == [0, 0, 0, 10]
    assert limit.take("b") == 0
    clock.now = 9.0
    assert limit.take("a") == 1
    clock.now = 10.0
    assert limit.take("a") == 0
    assert limit.take("a") == 10


def test_a_try_in_good_faith_is_given_back() -> None:
    limit = Limit(1, 0.1, Clock())
    assert limit.take("a") == 0
    limit.give_back("a")
    limit.give_back("never seen")
    assert limit.take("a") == 0


def test_only_who_has_tried_lately_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spadille.server.people.limits._MOST_KEYS", 10)
    clock = Clock()
    limit = Limit(1, 1.0, clock)
    for number in range(10):
        limit.take(str(number))
    clock.now = 100.0
    limit.take("last")
    assert limit.take("last") == 1


def test_whoever_has_many_addresses_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ones seen longest ago are forgotten, half of them at once."""
    monkeypatch.setattr("spadille.server.people.limits._MOST_KEYS", 10)
    limit = Limit(1, 0.001, Clock())
    for number in range(10):
        assert limit.take(str(number)) == 0
    assert limit.take("5") > 0
    assert limit.take("10") == 0
    assert [limit.take(key) > 0 for key in ("5", "9", "0", "1")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("wait", "words"),
    [(1, "1 second"), (119, "119 seconds"), (121, "3 minutes"), (7201, "3 hours")],
)
def test_a_wait_is_told_in_words(wait: int, words: str) -> None:
    assert in_words(wait) == words


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unix socket", "unix socket"),
    ],
)
def test_a_household_counts_as_one(address: str, same: str) -> None:
    assert network(address) == same
