"""An event loop whose clock jumps: waiting costs nothing and is exact."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
FOR_EVER = 50_000.0
"""Seconds: no story lasts so long, but a task that waits again and again may.

At a table where computers play on and on meanwhile, each second is a message or two to everyone
there, who keep them all: as many seconds again as memory has room for.
"""


class _JumpingSelector(selectors.SelectSelector):
    """Never waits: it moves the clock on by the time the loop would have waited."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            msg = "nothing will ever happen: every task waits, and no timer runs"
            raise RuntimeError(msg)
        self.now += timeout
        if self.now > FOR_EVER:
            msg = "this goes on for ever: a task waits again and again for what never comes"
            raise RuntimeError(msg)
        return super().select(0)


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


class VirtualRunner:
    """Runs one story after another on a loop of its own with a virtual clock."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner(loop_factory=_VirtualLoop)

    def run(self, main: Coroutine[None, None, T]) -> T:
        """Run *main* to its end; what it has started goes on with the next."""
        return self._runner.run(main)

    def close(self) -> None:
        """End whatever still runs."""
        self._runner.close()


def run(main: Coroutine[None, None, T]) -> T:
    """Run *main* on a loop of its own with a virtual clock."""
    runner = VirtualRunner()
    try:
        return runner.run(main)
    finally:
        runner.close()
