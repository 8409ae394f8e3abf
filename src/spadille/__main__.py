"""Run Spadille: ``python -m spadille --help`` lists what it can do."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: Final = ("serve", "check", "verify", "perft", "simulate", "arena")
"""The subcommands: modules of `spadille.cli`, each with an ``add_parser``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand that *arguments* (else the command line) name; give its exit code."""
    parser = argparse.ArgumentParser(
        prog="spadille", description="Spades: a server, and tools for its rules."
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        if find_spec(f"spadille.cli.{command}"):
            import_module(f"spadille.cli.{command}").add_parser(subparsers)
    options = parser.parse_args(arguments)
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    sys.exit(main())
