"""Misspelt variables are found, and proxies that are believed too much or too little."""

from __future__ import annotations

import pytest

from spadille.server.checkup.configuration import check_settings
from spadille.server.checkup.finding import worst
from spadille.server.settings import PARSERS, variable


def test_nothing_set_is_well() -> None:
    settings, findings = check_settings({"PATH": "/bin"}, {})
    assert settings is not None
    assert worst(findings) == "ok"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("SPADILLE_TURN_SECOND", "SPADILLE_TURN_SECONDS"),
        ("SPADILLE_DATABSE", "SPADILLE_DATABASE"),
        ("SPADILLE_ORIGIN", "SPADILLE_ORIGINS"),
        ("SPADILLE_PROT", "SPADILLE_PORT"),
    ],
)
def test_a_misspelt_variable_is_told_with_the_right_one(written: str, meant: str) -> None:
    _, findings = check_settings({written: "1"}, {})
    (found,) = [finding for finding in findings if finding.state != "ok"]
    assert found.state == "warning"
    assert written in found.found
    assert found.advice == f"Is {meant} meant?"


def test_a_variable_like_no_other_is_to_be_unset() -> None:
    _, findings = check_settings({"SPADILLE_XYZZY_QQ": "1"}, {})
    assert [finding.advice[:5] for finding in findings if finding.advice] == ["Unset"]


def test_every_setting_is_known() -> None:
    # A bad value may be told, but no name is unknown.
    _, findings = check_settings({variable(name): "" for name in PARSERS}, {})
    assert [finding for finding in findings if "is no setting" in finding.found] == []


def test_a_value_that_cannot_be_used_is_a_fault_that_gives_no_password_away() -> None:
    settings, findings = check_settings({"SPADILLE_DATABASE": "mysql://joe:hunter2@db/x"}, {})
    assert settings is None
    assert worst(findings) == "fault"
    assert "SPADILLE_DATABASE must be" in findings[0].found
    assert "hunter2" not in str(findings)


BEHIND = {"SPADILLE_ORIGINS": "https://cards.example"}


@pytest.mark.parametrize(
    ("trusted", "state"),
    [(None, "warning"), ("*", "warning"), ("10.0.0.0/8", "ok"), ("127.0.0.1", "ok")],
)
def test_behind_a_proxy_the_server_has_to_know_whom_to_believe(
    trusted: str | None, state: str
) -> None:
    more = {} if trusted is None else {"FORWARDED_ALLOW_IPS": trusted}
    _, findings = check_settings({**BEHIND, **more}, {})
    assert worst(findings) == state
