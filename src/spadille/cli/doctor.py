"""``doctor``: look at everything a server needs, and say what to do where it is not right."""

from __future__ import annotations

import asyncio
import os
import time
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

import spadille
from spadille.server.checkup.configuration import check_settings
from spadille.server.checkup.finding import worst
from spadille.server.checkup.folder import MEGABYTE, check_folder
from spadille.server.checkup.machine import (
    Stopwatch,
    check_clock,
    check_files,
    check_memory,
    check_processors,
)
from spadille.server.checkup.program import check_kernel, check_page
from spadille.server.checkup.sqlite import check_sqlite

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from spadille.cli.keeping import SubParsers
    from spadille.server.checkup.finding import Finding
    from spadille.server.settings import Settings

FAULTY: Final = 1
"""The exit code where there is a fault; warnings are none."""
_ELSEWHERE: Final = frozenset({"SPADILLE_DATABASE", "SPADILLE_NATS"})
_MARKS: Final = {"ok": "ok", "warning": "WARNING", "fault": "FAULT"}


def add_parser(subparsers: SubParsers) -> None:
    """Offer ``doctor``."""
    parser = subparsers.add_parser(
        "doctor",
        help="look whether a server can do its work here",
        description="Look at the settings, the data directory or the database, the bus, the "
        "machine and the program, and say what to do where something is not right. Changes "
        "nothing; a server may run meanwhile. Exits with 1 if there is a fault.",
    )
    parser.add_argument("--data", help="the data directory (./data)")
    parser.add_argument(
        "--sockets", type=int, default=1000, metavar="N", help="how many to expect (1000)"
    )
    parser.add_argument(
        "--free", type=int, default=1000, metavar="MB", help="disk space that is wanted (1000)"
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what was found; give the exit code."""
    findings = list(_examine(options))
    state = worst(findings)
    if options.json:
        print(msgspec.json.encode({"state": state, "findings": findings}).decode())
    else:
        for finding in findings:
            print(line(finding))
    return FAULTY if state == "fault" else 0


def line(finding: Finding) -> str:
    """*finding* for people: a line, and one more for what to do."""
    text = f"{_MARKS[finding.state]:8}{finding.topic}: {finding.found}."
    return f"{text}\n{'':8}-> {finding.advice}" if finding.advice else text


def _examine(options: argparse.Namespace) -> Iterator[Finding]:
    clocks = Stopwatch()
    environment, given = dict(os.environ), {}
    if options.data is not None:
        # As with the other commands, it wins over a database that is named elsewhere.
        environment = {name: environment[name] for name in environment if name not in _ELSEWHERE}
        given = {"data": options.data}
    settings, findings = check_settings(environment, given)
    yield from findings
    if settings is not None:
        yield from _store(settings, options.free * MEGABYTE)
        yield from _bus(settings)
        yield check_kernel(settings.bot, os.environ)
        yield check_processors(settings.bot)
    yield check_page(Path(str(resources.files("spadille") / "web_dist")))
    yield check_files(options.sockets)
    yield from check_memory(options.sockets)
    # By the clocks alone: how long all this took says how evenly they run.
    yield check_clock(clocks.jump(), time.time(), _written())


def _store(settings: Settings, wanted: int) -> Iterator[Finding]:
    if settings.database is None:
        yield from check_folder(settings.data, wanted)
        if settings.data.is_dir():
            yield from check_sqlite(settings.data)
        return
    # Its driver takes a while to import.
    from spadille.server.checkup.postgres import check_postgres  # noqa: PLC0415

    yield from asyncio.run(check_postgres(settings.database))


def _bus(settings: Settings) -> Iterator[Finding]:
    if settings.nats:
        from spadille.server.checkup.bus import check_bus  # noqa: PLC0415 - as above

        yield from asyncio.run(check_bus(settings.nats))


def _written() -> float:
    """When this program was written to the disk: the wall clock has been there already."""
    return Path(spadille.__file__).stat().st_mtime
