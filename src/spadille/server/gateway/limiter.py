"""Credits by interval: short bursts are fine, a steady flood is not."""

from __future__ import annotations

from spadille.core.value import Value, replace


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
