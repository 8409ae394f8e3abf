"""A server starts with nothing but what ``requirements.lock`` installs."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.kit.postgres import Postgres

ROOT = Path(__file__).parents[2]
SCRIPT = """
import asyncio
import sys
from pathlib import Path

missing = set({missing!r})


class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ImportError(f"{{name}} is not installed")


sys.meta_path.insert(0, Absent())
from spadille.server.app import Service
from spadille.server.settings import DatabaseUrl, Settings
from spadille.server.store.opening import open_store
import spadille.cli.doctor, spadille.server.nodes.nats_bus


async def use(store):
    await store.claim()
    await store.create_table("t", "host")
    await store.close()


for settings in (
    Settings(data=Path({folder!r})),
    Settings(database=DatabaseUrl({url!r})),
):
    asyncio.run(use(open_store(settings).store))
print("started")
"""


def locked() -> set[str]:
    """The packages of the lock, as they are compared."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return {_plain(name) for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_a_server_starts_with_nothing_but_its_lock(tmp_path: Path, postgres: Postgres) -> None:
    """It makes its tables in a file and in a database; both need tools for that."""
    kept = locked() | {"spadille"}
    missing = {
        module
        for module, packages in packages_distributions().items()
        if not kept & {_plain(package) for package in packages}
    }
    assert {"pytest", "hypothesis"} <= missing
    script = SCRIPT.format(
        missing=sorted(missing), folder=str(tmp_path), url=postgres.empty_database()
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.returncode, done.stdout) == (0, "started\n"), done.stderr
