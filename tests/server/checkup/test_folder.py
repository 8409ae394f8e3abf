"""Data directories, sound ones and ones that were broken on purpose."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from spadille.protocol.news import Person
from spadille.server.accounts.tokens import load_secret
from spadille.server.checkup.finding import worst
from spadille.server.checkup.folder import check_folder, file_system, is_in_use
from spadille.server.checkup.sqlite import check_sqlite
from spadille.server.store.sqlite import SqliteStore
from tests.server.store.test_migrations import old_database

if TYPE_CHECKING:
    from spadille.server.checkup.finding import Finding

DISK = "/dev/sda1 / ext4 rw 0 0\n"


def bad(findings: list[Finding]) -> Finding:
    """The only finding that is not well."""
    (found,) = [finding for finding in findings if finding.state != "ok"]
    assert found.advice
    return found


def made(folder: Path) -> Path:
    """A data directory as a server leaves it."""

    async def make() -> None:
        store = SqliteStore(folder)
        await store.put(Person("p", "Quiet Heron", "a01"))
        await store.close()

    asyncio.run(make())
    load_secret(folder)
    return folder


def test_a_data_directory_is_well_with_and_without_a_server(tmp_path: Path) -> None:
    before = sorted(path.name for path in made(tmp_path).iterdir())
    assert worst([*check_folder(tmp_path, 1, DISK), *check_sqlite(tmp_path)]) == "ok"
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert not is_in_use(tmp_path)

    async def beside() -> None:
        store = SqliteStore(tmp_path)
        assert is_in_use(tmp_path)
        await store.put(Person("q", "Loud Heron", "a02"))
        findings = [*check_folder(tmp_path, 1, DISK), *check_sqlite(tmp_path)]
        assert worst(findings) == "ok"
        assert "a server is running on it" in str(findings)
        await store.put(Person("r", "Mild Heron", "a03"))
        await store.close()

    asyncio.run(beside())
    assert not is_in_use(tmp_path)


def test_a_directory_that_is_still_to_be_made_is_well(tmp_path: Path) -> None:
    folder = tmp_path / "far" / "away"
    assert worst(list(check_folder(folder, 1, DISK))) == "ok"
    assert [finding.state for finding in check_sqlite(folder)] == ["ok"]
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_to_is_a_fault() -> None:
    # Nobody may make files there, not even root.
    for folder in (Path("/proc"), Path("/proc/spadille")):
        found = bad(list(check_folder(folder, 0, DISK)))
        assert found.state == "fault"
        assert "chown" in found.advice


def test_a_file_in_the_place_of_the_directory_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.touch()
    assert bad(list(check_folder(file, 1, DISK))).state == "fault"


def test_a_disk_that_runs_full_is_told_in_time(tmp_path: Path) -> None:
    made(tmp_path)
    tight, full = 10**15, 10**18
    assert bad(list(check_folder(tmp_path, full, DISK))).state == "fault"
    found = [f for f in check_folder(tmp_path, tight, DISK) if f.topic == "disk"]
    assert found[0].state in {"warning", "fault"}
    assert "declines every order" in found[0].advice


def test_the_kind_of_file_system_is_judged(tmp_path: Path) -> None:
    def on(kind: str) -> Finding:
        mounts = f"{DISK}host:/x {tmp_path} {kind} rw 0 0\n"
        return bad(list(check_folder(made(tmp_path), 1, mounts)))

    assert on("nfs4").state == "fault"
    assert "PostgreSQL" in on("cifs").advice
    assert on("tmpfs").state == on("overlay").state == "warning"


def test_the_nearest_and_the_last_mount_counts(tmp_path: Path) -> None:
    odd = tmp_path / "with space"
    odd.mkdir()
    written = str(odd).replace(" ", "\\040")
    mounts = f"{DISK}a {tmp_path} xfs rw 0 0\nb {written} btrfs rw 0 0\nc {tmp_path} zfs rw 0 0\n"
    assert file_system(odd, mounts) == "btrfs"
    assert file_system(tmp_path, mounts) == "zfs"
    assert file_system(tmp_path.parent, mounts) == "ext4"
    assert not file_system(tmp_path, "")


def test_secrets_that_others_can_read_are_told(tmp_path: Path) -> None:
    (made(tmp_path) / "secret").chmod(0o644)
    found = bad(list(check_folder(tmp_path, 1, DISK)))
    assert found.state == "warning"
    assert f"chmod 600 {tmp_path / 'secret'}" in found.advice


def test_a_damaged_secret_is_a_fault(tmp_path: Path) -> None:
    (made(tmp_path) / "secret").write_bytes(b"short")
    assert bad(list(check_folder(tmp_path, 1, DISK))).state == "fault"


def test_a_damaged_database_is_a_fault_that_leads_to_the_backup(tmp_path: Path) -> None:
    file = made(tmp_path) / "spadille.db"
    body = bytearray(file.read_bytes())
    body[4096 * 2 : 4096 * 4] = b"\xa5" * 4096 * 2
    file.write_bytes(body)
    found = bad(list(check_sqlite(tmp_path)))
    assert found.state == "fault"
    assert "spadille restore" in found.advice
    file.write_bytes(b"no database at all" * 1000)
    assert bad(list(check_sqlite(tmp_path))).state == "fault"


def test_an_older_database_is_told_and_a_newer_one_is_a_fault(tmp_path: Path) -> None:
    old_database(tmp_path / "old", 2)
    older = [f for f in check_sqlite(tmp_path / "old") if "older version" in f.found]
    assert [(f.state, "backup" in f.advice) for f in older] == [("warning", True)]
    with closing(sqlite3.connect(made(tmp_path / "new") / "spadille.db")) as connection:
        connection.execute("PRAGMA user_version = 999")
    assert bad(list(check_sqlite(tmp_path / "new"))).state == "fault"


def test_another_journal_and_a_log_that_grows_are_told(tmp_path: Path) -> None:
    with closing(sqlite3.connect(made(tmp_path) / "spadille.db")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    assert "start the server once" in bad(list(check_sqlite(tmp_path))).advice.lower()
    with closing(sqlite3.connect(tmp_path / "spadille.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO guest VALUES ('x', 'Grey Owl', 'a01', 0)")
        found = bad(list(check_sqlite(tmp_path, largest_wal=1)))
        assert "keeps an old state" in found.advice
