"""A server starts with nothing but what ``requirements.lock`` installs."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
from pathlib import Path

missing = set({missing!r})


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ImportError(f"{{name}} is not installed")


sys.meta_path.insert(0, Absent())
from spadille.server.app import Service
from spadille.server.settings import Settings
from spadille.server.store.sqlite import SqliteStore
import spadille.cli.doctor, spadille.server.nodes.nats_bus, spadille.server.store.postgres

SqliteStore(Path({folder!r}))
print("started")
"""


def locked() -> set[str]:
    """The packages of the lock, as they are compared."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return {_plain(name) for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_a_server_starts_with_nothing_but_its_lock(tmp_path: Path) -> None:
    kept = locked() | {"spadille"}
    missing = {
        module
        for module, packages in packages_distributions().items()
        if not kept & {_plain(package) for package in packages}
    }
    assert {"pytest", "hypothesis"} <= missing
    script = SCRIPT.format(missing=sorted(missing), folder=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.returncode, done.stdout) == (0, "started\n"), done.stderr
