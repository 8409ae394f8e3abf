"""``backup``: copy the data directory to one file, while the server goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spadille.cli.keeping import add_data, attempt, settings_of
from spadille.server.store.backup import back_up
from spadille.server.store.beside import NoDatabase

if TYPE_CHECKING:
    import argparse

    from spadille.cli.keeping import SubParsers


def add_parser(subparsers: SubParsers) -> None:
    """Offer ``backup``."""
    parser = subparsers.add_parser(
        "backup",
        help="copy the data directory to one file",
        description="Copy the database and the secret of the cookies to one file, and check it. "
        "The server may run meanwhile. The file holds the hashes of passwords: keep it to "
        "yourself.",
    )
    add_data(parser)
    parser.add_argument("file", metavar="FILE", type=Path, help="a new file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Make the copy; give the exit code."""

    def task() -> None:
        settings = settings_of(options)
        if settings.database is not None:
            raise NoDatabase(
                "Everything is in the database that SPADILLE_DATABASE names. Back that up with "
                "pg_dump, or write it out with export."
            )
        back_up(settings.data, options.file)
        print(f"{settings.data} is in {options.file}, which was checked.")

    return attempt(task)
