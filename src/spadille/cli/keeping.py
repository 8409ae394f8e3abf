"""What the commands share that work on a server's store."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadille.server.accounts.tokens import DamagedSecret
from spadille.server.people.refusal import Refusal
from spadille.server.settings import BadSetting, read_settings
from spadille.server.store.backup import BadBackup
from spadille.server.store.beside import NoDatabase
from spadille.server.store.lock import DirectoryInUse
from spadille.server.store.migrate import NewerDatabase
from spadille.server.store.opening import UnusableDatabase
from spadille.server.store.transfer import BadExport
from spadille.server.store.transfer_ends import NotEmpty

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from spadille.server.settings import Settings
    from spadille.server.store.transfer import Counts

    SubParsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - its only name

REFUSED: Final = 1
"""The exit code when it could not be done; why is on the standard error."""
_REFUSALS: Final = (
    BadBackup,
    BadExport,
    BadSetting,
    DamagedSecret,
    DirectoryInUse,
    NewerDatabase,
    NoDatabase,
    NotEmpty,
    Refusal,
    UnusableDatabase,
)


def add_data(parser: argparse.ArgumentParser) -> None:
    """Offer ``--data``, which wins over the environment, also over a database named there."""
    parser.add_argument("--data", type=Path, help="the server's data directory (./data)")


def settings_of(options: argparse.Namespace) -> Settings:
    """The settings, with the data directory of *options*; raises `BadSetting`."""
    if options.data is None:
        return read_settings(os.environ, {})
    without = {name: text for name, text in os.environ.items() if name != "SPADILLE_DATABASE"}
    return read_settings(without, {"data": str(options.data)})


def attempt(task: Callable[[], None]) -> int:
    """Do *task*; give the exit code, and say why where it could not be done."""
    try:
        task()
    except _REFUSALS as error:
        print(error, file=sys.stderr)
        return REFUSED
    except OSError as error:
        print(f"That did not work: {error}.", file=sys.stderr)
        return REFUSED
    return 0


def tell(counts: Counts) -> None:
    """Say what was moved, where it does not get in the way of the rows themselves."""
    for name, count in counts.items():
        print(f"{count:9} {name}", file=sys.stderr)
