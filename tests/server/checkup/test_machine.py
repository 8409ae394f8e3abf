"""The machine and the program, with limits that are given rather than waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spadille.server.checkup.machine import (
    LEAST_MEMORY,
    Stopwatch,
    check_clock,
    check_files,
    check_memory,
    check_processors,
    free_memory,
    processors,
)
from spadille.server.checkup.program import check_kernel, check_page

if TYPE_CHECKING:
    from pathlib import Path


def test_a_clock_that_is_wrong_or_was_set_is_told() -> None:
    assert check_clock(0.0, now=2e9, newest=1e9).state == "ok"
    assert check_clock(-3.0, now=2e9, newest=1e9).state == "warning"
    assert check_clock(0.0, now=1e8, newest=1e9).state == "fault"
    assert abs(Stopwatch().jump()) < 60


def test_too_few_open_files_are_told_with_the_number_that_is_wanted() -> None:
    assert check_files(1000, 1100).state == "ok"
    found = check_files(1000, 1024)
    assert found.state == "warning"
    assert "LimitNOFILE=1100" in found.advice
    assert check_files(10**12).state == "warning"


@pytest.mark.parametrize(
    ("bot", "count", "state"),
    [
        ("expert", 1, "warning"),
        ("expert", 2, "ok"),
        ("skilled", 1, "ok"),
        ("skilled", 0.5, "warning"),
        ("rules", 0.5, "ok"),
    ],
)
def test_processors_are_held_against_the_computer_players(
    bot: str, count: float, state: str
) -> None:
    assert check_processors(bot, count).state == state
    assert processors() > 0


def test_too_little_memory_is_told(tmp_path: Path) -> None:
    assert [f.state for f in check_memory(0, LEAST_MEMORY)] == ["ok"]
    assert [f.state for f in check_memory(1000, LEAST_MEMORY)] == ["warning"]
    meminfo = tmp_path / "meminfo"
    assert free_memory(meminfo) is None
    meminfo.write_text("MemTotal: 900 kB\nMemAvailable:   12 kB\n")
    assert free_memory(meminfo) == 12 * 1024


def test_a_page_that_is_not_built_is_a_fault(tmp_path: Path) -> None:
    found = check_page(tmp_path)
    assert found.state == "fault"
    assert "make web" in found.advice
    (tmp_path / "index.html").touch()
    assert check_page(tmp_path).state == "ok"


def test_a_place_for_compiled_code_that_others_can_write_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "kernel"
    monkeypatch.setenv("SPADILLE_KERNEL_CACHE", str(place))
    chosen = {"SPADILLE_KERNEL_CACHE": str(place)}
    assert check_kernel("skilled", chosen).state == "ok"
    place.chmod(0o777)
    found = check_kernel("skilled", chosen)
    assert found.state == "warning"
    assert "mkdir -m 700" in found.advice
    assert check_kernel("rules", chosen).state == "ok"
