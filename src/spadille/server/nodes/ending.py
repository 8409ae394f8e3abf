"""Ends tasks that talk through the bus."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from asyncio import Task

_AGAIN_SECONDS: Final = 0.05


async def end(task: Task[Any]) -> None:
    """Cancel *task*, and return once it has ended.

    Once is not enough: before Python 3.12 `asyncio.wait_for`, by which the NATS client waits,
    forgets a cancellation that comes together with what was waited for.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_AGAIN_SECONDS)
