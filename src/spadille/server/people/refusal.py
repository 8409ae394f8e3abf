"""How everything about people is refused: a code for programs, a sentence for people."""

from __future__ import annotations

import math
from typing import Final

_MANY: Final = 120
"""Seconds that are told as minutes, and minutes that are told as hours."""


class Refusal(Exception):  # noqa: N818 - it names what happened
    """Something that is understood and cannot be done."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: int = 400,
        *,
        names: tuple[str, ...] = (),
        wait: int = 0,
    ) -> None:
        """Refuse with *code*; *names* may have been meant, *wait* seconds may help."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status
        self.names = names
        self.wait = wait


def too_often(wait: int) -> Refusal:
    """The refusal of one try too many; the next may be made in *wait* seconds."""
    detail = f"That was tried too often; try again in {in_words(wait)}."
    return Refusal("too_often", detail, 429, wait=wait)


def in_words(wait: int) -> str:
    """*wait* seconds as a person would say it, rounded up: "1 second", "5 minutes", "24 hours"."""
    if wait >= 60 * _MANY:
        return f"{math.ceil(wait / 3600)} hours"
    if wait >= _MANY:
        return f"{math.ceil(wait / 60)} minutes"
    return "1 second" if wait == 1 else f"{wait} seconds"


def unknown_username(username: str, names: tuple[str, ...]) -> Refusal:
    """The refusal of a username that nobody has, with the nearest *names*."""
    hint = f" Did you mean {_any_of(names)}?" if names else ""
    shown = username[:40]
    return Refusal("unknown_username", f"Nobody here is called {shown!r}.{hint}", 404, names=names)


def _any_of(names: tuple[str, ...]) -> str:
    """*names* as a sentence offers them."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
