"""The whole check-up, as it is run."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from spadille.__main__ import main
from spadille.server.checkup.finding import fault, ok, warning, worst
from tests.kit.nats import Nats
from tests.kit.server import running

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kit.postgres import Postgres


def examined(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[Any]]:
    """The exit code, and what was found but for the page, which may not be built here."""
    code = main(["doctor", "--json", *words])
    told = json.loads(capsys.readouterr().out)
    assert (code == 1) is (told["state"] == "fault")
    return code, [finding for finding in told["findings"] if finding["topic"] != "page"]


def faults(findings: list[Any]) -> list[str]:
    return [finding["topic"] for finding in findings if finding["state"] == "fault"]


def test_the_worst_finding_counts() -> None:
    assert worst([ok("a", "b")]) == "ok"
    assert worst([ok("a", "b"), warning("a", "b", "c")]) == "warning"
    assert worst([fault("a", "b", "c"), warning("a", "b", "c")]) == "fault"


def test_a_server_that_runs_is_examined_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADILLE_BOT", "rules")

    async def story() -> None:
        async with running(tmp_path / "data"):
            words = ("--data", str(tmp_path / "data"), "--free", "0")
            _, findings = await asyncio.to_thread(examined, capsys, *words)
            assert faults(findings) == []
            assert "a server is running on it" in str(findings)

    asyncio.run(story())


def test_faults_are_told_with_what_to_do_and_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADILLE_BOT", "rules")
    monkeypatch.setenv("SPADILLE_GRACE_SECOND", "3")
    assert main(["doctor", "--data", str(tmp_path), "--free", str(10**12)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("FAULT   disk: ") for line in lines)
    assert "        -> Is SPADILLE_GRACE_SECONDS meant?" in lines
    bad = [number for number, line in enumerate(lines) if line.startswith(("FAULT", "WARNING"))]
    assert all(lines[number + 1].startswith("        -> ") for number in bad)


def test_a_node_is_examined_with_its_database_and_its_bus(
    postgres: Postgres, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADILLE_BOT", "rules")
    monkeypatch.setenv("SPADILLE_DATABASE", postgres.fresh_database())
    with Nats() as nats:
        monkeypatch.setenv("SPADILLE_NATS", nats.url)
        _, findings = examined(capsys)
    topics = [finding["topic"] for finding in findings]
    assert "data directory" not in topics
    assert {"database", "bus"} <= set(topics)
    # The database of the tests does not flush, and that is all.
    assert faults(findings) == ["database"]


def test_settings_that_cannot_be_used_do_not_end_the_check_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADILLE_PORT", "http")
    code, findings = examined(capsys)
    assert code == 1
    assert faults(findings) == ["settings"]
    assert "clock" in {finding["topic"] for finding in findings}
