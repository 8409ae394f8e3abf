"""The wall clock, which only stamps what is stored."""

from __future__ import annotations

import time


def unix_milliseconds() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
