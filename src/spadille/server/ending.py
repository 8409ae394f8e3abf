"""Ends tasks that talk through the bus."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import structlog

if TYPE_CHECKING:
    from asyncio import Task

_AGAIN_SECONDS: Final = 0.05
_LONG_SECONDS: Final = 3.0
"""A task that goes on for so long after it was to end is worth a line of the log."""

log = structlog.stdlib.get_logger()


async def end(task: Task[Any] | None) -> None:
    """Cancel *task*, if there is one, and return once it has ended.

    Once is not enough: before Python 3.12 `asyncio.wait_for`, by which the NATS client waits,
    forgets a cancellation that comes together with what was waited for. Where it takes long,
    the log says once which task it is, and where it waits.
    """
    if task is None:
        return
    now = asyncio.get_running_loop().time
    late: float | None = now() + _LONG_SECONDS
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_AGAIN_SECONDS)
        if late is not None and now() > late and not task.done():
            log.warning("a task does not end", task=task.get_name(), waits=_waits(task))
            late = None


def _waits(task: Task[Any]) -> list[str]:
    """The functions and lines in which *task* waits, the innermost last."""
    places: list[str] = []
    awaited: Any = task.get_coro()
    while (frame := getattr(awaited, "cr_frame", None)) is not None:
        places.append(f"{frame.f_code.co_qualname}:{frame.f_lineno}")
        awaited = awaited.cr_await
    return places
