"""The base of every immutable value."""

from __future__ import annotations

from typing import TYPE_CHECKING, dataclass_transform

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Value", "replace"]

_field: Callable[..., object] = msgspec.field


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An immutable record, compared and hashed by its fields."""
