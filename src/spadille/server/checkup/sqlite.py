"""A data directory's database, looked at beside the server that may be using it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

from spadille.server.checkup.finding import fault, ok, warning
from spadille.server.checkup.folder import MEGABYTE, is_in_use
from spadille.server.store.migrate import sqlite_step, steps
from spadille.server.store.sqlite_file import BUSY_SECONDS, DATABASE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spadille.server.checkup.finding import Finding

TOPIC: Final = "database"
LARGEST_WAL: Final = 256 * MEGABYTE
_WRITE_VERSION: Final = 18
"""Where the file's header says how it is written, ..."""
_WRITES_AHEAD: Final = b"\2"
"""... and what it says for a log beside the file."""
_RESTORE: Final = (
    "Stop the server, keep a copy of the directory, and bring the last backup back into an empty "
    "one: spadille restore."
)


def check_sqlite(folder: Path, largest_wal: int = LARGEST_WAL) -> Iterator[Finding]:
    """What there is to say of the database in *folder*, which is only read."""
    file = folder / DATABASE
    if not file.exists():
        yield ok(TOPIC, f"SQLite {sqlite3.sqlite_version}; there is no database yet")
        return
    # Where nobody uses it, SQLite is to leave no files beside it either.
    alone = not is_in_use(folder) and not _beside(file).exists()
    address = f"{file.absolute().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as connection:
            yield from _look(connection)
        yield from _journal(file)
    except sqlite3.OperationalError as error:
        yield fault(
            TOPIC, f"{file} cannot be read ({error})", "Let the server's user own it (chown)."
        )
    except sqlite3.DatabaseError as error:
        yield fault(TOPIC, f"{file} is damaged ({error})", _RESTORE)
    yield from _log_beside(file, largest_wal)


def _look(connection: sqlite3.Connection) -> Iterator[Finding]:
    verdicts = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)")]
    if verdicts != ["ok"]:
        yield fault(TOPIC, f"the file is damaged: {'; '.join(verdicts)}", _RESTORE)
        return
    yield _version(sqlite_step(connection))


def _journal(file: Path) -> Iterator[Finding]:
    with file.open("rb") as opened:
        header = opened.read(_WRITE_VERSION + 1)
    if header[_WRITE_VERSION:] != _WRITES_AHEAD:
        yield warning(
            TOPIC,
            "it is not written ahead (journal_mode = WAL), so readers wait for writers",
            "Start the server once; it sets the mode.",
        )


def _version(taken: int) -> Finding:
    known = steps("sqlite")
    if taken > known:
        return fault(
            TOPIC,
            f"a newer version has written it (schema {taken}; this one knows {known})",
            "Start that version, or bring a backup from before it back.",
        )
    if taken < known:
        return warning(
            TOPIC,
            f"it is of an older version (schema {taken} of {known})",
            "The server brings it up when it starts; make a backup first: spadille backup.",
        )
    return ok(TOPIC, f"SQLite {sqlite3.sqlite_version}, whole, schema {taken}")


def _log_beside(file: Path, largest: int) -> Iterator[Finding]:
    beside = _beside(file)
    size = beside.stat().st_size if beside.exists() else 0
    if size > largest:
        yield warning(
            TOPIC,
            f"{beside.name} has {size // MEGABYTE} MB that are not in {file.name} yet",
            "A program keeps an old state of the database open: end it, or start the server anew.",
        )


def _beside(file: Path) -> Path:
    """What was written last, and is not in *file* yet."""
    return file.with_name(f"{file.name}-wal")
