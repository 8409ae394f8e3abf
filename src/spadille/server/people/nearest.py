"""The usernames that somebody may have meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from spadille.server.people.usernames import folded

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST: Final = 3
"""Names that are offered."""
_LEAST_LIKENESS: Final = 0.75


def nearest(typed: str, usernames: Iterable[str]) -> tuple[str, ...]:
    """The names of *usernames* that are nearest to what was *typed*, nearest first."""
    found = process.extract(
        typed,
        list(usernames),
        scorer=JaroWinkler.similarity,
        processor=folded,
        score_cutoff=_LEAST_LIKENESS,
        limit=MOST,
    )
    return tuple(name for name, _likeness, _place in found)
