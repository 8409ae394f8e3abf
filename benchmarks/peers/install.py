"""Installs the servers that Spadille is compared with, outside everything that it needs itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "build" / "peers"
"""Ignored by git."""
PACKAGES: Final = {
    "boardgame.io": "0.50.2",
    "@colyseus/core": "0.16.26",
    "@colyseus/ws-transport": "0.16.5",
}
"""Colyseus 0.16 is the last that runs on all versions of Node that build the page."""


class Node(NamedTuple):
    """A Node with the peers in reach."""

    program: str
    environment: dict[str, str]


def ready(folder: Path = FOLDER) -> Node:
    """Install the pinned packages in *folder*, unless they are there.

    Raises `SystemExit` where there is no Node, or the packages cannot be had.
    """
    program, npm = _find("node"), _find("npm")
    modules = folder / "node_modules"
    wanted = "\n".join(f"{name}@{version}" for name, version in PACKAGES.items())
    stamp = folder / "installed.txt"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
        command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts"]
        if subprocess.run([*command, *wanted.split()], cwd=folder, check=False).returncode:  # noqa: S603 - pinned packages
            raise SystemExit(f"npm could not install the peers in {folder}; is there a network?")
        stamp.write_text(wanted, encoding="utf-8")
    return Node(program, {"NODE_PATH": str(modules), "NODE_ENV": "production"})


def _find(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} is not on the PATH: install Node 20, 22 or 24 with npm")
    return found
