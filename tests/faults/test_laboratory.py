"""The laboratory of faults in small: what it breaks, and that it would see what was lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from benchmarks.faults.evidence import Done, Evidence, Told
from benchmarks.faults.laboratory import Plan, run
from benchmarks.faults.report import Progress
from benchmarks.faults.verdict import Writer, judge
from spadille.core.codec import encoder
from spadille.core.seats import Seat
from spadille.protocol.news import Agreed
from spadille.server.store.ports import StoredEvent
from spadille.server.tables.events import to_body

if TYPE_CHECKING:
    from pathlib import Path

SMALL = Plan(
    names=("kill9", "cut-postgres", "clock", "orders", "slow", "no-writes"),
    times=1,
    tables=2,
    nodes=2,
    seconds=1.0,
    think=0.01,
    events=4,
    fsync=False,
)
EVENTS = [Agreed(seat) for seat in Seat]
LOG = [
    StoredEvent(number, 0, to_body(event), f"order-{number}")
    for number, event in enumerate(EVENTS, 1)
]
TOLD = Told(1, Seat.NORTH, tuple(encoder().encode(event) for event in EVENTS))


@pytest.mark.e2e
@pytest.mark.slow
def test_nobody_loses_anything_by_any_fault(tmp_path: Path) -> None:
    outcomes = asyncio.run(run(SMALL, tmp_path, Progress(quiet=True)))
    assert [outcome.name for outcome in outcomes] == list(SMALL.names)
    for outcome in outcomes:
        assert outcome.is_clean, outcome.line()
        assert outcome.times == 1
        assert outcome.acts > 0
    by_name = {outcome.name: outcome for outcome in outcomes}
    assert by_name["kill9"].reconnects > 0
    assert by_name["slow"].notes["slow clients sent away"] > 0
    assert by_name["no-writes"].declined > 0


def test_true_evidence_is_clean() -> None:
    said = Evidence(told=[TOLD], done=[Done("order-2", 2), Done("order-2", 2)])
    assert judge({"t": [said]}, {"t": LOG}).is_clean


def test_what_was_acknowledged_or_told_and_is_not_in_the_log_is_lost() -> None:
    said = Evidence(told=[TOLD], done=[Done("order-2", 2), Done("order-4", 4)])
    assert judge({"t": [said]}, {"t": LOG[:3]}).lost == 2
    said = Evidence(done=[Done("order-2", 3)])
    assert judge({"t": [said]}, {"t": LOG}).lost == 1


def test_what_reads_otherwise_in_the_log_is_changed() -> None:
    other = StoredEvent(2, 0, to_body(Agreed(Seat.WEST)), "order-2")
    said = Evidence(told=[TOLD])
    assert judge({"t": [said]}, {"t": [LOG[0], other, *LOG[2:]]}).changed == 1


def test_gaps_and_doubles_are_seen_on_both_sides() -> None:
    assert judge({"t": [Evidence(gaps=1, doubles=2)]}, {"t": LOG}).broken == 3
    assert judge({"t": []}, {"t": LOG[1:]}).broken == 1
    again = StoredEvent(5, 0, LOG[0].body, "order-1")
    assert judge({"t": []}, {"t": [*LOG, again]}).broken == 1


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ([Writer("t", 1, "a", None, None), Writer("t", 2, "a", "a", 1)], 0),
        ([Writer("t", 1, "a", "a", 1), Writer("t", 2, "b", "b", 2)], 0),
        ([Writer("t", 1, "a", "a", 1), Writer("t", 2, "b", "a", 1)], 1),
        ([Writer("t", 1, "a", "a", 1), Writer("t", 2, "b", "b", 1)], 1),
        ([Writer("t", 1, "a", "a", 2), Writer("t", 2, "a", "a", 1)], 1),
        ([Writer("t", 1, "a", "a", 1), Writer("t", 2, "a", None, 1)], 1),
    ],
)
def test_two_writers_are_seen(rows: list[Writer], wrong: int) -> None:
    assert judge({}, {}, rows).two_writers == wrong
