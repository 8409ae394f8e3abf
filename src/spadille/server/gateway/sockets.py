"""All open table sockets, and the door at which they are let in."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Final, Protocol

import structlog

from spadille.protocol.live import SignOut
from spadille.protocol.messages import FaultReason
from spadille.protocol.news import SeatLeft
from spadille.server.gateway.asgi import answer_problem, cookies
from spadille.server.gateway.entrance import abort_of, enter_socket, turn_away
from spadille.server.gateway.hintdesk import HintDesk
from spadille.server.gateway.line import Code
from spadille.server.gateway.live import PATH as LIVE_PATH
from spadille.server.gateway.live import LiveSockets
from spadille.server.gateway.programs import admit, is_program
from spadille.server.gateway.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spadille.protocol.news import Person
    from spadille.server.gateway.asgi import Receive, Scope, Send
    from spadille.server.gateway.company import Company
    from spadille.server.settings import Settings
    from spadille.server.tables.directory import Directory
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.interface import AnyTable as Table
    from spadille.server.telemetry import Metrics

PATH: Final = "/ws"
_INTERNAL: Final = 1011
"""The close code for a failure of ours."""
_MOST_SOCKETS: Final = 30
"""Table sockets of one person, at whatever tables; the oldest beyond them is closed."""
_FAREWELL: Final = 2.0
"""Seconds that clients have to take the last words when the server stops."""
_LOOK_SECONDS: Final = 0.1
"""How often a server that serves on looks whether it is to hurry."""

log = structlog.stdlib.get_logger()


class Elsewhere(Protocol):
    """The sockets of other servers."""

    def renamed(self, person: Person) -> None:
        """*person* has another name or avatar."""
        ...

    def signed_out(self, person: str, reason: SignOut) -> None:
        """*person* is to have no sockets any more, for *reason*."""
        ...

    def renewed(self, person: str, epoch: int) -> None:
        """The sockets of *person* count as opened in *epoch*."""
        ...

    def token_dropped(self, token: str) -> None:
        """Nobody comes with *token*, by its id, any more."""
        ...

    def uncovers(self, person: str, table: str) -> None:
        """*person* uncovers a hand at *table*, which covers all others of the same device."""
        ...


class Nowhere:
    """There are no other servers."""

    def renamed(self, person: Person) -> None:
        """Nobody hears it."""

    def signed_out(self, person: str, reason: SignOut) -> None:
        """Nobody hears it."""

    def renewed(self, person: str, epoch: int) -> None:
        """Nobody hears it."""

    def token_dropped(self, token: str) -> None:
        """Nobody hears it."""

    def uncovers(self, person: str, table: str) -> None:
        """Nobody hears it."""


class Sockets:
    """An ASGI application for table sockets, which knows all of them."""

    def __init__(
        self, directory: Directory, company: Company, settings: Settings, metrics: Metrics
    ) -> None:
        """Seat whom *company* recognises at the tables of *directory*."""
        self.directory = directory
        self.company = company
        self.guests = company.guests
        self.live = LiveSockets(company, settings, metrics)
        self.settings = settings
        self.metrics = metrics
        self._open: dict[Session, None] = {}
        """In the order in which they came."""
        self._at: dict[tuple[str, str], list[Session]] = {}
        self._places: dict[Session, tuple[str, str]] = {}
        self.hints = HintDesk()
        self.elsewhere: Elsewhere = Nowhere()
        self.draining = False
        """Whether this server is told to stop, and load balancers may have time to hear of it."""
        self.going_down = False
        self.hurried = False
        """Whether whoever stops this server does not want to wait for load balancers."""
        self.aside = False
        """Whether people had better go to another server."""
        self._all_gone = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in, and serve it."""
        if scope["path"] == LIVE_PATH:
            await self.live(scope, receive, send)
            return
        if scope["path"] != PATH:
            detail = f"The table socket is {PATH}, the live socket {LIVE_PATH}."
            await answer_problem(scope, send, 404, "not_found", detail)
            return
        if is_program(scope):
            await self._serve_program(scope, receive, send)
            return
        if not await enter_socket(scope, receive, send, self.settings.origins):
            return
        admitted = await self.guests.admitted(cookies(scope))
        if self.going_down:
            await turn_away(send, Code.GOING_DOWN, FaultReason.GOING_DOWN)
        elif admitted is None:
            await turn_away(send, Code.NO_SESSION, FaultReason.NO_SESSION)
        else:
            session = Session(admitted.person, self, send, abort_of(scope))
            session.epoch = admitted.epoch
            await self._serve(session, receive, send)

    async def _serve_program(self, scope: Scope, receive: Receive, send: Send) -> None:
        admission = await admit(scope, receive, send, self.company.tokens)
        if admission is None:
            return
        if self.going_down:
            await turn_away(send, Code.GOING_DOWN, FaultReason.GOING_DOWN)
            return
        session = Session(admission.person, self, send, abort_of(scope), admission)
        await self._serve(session, receive, send)

    def join(self, session: Session, table: str) -> None:
        """Count *session* at *table*; too many of one person there close the oldest."""
        self.leave(session)
        place = (session.person.id, table)
        here = self._at.setdefault(place, [])
        here.append(session)
        self._places[session] = place
        if len(here) > self.settings.sockets_per_table:
            here[0].close(Code.REPLACED, FaultReason.REPLACED)

    def leave(self, session: Session) -> None:
        """Count *session* nowhere."""
        place = self._places.pop(session, None)
        if place is not None:
            self._at[place].remove(session)
            if not self._at[place]:
                del self._at[place]

    def people(self) -> set[str]:
        """Everyone who has a socket here, at a table or live."""
        return {session.person.id for session in self._open} | set(self.live.people())

    def renamed(self, person: Person) -> None:
        """Let what *person* does from now on bear the new name, at all servers."""
        self.note_renamed(person)
        self.elsewhere.renamed(person)

    def note_renamed(self, person: Person) -> None:
        """The same, here alone."""
        for session in self._open:
            if session.person.id == person.id:
                session.person = person
                if session.table is not None:
                    session.table.introduce(person)

    def signed_out(self, person: str, reason: SignOut) -> None:
        """Close all sockets of *person*, at all servers, and say why."""
        self.note_signed_out(person, reason)
        self.elsewhere.signed_out(person, reason)

    def note_signed_out(self, person: str, reason: SignOut) -> None:
        """Close those that are open here."""
        self.live.signed_out(person, reason)
        for session in self._sessions(person):
            session.sign_out()

    def renewed(self, person: str, epoch: int) -> None:
        """Let the sockets of *person*, who has a new cookie of *epoch*, stay open everywhere."""
        self.note_renewed(person, epoch)
        self.elsewhere.renewed(person, epoch)

    def note_renewed(self, person: str, epoch: int) -> None:
        """Let those stay open that are open here."""
        for session in (*self.live.sessions(person), *self._sessions(person)):
            if session.epoch < math.inf:
                session.epoch = epoch

    def outlived(self, epochs: Mapping[str, int]) -> None:
        """Close the sockets here that were opened in an epoch before the one in *epochs*."""
        self.live.outlived(epochs)
        for session in tuple(self._open):
            if session.epoch < epochs.get(session.person.id, 0):
                session.sign_out()

    def token_dropped(self, token: str) -> None:
        """Close the sockets of programs that came with *token*, by its id, at all servers."""
        self.note_token_dropped(token)
        self.elsewhere.token_dropped(token)

    def note_token_dropped(self, token: str) -> None:
        """Close those that are open here."""
        for session in tuple(self._open):
            if session.token == token:
                session.expire()

    def note_uncovers(self, person: str, table: str) -> None:
        """Cover what *person* has uncovered here at *table*: another server shows it now."""
        for session in self._at.get((person, table), ()):
            if session.table is not None:
                session.table.cover(person)

    def table_told(self, table: Table, events: Sequence[TableEvent]) -> None:
        """Send away whoever has left a seat where nobody may watch."""
        if table.state.made.options.spectators:
            return
        for event in events:
            if isinstance(event, SeatLeft):
                for session in tuple(self._at.get((event.person.id, table.id), ())):
                    session.close(Code.NO_SPECTATORS, FaultReason.NO_SPECTATORS)

    def stand_aside(self, *, aside: bool) -> None:
        """Send everyone to other servers, for this one is of little use to them; or no more."""
        self.aside = aside
        if aside:
            self.live.send_away()
            for session in tuple(self._open):
                session.close(Code.GOING_DOWN, FaultReason.GOING_DOWN)

    async def go_down(self) -> None:
        """Say goodbye to everyone; return once they are gone, or have had their time."""
        self.draining = True
        # Whoever is sent here meanwhile is served, and finds another server afterwards.
        await self._serve_on()
        self.going_down = True
        # Before anyone is sent away, so that they find their tables awake elsewhere.
        await self.directory.drain()
        self.live.go_down()
        for session in tuple(self._open):
            session.close(Code.GOING_DOWN, FaultReason.GOING_DOWN)
        if self._open:
            await _wait_briefly(self._all_gone)
        await self.hints.stop()

    async def _serve_on(self) -> None:
        now = asyncio.get_running_loop().time
        until = now() + self.settings.drain_seconds
        while not self.hurried and (left := until - now()) > 0:  # noqa: ASYNC110 - a signal hurries
            await asyncio.sleep(min(left, _LOOK_SECONDS))

    def _sessions(self, person: str) -> tuple[Session, ...]:
        return tuple(session for session in self._open if session.person.id == person)

    async def _serve(self, session: Session, receive: Receive, send: Send) -> None:
        here = self._sessions(session.person.id)
        if len(here) >= _MOST_SOCKETS:
            here[0].close(Code.REPLACED, FaultReason.REPLACED)
        self._open[session] = None
        self._all_gone.clear()
        self.metrics.sockets.inc()
        try:
            await session.run(receive)
        except Exception:
            log.exception("socket failed", person=session.person.id)
            await send({"type": "websocket.close", "code": _INTERNAL, "reason": "internal_error"})
        finally:
            del self._open[session]
            self.metrics.sockets.dec()
            if not self._open:
                self._all_gone.set()


async def _wait_briefly(event: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(event.wait(), _FAREWELL)
    except TimeoutError:
        log.info("sockets still open", seconds=_FAREWELL)
