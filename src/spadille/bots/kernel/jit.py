"""Compiles the kernel, and keeps what was compiled for the next process."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, cast

import numba
from numba.core import config as numba_config
from numpy import float64, int64
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

P = ParamSpec("P")
R = TypeVar("R")

Ints = NDArray[int64]
Floats = NDArray[float64]


def source_hash() -> str:
    """A digest of every kernel source.

    Numba notices a change of the file that holds a function, but not of one that it
    calls or takes a constant from; a directory for each state of the sources does.
    """
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _places() -> Iterator[Path]:
    """Where compiled code may be kept, best first."""
    if chosen := os.environ.get("SPADILLE_KERNEL_CACHE"):
        yield Path(chosen)
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "spadille"
    yield Path(tempfile.gettempdir()) / f"spadille-{os.getuid() if hasattr(os, 'getuid') else ''}"


def cache_directory() -> str:
    """A directory that only we can write to; a fresh one if no lasting place will do.

    Compiled code is loaded from it and run, so a place that others may write to, as an
    attacker may prepare under the temporary directory, is passed over.
    """
    for place in _places():
        directory = place / f"kernel-{source_hash()}"
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            directory.mkdir(mode=0o700, exist_ok=True)
            if _is_ours(place) and _is_ours(directory):
                return str(directory)
        except OSError:
            continue
    return tempfile.mkdtemp(prefix="spadille-kernel-")


def _is_ours(directory: Path) -> bool:
    if not hasattr(os, "getuid"):
        return os.access(directory, os.W_OK)
    found = directory.stat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022 and os.access(directory, 7)


config: Any = numba_config
"""Numba's settings; it declares none of them."""
njit: Any = numba.njit
"""Its compiler; of its options it does not declare ``_nrt``, whether arrays are counted."""
_CACHE: Final = "" if config.DISABLE_JIT else cache_directory()


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile *function* when first called; ``NUMBA_DISABLE_JIT=1`` leaves it as it is.

    Compiled functions let other threads run. They must not call themselves: a cached
    recursive function crashes the next process that loads it.
    """
    return _compiled(function, counting=True)


def bare(function: Callable[P, R]) -> Callable[P, R]:
    """Compile *function*, which makes no arrays, without counting who uses those it is given.

    Otherwise each call counts each of them in and out as used, by instructions that lock
    memory: a fifth of the time of a search.
    """
    return _compiled(function, counting=False)


def _compiled(function: Callable[P, R], *, counting: bool) -> Callable[P, R]:
    # Always given, for what a function leaves open is set by the one it is compiled for.
    before = config.CACHE_DIR
    if _CACHE:
        config.CACHE_DIR = _CACHE
    try:
        return cast("Callable[P, R]", njit(cache=True, nogil=True, _nrt=counting)(function))
    finally:
        config.CACHE_DIR = before


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile *function* as part of each function that calls it.

    For small functions of an inner loop that take arrays: a call counts each of them in
    and out as used, which takes longer than the work. Nothing is kept of it by itself.
    """
    return cast("Callable[P, R]", njit(inline="always", nogil=True)(function))
