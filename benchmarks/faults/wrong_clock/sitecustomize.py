"""Loaded by a server of the laboratory: its wall clock is wrong by what a file says, in seconds.

The file can change while the server runs, as a clock does that somebody sets.
"""

# ruff: noqa: INP001 - Python finds it on the path, under this name alone

from __future__ import annotations

import mmap
import os
import struct
import time
from pathlib import Path

_file = os.environ.get("LABORATORY_CLOCK")
if _file is not None:
    with Path(_file).open("rb") as _opened:
        _wrong = mmap.mmap(_opened.fileno(), 8, access=mmap.ACCESS_READ)
    _true_time, _true_time_ns = time.time, time.time_ns

    def _time() -> float:
        (seconds,) = struct.unpack("<q", _wrong[:8])
        return _true_time() + float(seconds)

    def _time_ns() -> int:
        (seconds,) = struct.unpack("<q", _wrong[:8])
        return _true_time_ns() + int(seconds) * 1_000_000_000

    time.time, time.time_ns = _time, _time_ns
