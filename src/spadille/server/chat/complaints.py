"""Reports of somebody's words, for the operator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.server.chat.parsing import cleaned
from spadille.server.people.limits import Limit
from spadille.server.people.refusal import Refusal, too_often
from spadille.server.store.people import Report

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.protocol.news import Person
    from spadille.protocol.people import NewReport
    from spadille.server.chat.rooms import ChatRooms
    from spadille.server.store.people import SocialStore


class Complaints:
    """Takes reports, with what the reporter could see attached by the server itself."""

    def __init__(
        self,
        store: SocialStore,
        chat: ChatRooms,
        clock: Callable[[], float],
        walltime: Callable[[], int],
    ) -> None:
        """Keep reports in *store*; a person may file a few an hour, by *clock*."""
        self._store = store
        self._chat = chat
        self._walltime = walltime
        self._limit = Limit(5, 5 / 3600, clock)

    async def file(self, reporter: Person, report: NewReport) -> None:
        """Keep *report* of *reporter*; raises `Refusal`."""
        if await self._store.get(report.person) is None:
            raise Refusal("unknown_person", "There is nobody with this id.", 404)
        if report.person == reporter.id:
            raise Refusal("yourself", "That is you.")
        lines = await self._chat.evidence(reporter, report.table)
        if lines is None:
            raise Refusal("not_there", "Report somebody while you are at the table.", 403)
        if wait := self._limit.take(reporter.id):
            raise too_often(wait)
        at, reason = self._walltime(), cleaned(report.reason)
        kept = Report(0, at, reporter.id, report.person, report.table, reason, lines, handled=False)
        await self._store.add_report(kept)
