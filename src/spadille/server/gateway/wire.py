"""The two kinds of WebSocket frame that play consists of, without the library's detours."""

from __future__ import annotations

import struct
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # where there is no compiled one
    from websockets.utils import apply_mask

_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text."""
_WHOLE: Final = 0x80
"""Set in the first byte of a frame that is no part of a longer message."""
_MASKED: Final = 0x80
"""Set in the second byte of every frame of a client."""
_MASK: Final = 4
"""The bytes of a mask."""
_SHORT: Final = 125
_MEDIUM: Final = 0xFFFF
"""The most bytes of a frame whose length takes one byte, and two more."""


def frame_head(size: int) -> bytes:
    """What comes before *size* bytes of text in an unmasked, unfragmented frame."""
    if size <= _SHORT:
        return bytes((_TEXT, size))
    if size <= _MEDIUM:
        return struct.pack("!BBH", _TEXT, _SHORT + 1, size)
    return struct.pack("!BBQ", _TEXT, _SHORT + 2, size)


def is_one_frame(data: bytes) -> bool:
    """Whether *data*, which begins where a frame does, is one whole message of a client."""
    return len(data) > 1 and data[0] >= _WHOLE and len(data) == _end(data)


def text_of(frame: bytes) -> bytes | None:
    """The text of *frame*, for which `is_one_frame` holds; ``None``: it holds something else."""
    if frame[0] != _TEXT:
        return None
    start = _head(frame)
    return apply_mask(frame[start:], frame[start - _MASK : start])


def _head(data: bytes) -> int:
    return 2 + _MASK if data[1] <= _MASKED + _SHORT else 4 + _MASK


def _end(data: bytes) -> int | None:
    """How long *data* must be to be a frame; ``None``: the library may see to that one."""
    size = data[1] - _MASKED
    if 0 <= size <= _SHORT:
        return 2 + _MASK + size
    return 4 + _MASK + int.from_bytes(data[2:4], "big") if size == _SHORT + 1 else None
