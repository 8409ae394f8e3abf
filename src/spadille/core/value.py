"""The base of every immutable value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, dataclass_transform

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Once", "Value", "replace"]

_T = TypeVar("_T")

_field: Callable[..., object] = msgspec.field


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An immutable record, compared and hashed by its fields."""


class Once(Generic[_T]):
    """A property of a `Value` with a ``__dict__``, worked out when it is first asked for.

    `functools.cached_property` does the same behind a lock, which in Python 3.11 takes
    longer than the work.
    """

    def __init__(self, work: Callable[[Any], _T]) -> None:
        """Let *work* find what the property is."""
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, value: Any, kind: object) -> _T:  # noqa: ANN401 - any class may have one
        found = value.__dict__[self._name] = self._work(value)
        return found
