"""When a table must next do something by itself, and how often it may."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable


class Alarm:
    """Calls back at the earliest deadline it was told of; later ones cost nothing.

    A deadline may move out without touching the event loop: the alarm then rings early,
    and whoever is called asks for the deadline that counts.
    """

    def __init__(
        self,
        call_at: Callable[[float, Callable[[], None]], asyncio.TimerHandle],
        ring: Callable[[], None],
    ) -> None:
        """Ring by *ring*, through an event loop's *call_at*."""
        self._call_at = call_at
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def by(self, deadline: float | None) -> None:
        """Ring at *deadline* at the latest; ``None``: no need to ring."""
        if deadline is None:
            return
        if self._handle is not None:
            if self._handle.when() <= deadline:
                return
            self._handle.cancel()
        self._handle = self._call_at(deadline, self._rang)

    def stop(self) -> None:
        """Ring no more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _rang(self) -> None:
        self._handle = None
        self._ring()


class Seldom:
    """Does something when asked to, but not often; what was asked last is always done."""

    def __init__(
        self,
        call_at: Callable[[float, Callable[[], None]], asyncio.TimerHandle],
        now: Callable[[], float],
        interval: float,
        do: Callable[[], None],
    ) -> None:
        """*do* it at most once in *interval* seconds, by an event loop's *call_at* and *now*."""
        self._call_at = call_at
        self._now = now
        self._interval = interval
        self._do = do
        self._next = now()
        self._handle: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        """Do it at once if it was not done just now, else a little later."""
        if self._handle is not None:
            return
        if self._now() >= self._next:
            self._go()
        else:
            self._handle = self._call_at(self._next, self._go)

    def stop(self) -> None:
        """Do it no more by itself."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _go(self) -> None:
        self._handle = None
        self._next = self._now() + self._interval
        self._do()
