"""Run Spadille: ``python -m spadille --help`` lists what it can do."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.metadata import version
from keyword import iskeyword
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: Final = (
    "serve",
    "check",
    "verify",
    "perft",
    "simulate",
    "arena",
    "bot",
    "people",
    "export",
    "import",
    "backup",
    "restore",
    "doctor",
)
"""The subcommands: modules of `spadille.cli`, each with an ``add_parser``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand that *arguments* (else the command line) name; give its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(
        prog="spadille", description="Spades: a server, and tools for its rules."
    )
    parser.add_argument("--version", action="version", version=f"spadille {version('spadille')}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    # The server takes a while to import, so a tool of the rules does without it.
    named = [command for command in COMMANDS if given[:1] == [command]]
    for command in named or COMMANDS:
        # No module can be called as the language's own word.
        module = f"{command}_" if iskeyword(command) else command
        import_module(f"spadille.cli.{module}").add_parser(subparsers)
    options = parser.parse_args(given)
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    sys.exit(main())
