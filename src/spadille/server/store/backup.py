"""Copies of a data directory in one file, made while a server goes on with it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

from spadille.server.accounts.tokens import load_secret, put_secret
from spadille.server.store.beside import database_of
from spadille.server.store.migrate import sqlite_step, steps
from spadille.server.store.opening import COOKIES
from spadille.server.store.sqlite_file import DATABASE
from spadille.server.store.transfer_ends import NotEmpty

if TYPE_CHECKING:
    from pathlib import Path

_OWNER_ONLY: Final = 0o600
_WITH_SECRET: Final = 3
"""The first schema whose backups hold the secret."""


class BadBackup(Exception):  # noqa: N818 - it names what was found
    """A file is no whole backup that this version understands."""


def back_up(folder: Path, file: Path) -> None:
    """Copy the database and the secret in *folder* to *file*, as they are at one moment.

    A server may write on meanwhile. Raises `NoDatabase` if there is none in *folder*, and
    `NotEmpty` if *file* exists.
    """
    if file.exists():
        raise NotEmpty(f"{file} exists already; name another file.")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(_OWNER_ONLY)
    try:
        with database_of(folder) as database, closing(sqlite3.connect(part)) as copy:
            database.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.execute("INSERT INTO secret VALUES (?, ?)", (COOKIES, load_secret(folder)))
            copy.commit()
            _check(copy, part)
        _flush(part)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def restore(file: Path, folder: Path) -> None:
    """Make *folder* a data directory with what *file* holds.

    Raises `NotEmpty` unless *folder* is empty or missing, and `BadBackup`.
    """
    if not file.is_file():
        raise BadBackup(f"There is no file {file}.")
    if folder.exists() and any(folder.iterdir()):
        raise NotEmpty(
            f"{folder} is not empty. A backup can only be restored into an empty directory; "
            "name another with --data, or move away what is there."
        )
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{DATABASE}.part"
    part.touch(_OWNER_ONLY)
    try:
        _bring_back(file, folder, part)
        _flush(part)
        # The last step, so that there is no database before everything else is there.
        part.replace(folder / DATABASE)
    finally:
        part.unlink(missing_ok=True)


def _bring_back(file: Path, folder: Path, part: Path) -> None:
    with (
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as kept,
        closing(sqlite3.connect(part)) as copy,
    ):
        try:
            _check(kept, file)
            kept.backup(copy)
        except sqlite3.DatabaseError as error:
            raise BadBackup(f"{file} is damaged, or no backup of Spadille: {error}.") from error
        if sqlite_step(copy) >= _WITH_SECRET:
            for (secret,) in copy.execute("SELECT body FROM secret WHERE name = ?", (COOKIES,)):
                put_secret(folder, secret)
            copy.execute("DELETE FROM secret")
            copy.commit()


def _check(connection: sqlite3.Connection, file: Path) -> None:
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise BadBackup(f"{file} is damaged: {found}.")
    taken, known = sqlite_step(connection), steps("sqlite")
    if taken > known:
        raise BadBackup(
            f"{file} was written by a newer version of Spadille (schema {taken}; this version "
            f"knows {known}). Restore it with that version."
        )
    if not taken:
        raise BadBackup(f"{file} is no backup of Spadille.")


def _flush(file: Path) -> None:
    handle = os.open(file, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
