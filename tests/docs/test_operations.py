"""Whoever runs a server finds every setting and every counter explained."""

from __future__ import annotations

import re
from pathlib import Path

from spadille.__main__ import COMMANDS
from spadille.server.gateway.wellbeing import ASIDE, GOING_DOWN, NO_LEASE, STORE_AWAY
from spadille.server.settings import PARSERS, Settings, variable
from spadille.server.telemetry import Metrics

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")


def test_every_setting_is_in_the_table_with_its_default() -> None:
    rows = re.findall(r"^\| (`SPADILLE_[^|]+) \|(?: ([^|]*))? \|", PAGE, re.MULTILINE)
    told = {}
    for names, defaults in rows:
        split = re.findall(r"`(\w+)`", names)
        values = [value.strip().strip("`") for value in defaults.split(",")]
        told.update(dict(zip(split, values, strict=True)))
    del told["SPADILLE_KERNEL_CACHE"]  # of the computer players, who know no settings
    assert set(told) == {variable(name) for name in PARSERS}
    usual = Settings()
    for name in PARSERS:
        value = getattr(usual, name)
        if value not in {"", None, ()} and name != "node_address":
            shown = f"{value:g}" if isinstance(value, float) else str(value)
            assert told[variable(name)] == shown, name


def test_every_metric_is_told_with_its_question_and_no_other() -> None:
    kept = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in Metrics().registry.collect()
    }
    table = PAGE[PAGE.index("| metric |") : PAGE.index("Alerts to begin with")]
    told = set(re.findall(r"`(spadille_\w+)(?:\{\w+\})?`", table))
    assert told == kept


def test_alerts_speak_of_metrics_that_are_kept() -> None:
    alerts = PAGE[PAGE.index("Alerts to begin with") :]
    named = {name.removesuffix("_bucket") for name in re.findall(r"\bspadille_\w+", alerts)}
    table = PAGE[PAGE.index("| metric |") : PAGE.index("Alerts to begin with")]
    assert len(named) > 5
    assert [name for name in named if f"`{name}" not in table] == []


def test_every_reason_not_to_be_ready_is_told() -> None:
    for state in (GOING_DOWN, ASIDE, NO_LEASE, STORE_AWAY):
        assert f"`{state.status}`" in PAGE


def test_the_commands_that_the_page_runs_are_there() -> None:
    named = set(re.findall(r"\bspadille ([a-z]+)\b", "".join(re.findall(r"`[^`]+`", PAGE))))
    named |= set(re.findall(r"^(?:\$ )?spadille ([a-z]+)", PAGE, re.MULTILINE))
    assert {"serve", "doctor", "backup", "restore", "export", "import"} <= named
    assert named <= set(COMMANDS)
