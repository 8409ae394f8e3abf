"""One process a data directory, and nobody unawares at a database."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class DirectoryInUse(Exception):  # noqa: N818 - it names what was found
    """Another process serves from this data directory."""


class DatabaseInUse(Exception):  # noqa: N818 - it names what was found
    """A server that does not know of this one uses the database; the message says what to do."""


class DirectoryLock:
    """Holds a data directory until it is released or the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Take *folder*; raises `DirectoryInUse` if another has it."""
        # SQLite's file locks work alike on every system, and die with the process.
        self._connection = sqlite3.connect(folder / "lock", timeout=0, isolation_level=None)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            raise DirectoryInUse(
                f"Another Spadille server is using {folder}. Stop it first, or give this one "
                "another directory with --data."
            ) from error

    def release(self) -> None:
        """Let others take the directory."""
        self._connection.close()
