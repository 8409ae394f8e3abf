"""``check``: run files of cases, written by anybody, through the rules core."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadille.cli.cases import Malformed, judge

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

LISTS: Final = ("cases", "legal", "taken")
"""The keys of a file under which its lists of cases stand."""
FAILED, NOT_UNDERSTOOD = 1, 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Offer ``check``."""
    parser = subparsers.add_parser(
        "check",
        help="run files of cases through the rules",
        description="Run files of cases (scored deals, legal cards, taken tricks) through the "
        "rules. Exits with 1 if a case fails or is not understood, and 2 if a file is not.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a JSON file of cases")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check every file; give the exit code."""
    passed = failed = code = 0
    for path in options.files:
        try:
            rows = list(_rows(path))
        except (OSError, ValueError, RecursionError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            code = NOT_UNDERSTOOD
            continue
        for name, case in rows:
            good = _passes(f"{path}: {name}", case)
            passed, failed = passed + good, failed + (not good)
    print(f"{passed} passed, {failed} failed")
    return code or (FAILED if failed else 0)


def _rows(path: Path) -> Iterator[tuple[str, object]]:
    """Each case of a file, with the name of its place."""
    content = json.loads(path.read_text(encoding="utf-8-sig"))
    if isinstance(content, list):
        yield from _numbered("case", content)
        return
    found = [key for key in LISTS if isinstance(content, dict) and key in content]
    if not found:
        raise ValueError(f"no cases here; give a list, or an object with {', '.join(LISTS)}")
    for key in found:
        cases = content[key]
        yield from _numbered(key, cases if isinstance(cases, list) else [cases])


def _numbered(key: str, cases: list[object]) -> Iterator[tuple[str, object]]:
    for number, case in enumerate(cases, 1):
        why = case.get("why") if isinstance(case, dict) else None
        yield f"{key} {number}" + (f" ({why})" if why else ""), case


def _passes(name: str, case: object) -> bool:
    """Whether a case passes; prints in what it fails."""
    try:
        complaints = judge(case)
    except Malformed as error:
        complaints = [f"not understood: {error}"]
    for complaint in complaints:
        print(f"{name}: {complaint}")
    return not complaints
