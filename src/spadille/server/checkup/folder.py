"""The data directory: whether it can be written, where it is, and who uses it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadille.server.accounts.tokens import SECRET_BYTES
from spadille.server.checkup.finding import fault, ok, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadille.server.checkup.finding import Finding

TOPIC: Final = "data directory"
MEGABYTE: Final = 10**6
_ALMOST_FULL: Final = 0.1
"""The part of the space that is wanted below which there is as good as none."""
_REMOTE: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs"}
)
_FLEETING: Final = frozenset({"tmpfs", "ramfs"})
_LAYERED: Final = frozenset({"overlay", "aufs"})
_MOUNTS: Final = Path("/proc/self/mounts")
_PRIVATE: Final = 0o077


def check_folder(folder: Path, wanted: int, mounts: str | None = None) -> Iterator[Finding]:
    """What there is to say of *folder*, which should have *wanted* bytes free.

    *mounts* are the system's mounted file systems, if they are not to be asked for.
    """
    if not folder.exists():
        parent = next(place for place in folder.absolute().parents if place.exists())
        yield from _writable(parent, f"{folder} is not there yet and will be made in {parent}")
        folder = parent
    elif not folder.is_dir():
        yield fault(TOPIC, f"{folder} is no directory", "Name a directory with SPADILLE_DATA.")
        return
    else:
        yield from _writable(folder, f"{folder} can be written to")
        yield _lock(folder)
        yield from _secret(folder)
    yield _space(folder, wanted)
    yield _kind(folder, mounts)


def is_in_use(folder: Path) -> bool:
    """Whether a server runs on *folder*; it is not disturbed."""
    file = folder / "lock"
    if not file.exists():
        return False
    with closing(
        sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=0)
    ) as lock:
        try:
            lock.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            return True
    return False


def _writable(folder: Path, found: str) -> Iterator[Finding]:
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".checkup-") as file:
            file.write(b"Spadille")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        yield fault(
            TOPIC,
            f"{folder} cannot be written to ({error.strerror})",
            "Let the server's user own it (chown), mount it for writing, or name another one "
            "with SPADILLE_DATA.",
        )
    else:
        yield ok(TOPIC, found)


def _lock(folder: Path) -> Finding:
    if is_in_use(folder):
        return ok(TOPIC, "a server is running on it, as it should; a second one would not start")
    return ok(TOPIC, "no server is running on it")


def _secret(folder: Path) -> Iterator[Finding]:
    file = folder / "secret"
    if not file.exists():
        return
    status = file.stat()
    if status.st_size < SECRET_BYTES:
        yield fault(
            TOPIC,
            f"{file} is damaged",
            "Bring it back from a backup, or delete it: then everybody is signed out, and guests "
            "begin anew.",
        )
    for kept in (file, folder / "spadille.db"):
        if os.name == "posix" and kept.exists() and kept.stat().st_mode & _PRIVATE:
            yield warning(
                TOPIC,
                f"{kept} can be read by other users of this machine",
                f"It holds secrets: chmod 600 {kept}",
            )


def _space(folder: Path, wanted: int) -> Finding:
    free = shutil.disk_usage(folder).free
    found = f"{free // MEGABYTE} MB are free"
    advice = (
        "Make room, or move the directory to a larger disk; a server that cannot write declines "
        "every order."
    )
    if free < _ALMOST_FULL * wanted:
        return fault("disk", found, advice)
    if free < wanted:
        return warning("disk", f"{found}, and {wanted // MEGABYTE} MB are wanted", advice)
    return ok("disk", found)


def _kind(folder: Path, mounts: str | None) -> Finding:
    if mounts is None:
        mounts = _MOUNTS.read_text(encoding="utf-8") if _MOUNTS.exists() else ""
    kind = file_system(folder, mounts)
    topic, found = "file system", f"{folder} is on {kind or 'a file system that is not known'}"
    if kind in _REMOTE:
        return fault(
            topic,
            found,
            "Its locks and flushes are not to be relied on: use a disk of this machine, or a "
            "PostgreSQL database (SPADILLE_DATABASE).",
        )
    if kind in _FLEETING:
        return warning(topic, found, "All is gone after a restart: use a disk.")
    if kind in _LAYERED:
        return warning(
            topic,
            found,
            "All goes with the container: mount a volume, and name it in SPADILLE_DATA.",
        )
    return ok(topic, found)


def file_system(folder: Path, mounts: str) -> str:
    """The kind of file system that *folder* is on, by the lines of *mounts*; empty: not known."""
    path = folder.resolve()
    best, kind = -1, ""
    for line in mounts.splitlines():
        _, point, found, *_ = line.split()
        # Spaces and the like are written as octal numbers.
        place = Path(point.encode().decode("unicode_escape"))
        if path.is_relative_to(place) and len(place.parts) >= best:
            best, kind = len(place.parts), found
    return kind
