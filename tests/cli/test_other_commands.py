"""The command line, but for ``check``."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from random import Random

import pytest

from spadille.__main__ import COMMANDS, main
from spadille.cli import perft, simulate
from spadille.cli.house_rules import random_rules
from spadille.core.codec import encoder
from spadille.core.notation import write
from spadille.core.rules import CHALLENGE, RuleSet
from spadille.core.validation import problems
from spadille.core.value import replace
from tests.kit.records import record_of

RECORD = record_of(CHALLENGE, Random(4), deals=2)


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """One line each."""
    with pytest.raises(SystemExit) as leaving:
        main(["--help"])
    assert leaving.value.code == 0
    out = capsys.readouterr().out
    assert all(f"    {command} " in out for command in COMMANDS)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever reports a weakness is asked for it."""
    with pytest.raises(SystemExit) as leaving:
        main(["--version"])
    assert leaving.value.code == 0
    assert capsys.readouterr().out == f"spadille {version('spadille')}\n"


@pytest.mark.parametrize("arguments", [[], ["chekc"], ["check"], ["perft", "--leader", "X"]])
def test_a_wrong_command_line_is_explained(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With exit code 2."""
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    assert leaving.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_the_tools_of_the_rules_do_without_the_server() -> None:
    """They start at once, and work where the server's needs are not installed."""
    script = "import sys; from spadille.__main__ import main; code = main(['perft', '--hands', "
    script += "'SA/SK/SQ/SJ']); sys.exit(code or any('server' in name for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.startswith(b"1 lines in ")


def test_the_module_runs_as_a_program() -> None:
    """``python -m spadille`` gives the exit code of its command."""
    command = [sys.executable, "-m", "spadille", "verify", "no such file"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"No such file" in done.stderr


@pytest.mark.parametrize("form", ["notation", "json"])
def test_verify_finds_an_honest_match_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    """Deal by deal, in either form."""
    file = tmp_path / "match"
    file.write_bytes(write(RECORD).encode() if form == "notation" else encoder().encode(RECORD))
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out == "Deal 1: OK\nDeal 2: OK\nMatch: OK\n"


def test_verify_tells_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1, and a sentence for each flaw."""
    file = tmp_path / "match"
    forged = replace(RECORD.deals[1], commitment="0" * 64)
    file.write_text(write(replace(RECORD, deals=(RECORD.deals[0], forged))), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Deal 1: OK",
        "Deal 2: The commitment is not the SHA-256 of the seed.",
        "Match: OK",
    ]


@pytest.mark.parametrize("text", ["", "spadille 1\nrules: chess", "{}", '{"rules": ', "{" * 9])
def test_verify_refuses_what_is_no_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """Exit code 2, and where it stops making sense."""
    file = tmp_path / "match"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == 2
    assert str(file) in capsys.readouterr().err


def test_perft_counts_the_known_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All but the large one, which takes seconds; a wrong count shows and fails."""
    rows = perft.ROWS[:3]
    monkeypatch.setattr(perft, "ROWS", rows)
    assert main(["perft"]) == 0
    assert capsys.readouterr().out.count("ok ") == 3
    monkeypatch.setattr(perft, "ROWS", [*rows, ("SA / SK / SQ / SJ", 2)])
    assert main(["perft"]) == 1
    assert "FAIL SA / SK / SQ / SJ: expected 2, got 1 in" in capsys.readouterr().out


@pytest.mark.parametrize(
    "hands",
    [
        "SA",
        "SA / SK / SQ / S",
        "SA / SA / SQ / SJ",
        "SA / SK2 / SQ / SJ",
        "X / Y / Z / W",
        " / / / ",
    ],
)
def test_perft_refuses_hands_that_cannot_be_played_out(
    hands: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a message that says why."""
    assert main(["perft", "--hands", hands]) == 2
    assert capsys.readouterr().err.startswith("--hands: ")


@pytest.mark.parametrize("rules", ["classic", "random"])
def test_simulate_plays_whole_matches(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And tells how many commands that took."""
    assert main(["simulate", "--matches", "2", "--seed", "5", "--rules", rules]) == 0
    assert capsys.readouterr().out.startswith("2 matches, ")


@pytest.mark.parametrize("matches", ["0", "-1", "two", "9" * 5000])
def test_simulate_takes_no_odd_number_of_matches(
    matches: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It asks for a better one."""
    with pytest.raises(SystemExit):
        main(["simulate", "--matches", matches])
    assert "give a whole number, 1 or more" in capsys.readouterr().err


def test_simulate_leaves_a_match_that_does_not_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says so."""
    monkeypatch.setattr(simulate, "MOST_DEALS", 1)
    assert main(["simulate", "--matches", "1"]) == 0
    assert "1 left without a winner after 1 deals" in capsys.readouterr().out


def test_random_house_rules_can_be_played_and_reach_every_field() -> None:
    """No field is left at its default for ever."""
    dice = Random(0)
    drawn = [random_rules(dice) for _ in range(300)]
    assert not any(problems(rules) for rules in drawn)
    for field in RuleSet.__struct_fields__:
        if field != "name":
            assert len({getattr(rules, field) for rules in drawn}) > 1, field
