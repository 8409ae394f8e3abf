"""``spadille check``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.__main__ import main
from spadille.cli.cases import Malformed, judge
from tests.kit.builders import DATA

DEAL = {"bids": [4, 3, 2, 3], "tricks": [4, 3, 3, 3]}


def checked(tmp_path: Path, cases: object) -> int:
    """Check a file with this content; give the exit code."""
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    return main(["check", str(file)])


def test_the_cases_of_these_tests_all_pass(capsys: pytest.CaptureFixture[str]) -> None:
    """Scored deals, legal cards and taken tricks, over several files."""
    assert main(["check", str(DATA / "scoring.json"), str(DATA / "play.json")]) == 0
    assert capsys.readouterr().out == "189 passed, 0 failed\n"


def test_a_failing_case_is_told_with_what_was_expected_and_got(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Case by case, by its place and its reason; the sum comes last."""
    cases = {
        "cases": [
            {**DEAL, "after": {"NS": {"points": 61}}},
            {**DEAL, "after": {"NS": {"points": 60}}, "winner": "EW", "why": "too high"},
        ],
        "taken": [{"trick": ["H2", "H3", "H4", "D5"], "taken_by": 3}],
        "legal": [{"rules": "classic", "hand": ["SA", "H2"], "trick": [], "legal": ["SA"]}],
    }
    assert checked(tmp_path, cases) == 1
    out = capsys.readouterr().out.replace(f"{tmp_path}/cases.json: ", "")
    assert out.splitlines() == [
        "cases 2 (too high): NS points: expected 60, got 61",
        "cases 2 (too high): winner: expected EW, got None",
        "legal 1: legal: expected SA, got H2",
        "taken 1: taken_by: expected 3, got 2",
        "1 passed, 3 failed",
    ]


@pytest.mark.parametrize(
    "case",
    [
        {**DEAL, "winner": None},
        {**DEAL, "after": {"EW": {"contract": 60, "bags": 0}}},
        {**DEAL, "before": {"NS": [490, 3]}, "after": {"NS": [551, 4]}, "winner": "NS"},
        {**DEAL, "before": {"NS": {"bags": 9}}, "after": {"NS": {"bag_penalty": -100}}},
        {**DEAL, "rules": {"target": 60, "bag_points": 0}, "winner": None},
        {**DEAL, "rules": {"target": 61}, "winner": "NS"},
        {**DEAL, "rules": {"deal_limit": 3}, "winner": None},
        {**DEAL, "rules": {"deal_limit": 3}, "deal": 3, "winner": "NS"},
        {**DEAL, "rules": "classic", "bids": ["0", "b0", 4, 3], "after": {"EW": {"nils": [-100]}}},
        {"trick": ["H2", "S3", "HA", "S2"], "taken_by": 1},
        {"hand": "SAK H2", "trick": ["D5"], "legal": "SAK H2"},
        {"hand": "SAK H2", "trick": ["D5"], "first_trick": True, "legal": ["H2"]},
        {"hand": "SAK H2", "legal": "H2"},
        {"hand": "SAK H2", "trick": [], "spades_broken": True, "legal": "SAK H2"},
    ],
)
def test_a_case_may_be_short(tmp_path: Path, case: dict[str, Any]) -> None:
    """What is not given is nought, or Challenge, or not asked for; a bare list will do."""
    assert judge(case) == []
    assert checked(tmp_path, [case]) == 0


@pytest.mark.parametrize(
    ("case", "key"),
    [
        (5, "case"),
        ({}, "case"),
        ({"hand": ["SA"]}, "case"),
        (DEAL, "after"),
        ({**DEAL, "rules": "bridge", "winner": None}, "rules"),
        ({**DEAL, "rules": {"tarjet": 3}, "winner": None}, "rules"),
        ({**DEAL, "rules": 7, "winner": None}, "rules"),
        ({**DEAL, "bids": [1, 2, 3], "winner": None}, "bids"),
        ({**DEAL, "bids": [1, 2, 3, 14], "winner": None}, "bids"),
        ({**DEAL, "bids": 4, "winner": None}, "bids"),
        ({**DEAL, "tricks": [1, 2, 3], "winner": None}, "tricks"),
        ({**DEAL, "tricks": [1, 2, 3, "x"], "winner": None}, "tricks"),
        ({**DEAL, "tricks": [1, 2, 3, -1], "winner": None}, "tricks"),
        ({**DEAL, "before": [1, 2], "winner": None}, "before"),
        ({**DEAL, "before": {"NS": [1]}, "winner": None}, "before.NS"),
        ({**DEAL, "before": {"NS": ["a", 1]}, "winner": None}, "before.NS"),
        ({**DEAL, "before": {"N": [1, 1]}, "winner": None}, "before.N"),
        ({**DEAL, "after": {"N": {}}}, "after.N"),
        ({**DEAL, "after": {"NS": 3}}, "after.NS"),
        ({**DEAL, "after": {"NS": {"ponts": 1}}}, "after.NS.ponts"),
        ({**DEAL, "after": 3}, "after"),
        ({**DEAL, "winner": "N"}, "winner"),
        ({**DEAL, "winner": []}, "winner"),
        ({**DEAL, "winner": None, "deal": "x"}, "deal"),
        ({"trick": ["H2", "H3", "H4"], "taken_by": 0}, "trick"),
        ({"trick": ["H2", "H3", "H4", "H4"], "taken_by": 0}, "trick"),
        ({"trick": ["H2", "H3", "H4", "H5"], "taken_by": True}, "taken_by"),
        ({"hand": ["SX"], "legal": []}, "hand"),
        ({"hand": "S1", "legal": []}, "hand"),
        ({"hand": ["SA"], "legal": 3}, "legal"),
        ({"hand": ["SA"], "legal": ["SA"], "first_trick": 1}, "first_trick"),
    ],
)
def test_a_malformed_case_fails_by_the_name_of_its_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: object, key: str
) -> None:
    """So that whoever wrote it can mend it; the other cases are still judged."""
    with pytest.raises(Malformed) as error:
        judge(case)
    assert error.value.key == key
    assert checked(tmp_path, [case, {**DEAL, "winner": None}]) == 1
    out = capsys.readouterr().out.splitlines()
    assert f"case 1: not understood: '{key}' " in out[0]
    assert out[1] == "1 passed, 1 failed"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        ("{", "Expecting"),
        ("{}", "no cases here"),
        ('"text"', "no cases here"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None, message: str
) -> None:
    """With exit code 2 and no traceback; other files are still checked."""
    file = tmp_path / "cases.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    assert main(["check", str(file), str(DATA / "play.json")]) == 2
    out, err = capsys.readouterr()
    assert message in err
    assert out == "99 passed, 0 failed\n"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)
KEYS = [
    "rules",
    "bids",
    "tricks",
    "before",
    "after",
    "winner",
    "hand",
    "legal",
    "trick",
    "taken_by",
]


@given(st.dictionaries(st.sampled_from(KEYS), json_values | st.sampled_from([["H2"], {"NS": 1}])))
def test_no_case_is_too_odd_to_be_judged(case: dict[str, object]) -> None:
    """It passes, fails or is malformed, and never ends the program."""
    try:
        complaints = judge(case)
    except Malformed as error:
        complaints = [str(error)]
    assert all(complaints)
