"""The table of features names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(test_\w+\.py)::(test_\w+)`")


def test_every_test_that_the_table_names_exists() -> None:
    named = NAMED.findall((ROOT / "docs" / "features.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    for file, test in named:
        text = (ROOT / "tests" / "e2e" / file).read_text(encoding="utf-8")
        assert f"def {test}(" in text, test


def test_every_test_of_a_row_is_in_the_table() -> None:
    table = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")
    for file in sorted((ROOT / "tests" / "e2e").glob("test_people_*.py")):
        for test in re.findall(r"def (test_[pc]\d+_\w+)\(", file.read_text(encoding="utf-8")):
            assert f"`{file.name}::{test}`" in table
