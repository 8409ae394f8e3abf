"""Print the path of a Chromium for the browser tests; install one if that is easy."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "fonts-dejavu-core", "fonts-noto-color-emoji")
HELP = """\
The browser tests need Chromium, and none was found.
  Debian:         apt-get install chromium
  Fedora:         dnf install chromium
  macOS:          brew install --cask chromium
  elsewhere:      set SPADILLE_CHROMIUM to the path of a Chromium or Chrome
"""


def find() -> str | None:
    """Find a Chromium that is already here."""
    chosen = os.environ.get("SPADILLE_CHROMIUM")
    if chosen:
        return shutil.which(chosen)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def as_root() -> list[str] | None:
    """Tell how to run a command as root without a password, or None if we may not."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode:
        return None
    return [sudo, "-n"] if sudo else None


def install() -> None:
    """Install Chromium the Debian way, where that is possible without asking."""
    prefix = as_root()
    if shutil.which("apt-get") is None or prefix is None:
        return
    print("Installing Chromium for the browser tests ...", file=sys.stderr)
    environment = ["env", "DEBIAN_FRONTEND=noninteractive"]
    for command in (["update"], ["install", "-y", "--no-install-recommends", *PACKAGES]):
        # Standard output is for the path alone.
        subprocess.run(
            [*prefix, *environment, "apt-get", "-qq", *command],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )


def main() -> int:
    """Find, else install and find again."""
    path = find()
    if path is None and not os.environ.get("SPADILLE_CHROMIUM"):
        install()
        path = find()
    if path is None:
        print(HELP, file=sys.stderr, end="")
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
