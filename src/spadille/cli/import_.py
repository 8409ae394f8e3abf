"""``import``: read everything in that ``export`` wrote, into an empty database."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

from spadille.cli.export import NAME
from spadille.cli.keeping import add_data, attempt, settings_of, tell
from spadille.server.store.transfer import read_in
from spadille.server.store.transfer_ends import target_of

if TYPE_CHECKING:
    import argparse

    from spadille.cli.keeping import SubParsers
    from spadille.server.settings import Settings


def add_parser(subparsers: SubParsers) -> None:
    """Offer ``import``."""
    parser = subparsers.add_parser(
        "import",
        help="read an export into an empty database",
        description="Read what export wrote into an empty data directory, or into the empty "
        "database that SPADILLE_DATABASE names. No server may run on it meanwhile.",
    )
    add_data(parser)
    parser.add_argument(
        "source", metavar="DIR|FILE", help="the file, or its directory; -: the input"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read everything; give the exit code."""

    def task() -> None:
        settings = settings_of(options)
        if options.source == "-":
            asyncio.run(_read(settings, sys.stdin.buffer))
            return
        source = Path(options.source)
        with (source / NAME if source.is_dir() else source).open("rb") as lines:
            asyncio.run(_read(settings, lines))

    return attempt(task)


async def _read(settings: Settings, lines: IO[bytes]) -> None:
    async with target_of(settings) as target:
        counts = await read_in(lines, target)
    tell(counts)
