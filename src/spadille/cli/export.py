"""``export``: write everything out, from either kind of database."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from spadille.cli.keeping import add_data, attempt, settings_of, tell
from spadille.server.store.transfer import write_out
from spadille.server.store.transfer_ends import NotEmpty, source_of

if TYPE_CHECKING:
    import argparse

    from spadille.cli.keeping import SubParsers
    from spadille.server.settings import Settings

NAME: Final = "spadille-export.jsonl"
"""The file that is made in a directory."""


def add_parser(subparsers: SubParsers) -> None:
    """Offer ``export``."""
    parser = subparsers.add_parser(
        "export",
        help="write everything to a file of JSON lines",
        description="Write everything that is kept to a file of JSON lines, which import reads "
        "into a database of either kind. A server may run meanwhile. The file holds the hashes "
        "of passwords and the secret of the cookies: keep it to yourself.",
    )
    add_data(parser)
    parser.add_argument(
        "target", metavar="DIR|FILE", help=f"a new file; in a directory, {NAME}; - is the output"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write everything; give the exit code."""

    def task() -> None:
        settings = settings_of(options)
        if options.target == "-":
            asyncio.run(_write(settings, sys.stdout.buffer))
        else:
            _write_file(settings, Path(options.target))

    return attempt(task)


def _write_file(settings: Settings, target: Path) -> None:
    file = target / NAME if target.is_dir() else target
    if file.exists():
        raise NotEmpty(f"{file} exists already; name another file.")
    part = file.with_name(f"{file.name}.part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as out:
            asyncio.run(_write(settings, out))
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


async def _write(settings: Settings, out: IO[bytes]) -> None:
    async with source_of(settings) as source:
        tell(await write_out(source, out))
