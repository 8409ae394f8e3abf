"""Counts orders and times their answers, as one socket sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.server.telemetry import Metrics

_OUTCOMES: Final = {
    b'{"type":"%s"' % outcome.encode(): outcome for outcome in ("accepted", "refused", "declined")
}
_MOST: Final = 64
"""Orders whose answer is awaited; more is no sensible client."""


class _Answer(msgspec.Struct):
    """The part of an answer that names its order, and why it is not done."""

    order: str
    reason: str = ""


_decoder = msgspec.json.Decoder(_Answer)


class OrderMeter:
    """Remembers when orders came, and sees their answers leave."""

    def __init__(self, metrics: Metrics, now: Callable[[], float]) -> None:
        """Count in *metrics*, by the clock *now*."""
        self._metrics = metrics
        self._now = now
        self._asked: dict[str, float] = {}

    def asked(self, order: str) -> None:
        """Note that *order* has come."""
        self._asked[order] = self._now()
        if len(self._asked) > _MOST:
            del self._asked[next(iter(self._asked))]

    def sent(self, frame: bytes) -> None:
        """Count *frame* if it is an answer."""
        for prefix, outcome in _OUTCOMES.items():
            if frame.startswith(prefix):
                self._metrics.orders[outcome].inc()
                answer = _decoder.decode(frame)
                if answer.reason:
                    self._metrics.refusals.labels(answer.reason).inc()
                asked = self._asked.pop(answer.order, None)
                if asked is not None:
                    self._metrics.order_seconds.observe(self._now() - asked)
