"""The program itself: its page, and the compiled code of its computer players."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadille.server.checkup.finding import fault, ok, warning

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spadille.server.checkup.finding import Finding

_KERNEL: Final = "computer players"
_CHOSEN: Final = "SPADILLE_KERNEL_CACHE"


def check_page(folder: Path) -> Finding:
    """Whether the web client was built into *folder*."""
    if (folder / "index.html").is_file():
        return ok("page", f"it is built, in {folder}")
    return fault(
        "page",
        f"there is none in {folder}, so nobody can play with a browser",
        "Run make web where the sources are, or install the wheel, which has it.",
    )


def check_kernel(bot: str, environment: Mapping[str, str]) -> Finding:
    """Whether the compiled code of players of level *bot* is kept from start to start."""
    if bot == "rules":
        return ok(_KERNEL, "they play by thumb rules, and need no compiled code")
    # It takes a second to import.
    from spadille.bots.kernel.jit import cache_directory  # noqa: PLC0415

    place = Path(cache_directory())
    chosen = environment.get(_CHOSEN)
    kept = place.name.startswith("kernel-")
    if not kept:
        place.rmdir()
    if chosen is not None and place.parent != Path(chosen):
        return warning(
            _KERNEL,
            f"{_CHOSEN} is {chosen}, which cannot be written to, or not by this user alone",
            f"mkdir -m 700 it for the server's user; {place.parent if kept else 'nothing'} is "
            "used in its place.",
        )
    if not kept:
        return warning(
            _KERNEL,
            "there is no place for their compiled code, so each start compiles for a minute",
            f"Name a directory that only the server's user can write to in {_CHOSEN}.",
        )
    compiled = any(entry.name.endswith(".nbi") for entry in os.scandir(place) if entry.is_file())
    if not compiled and not any(place.rglob("*.nbi")):
        return ok(_KERNEL, f"their code will be kept in {place}; the first start compiles it")
    return ok(_KERNEL, f"their compiled code is in {place}")
