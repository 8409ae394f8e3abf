"""Write requirements.lock and requirements-dev.lock (run by `make lock`).

One lock for every supported Python and system, with no word of where the
packages came from: each installer knows its own source.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = [
    "pip",
    "compile",
    "pyproject.toml",
    "--universal",
    "--python-version=3.11",
    "--custom-compile-command=make lock",
    "--quiet",
]


def compile_lock(*arguments: str) -> None:
    """Run the resolver from the repository's root."""
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([str(uv), *COMPILE, *arguments], cwd=ROOT, check=True)


def main() -> None:
    """Lock what a player needs, then what a developer needs on top of the same."""
    extra = sys.argv[1:]
    compile_lock("-o", "requirements.lock", *extra)
    compile_lock("--group=dev", "-c", "requirements.lock", "-o", "requirements-dev.lock", *extra)


if __name__ == "__main__":
    main()
