"""``restore``: make a data directory of what ``backup`` wrote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spadille.cli.keeping import add_data, attempt, settings_of
from spadille.server.store.backup import restore

if TYPE_CHECKING:
    import argparse

    from spadille.cli.keeping import SubParsers


def add_parser(subparsers: SubParsers) -> None:
    """Offer ``restore``."""
    parser = subparsers.add_parser(
        "restore",
        help="make a data directory of a backup",
        description="Make an empty directory a data directory with what backup wrote.",
    )
    add_data(parser)
    parser.add_argument("file", metavar="FILE", type=Path, help="what backup wrote")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Bring it back; give the exit code."""

    def task() -> None:
        folder = settings_of(options).data
        restore(options.file, folder)
        print(f"{folder} has everything of {options.file}; start the server with it.")

    return attempt(task)
