"""Where hints are asked for: one at a time for each person, and not too many."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

import structlog

from spadille.protocol.hints import Hint, HintReason, HintRefused
from spadille.server.gateway.limiter import Purses
from spadille.server.tables.hints import NoHint

if TYPE_CHECKING:
    from spadille.protocol.hints import AskHint
    from spadille.server.gateway.session import Session
    from spadille.server.tables.interface import AnyTable as Table

_AT_ONCE: Final = 5.0
"""Hints that somebody may ask for in a burst, ..."""
_PER_SECOND: Final = 0.5
"""... and in the long run."""

log = structlog.stdlib.get_logger()


class HintDesk:
    """Answers all who ask, without holding up what else they send."""

    def __init__(self) -> None:
        """Start with nobody asking."""
        self._purses = Purses(_AT_ONCE, _PER_SECOND, time.monotonic)
        self._busy: dict[str, asyncio.Task[None]] = {}

    def ask(self, session: Session, table: Table, ask: AskHint) -> None:
        """Send *session* a hint for *table*, or why there is none."""
        person = session.person.id
        if session.program:
            session.tell(HintRefused(ask.id, HintReason.NOT_FOR_PROGRAMS))
        elif person in self._busy or not self._purses.spend(person):
            session.tell(HintRefused(ask.id, HintReason.TOO_MANY_HINTS))
        else:
            task = asyncio.get_running_loop().create_task(self._answer(session, table, ask))
            self._busy[person] = task
            task.add_done_callback(lambda _task: self._busy.pop(person))

    async def stop(self) -> None:
        """Wait for the hints that are being thought of."""
        if self._busy:
            await asyncio.wait(list(self._busy.values()))

    async def _answer(self, session: Session, table: Table, ask: AskHint) -> None:
        seq = table.seq
        try:
            move, text = await table.hint(session)
        except NoHint as none:
            session.tell(HintRefused(ask.id, none.reason))
            return
        except Exception:
            log.exception("a hint failed", table=table.id)
            session.tell(HintRefused(ask.id, HintReason.NOT_YOUR_TURN))
            return
        if table.seq == seq:
            session.tell(Hint(ask.id, seq, move, text))
        else:
            session.tell(HintRefused(ask.id, HintReason.NOT_YOUR_TURN))
