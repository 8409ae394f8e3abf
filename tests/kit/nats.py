"""A real NATS server on a port of its own, which can be stopped and come back."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Self

from tests.kit.ports import own_port


def _program() -> str:
    """The server that comes with the development tools."""
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    assert found is not None, "install the development tools: nats-server is missing"
    return found


class Nats:
    """A NATS server of its own."""

    def __init__(self) -> None:
        """Start it."""
        self.port = own_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def __enter__(self) -> Self:
        """Leave it running for as long as the block lasts."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Leave nothing behind."""
        self.stop()

    def start(self) -> None:
        """Start it, and return once it takes connections."""
        self._process = subprocess.Popen(
            [_program(), "--addr", "127.0.0.1", "--port", str(self.port)], stderr=subprocess.PIPE
        )
        assert self._process.stderr is not None
        heard = b""
        # Not closed after this: the server says almost nothing more.
        for line in self._process.stderr:
            heard += line
            if b"Server is ready" in line:
                return
        raise AssertionError(f"NATS did not start: {heard.decode()}")

    def stop(self) -> None:
        """End it at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._process = None
