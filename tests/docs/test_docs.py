"""The documents say what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spadille.core.notation import read, write
from spadille.core.review import verify
from spadille.core.rules import PRESETS, RuleSet

ROOT = Path(__file__).parents[2]
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "benchmarks").rglob("*.md"),
]
_WORDS = {None: "none", True: "yes", False: "no"}


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    return f"`{value}`" if isinstance(value, str) else str(value)


def test_every_rule_field_is_explained_with_both_presets_values() -> None:
    """The table of fields has a row for each, and no other."""
    rows = re.findall(
        r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|", (ROOT / "docs/rules.md").read_text(), re.MULTILINE
    )
    challenge, classic = PRESETS["challenge"], PRESETS["classic"]
    expected = {
        (field, _shown(getattr(challenge, field)), _shown(getattr(classic, field)))
        for field in RuleSet.__struct_fields__
        if field != "name"
    }
    assert expected == {(name, one.strip(), two.strip()) for name, one, two in rows}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_between_pages_leads_somewhere(page: Path) -> None:
    """Relative links name files that exist."""
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_make_target_in_the_pages_exists() -> None:
    """A command that a page names can be run."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        target
        for page in PAGES
        for target in re.findall(r"(?:^|`)make ([a-z][a-z-]+)", page.read_text(), re.MULTILINE)
    }
    assert named <= targets


def test_the_readme_is_short() -> None:
    """Under 150 lines, so that it is read."""
    assert len((ROOT / "README.md").read_text().splitlines()) < 150


def test_every_decision_is_listed() -> None:
    """The index names each page of decisions."""
    index = (ROOT / "docs/decisions/README.md").read_text()
    pages = [page.name for page in (ROOT / "docs/decisions").glob("0*.md")]
    assert [name for name in pages if name not in index] == []


def test_the_match_that_the_notation_page_shows_is_right() -> None:
    """The example reads, verifies, and is what would be written."""
    page = (ROOT / "docs/notation.md").read_text()
    text = page.split("```")[1].lstrip("\n")
    record = read(text)
    assert verify(record) == []
    assert write(record) == text
