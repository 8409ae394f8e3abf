"""How the nodes of one service talk to each other: quickly, and with no promise.

Nothing is kept: what is lost here is found again in the store. A message goes to all other
nodes that listen to its subject, never back to its sender.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Unanswered(Exception):  # noqa: N818 - it names what happened
    """Nobody answers a question, or not in time; whoever was asked may have acted on it."""


class Subscription(Protocol):
    """An ear for one subject."""

    def stop(self) -> None:
        """Hear no more."""
        ...


class Bus(Protocol):
    """One node's connection to the others."""

    @property
    def lost_at(self) -> float | None:
        """When the connection was lost, on the monotonic clock; ``None``: it is there."""
        ...

    def publish(self, subject: str, data: bytes) -> None:
        """Send *data* to whoever listens to *subject*; never blocks, and may get lost."""
        ...

    async def ask(self, subject: str, data: bytes, seconds: float) -> bytes:
        """The answer of the one who serves *subject*; raises `Unanswered` within *seconds*.

        Where nobody serves it, it is raised at once.
        """
        ...

    async def listen(self, subject: str, hear: Callable[[bytes], None]) -> Subscription:
        """Call *hear* with whatever others send to *subject*, once this returns."""
        ...

    async def serve(
        self, subject: str, answer: Callable[[bytes], Awaitable[bytes]]
    ) -> Subscription:
        """Answer what others ask of *subject*; several questions may be in hand at once."""
        ...

    async def open(self) -> None:
        """Connect; raises `OSError` where that cannot be done."""
        ...

    async def close(self) -> None:
        """Send what is queued, and let go."""
        ...


class _Nothing:
    """An ear that never hears."""

    def stop(self) -> None:
        """There is nothing to stop."""


class Alone:
    """The bus of a service of one node: there is nobody to talk to, and it costs nothing."""

    lost_at: float | None = None

    def publish(self, subject: str, data: bytes) -> None:
        """Nobody listens."""

    async def ask(self, subject: str, data: bytes, seconds: float) -> bytes:  # noqa: ARG002
        """Nobody answers."""
        raise Unanswered(subject)

    async def listen(self, subject: str, hear: Callable[[bytes], None]) -> Subscription:  # noqa: ARG002
        """Nobody speaks."""
        return _Nothing()

    async def serve(
        self,
        subject: str,  # noqa: ARG002
        answer: Callable[[bytes], Awaitable[bytes]],  # noqa: ARG002
    ) -> Subscription:
        """Nobody asks."""
        return _Nothing()

    async def open(self) -> None:
        """There is nothing to connect to."""

    async def close(self) -> None:
        """There is nothing to let go of."""
