"""Brings a database file up to the schema of this version."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3


class NewerDatabase(Exception):  # noqa: N818 - it names what was found
    """The file was written by a newer version."""


class Migration(NamedTuple):
    """One step of the schema: ``0001_start.sql`` is step 1."""

    number: int
    script: str


def migrations() -> list[Migration]:
    """All steps, first to last."""
    folder = resources.files("spadille.server.store") / "migrations"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return [
        Migration(int(file.name.split("_")[0]), file.read_text(encoding="utf-8")) for file in files
    ]


def migrate(connection: sqlite3.Connection, steps: list[Migration]) -> None:
    """Take the steps of *steps* that *connection*'s file has not taken, each whole or not at all.

    Raises `NewerDatabase` if the file is ahead of them.
    """
    (taken,) = connection.execute("PRAGMA user_version").fetchone()
    known = steps[-1].number if steps else 0
    if taken > known:
        raise NewerDatabase(
            f"The database was written by a newer version of Spadille (schema {taken}; this "
            f"version knows {known}). Start that version, or use another data directory."
        )
    for step in steps:
        if step.number > taken:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{step.script}\nPRAGMA user_version = {step.number};\nCOMMIT;"
            )
