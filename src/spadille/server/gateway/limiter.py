"""Credits by interval: short bursts are fine, a steady flood is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.core.value import Value, replace

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_PURSES: Final = 10_000


class Credits(Value):
    """How much somebody may still do; it grows with time, up to a limit."""

    most: float
    """The size of a burst."""
    per_second: float
    left: float
    at: float
    """When ``left`` was counted, on the clock of whoever asks."""

    @classmethod
    def full(cls, most: float, per_second: float, now: float) -> Credits:
        """All credits, as of *now*."""
        return cls(most, per_second, most, now)

    def spend(self, now: float, cost: float = 1.0) -> tuple[Credits, bool]:
        """The credits after something that costs *cost*, and whether they were enough."""
        left = min(self.most, self.left + (now - self.at) * self.per_second)
        enough = left >= cost
        return replace(self, left=left - cost if enough else left, at=now), enough


class Purses:
    """Credits of many people, of whom the longest unseen are forgotten."""

    def __init__(self, most: float, per_second: float, now: Callable[[], float]) -> None:
        """Give everyone *most* to begin with, by the clock *now*."""
        self._most = most
        self._per_second = per_second
        self._now = now
        self._purses: dict[str, Credits] = {}

    def spend(self, person: str) -> bool:
        """Whether *person* may do one thing more."""
        now = self._now()
        purse = self._purses.pop(person, None) or Credits.full(self._most, self._per_second, now)
        self._purses[person], enough = purse.spend(now)
        if len(self._purses) > _MOST_PURSES:
            del self._purses[next(iter(self._purses))]
        return enough
