"""``verify``: check that a match was dealt fairly, played by the rules and scored right."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from spadille.core.codec import decoder
from spadille.core.notation import read
from spadille.core.record import MatchRecord
from spadille.core.review import verify

if TYPE_CHECKING:
    import argparse


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Offer ``verify``."""
    parser = subparsers.add_parser(
        "verify",
        help="check the record of a match",
        description="Deal every seed of a match's record again and play every card again. "
        "Exits with 1 if anything is wrong and 2 if the file is no record.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as JSON or as notation")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a line a deal; give the exit code."""
    try:
        record = load(options.file.read_text(encoding="utf-8"))
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 2
    findings = verify(record)
    for number in range(1, len(record.deals) + 1):
        flaws = [finding.sentence for finding in findings if finding.deal == number]
        print(f"Deal {number}: {' '.join(flaws) if flaws else 'OK'}")
    whole = [finding.sentence for finding in findings if not finding.deal]
    print(f"Match: {' '.join(whole) if whole else 'OK'}")
    return 1 if findings else 0


def load(text: str) -> MatchRecord:
    """The record in *text*, JSON or notation; raises `ValueError` or `msgspec.MsgspecError`."""
    if text.lstrip().startswith("{"):
        record: MatchRecord = decoder(MatchRecord).decode(text)
        return record
    return read(text)
