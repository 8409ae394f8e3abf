"""All open table sockets, and the door at which they are let in."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import structlog

from spadille.core.codec import encoder
from spadille.protocol.messages import Fault, FaultReason
from spadille.server.gateway.asgi import answer_problem, cookies
from spadille.server.gateway.origin import is_own
from spadille.server.gateway.session import Code, Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.protocol.news import Person
    from spadille.server.accounts.identity import Guests
    from spadille.server.gateway.asgi import Receive, Scope, Send
    from spadille.server.settings import Settings
    from spadille.server.tables.directory import Directory
    from spadille.server.telemetry import Metrics

PATH: Final = "/ws"
ABORT: Final = "spadille.abort"
"""The ASGI extension that cuts a connection."""
_INTERNAL: Final = 1011
"""The close code for a failure of ours."""
_FAREWELL: Final = 2.0
"""Seconds that clients have to take the last words when the server stops."""

log = structlog.stdlib.get_logger()
_encoder = encoder()


class Sockets:
    """An ASGI application for table sockets, which knows all of them."""

    def __init__(
        self, directory: Directory, guests: Guests, settings: Settings, metrics: Metrics
    ) -> None:
        """Seat whom *guests* recognises at the tables of *directory*."""
        self.directory = directory
        self.guests = guests
        self.settings = settings
        self.metrics = metrics
        self._open: set[Session] = set()
        self._at: dict[tuple[str, str], list[Session]] = {}
        self._places: dict[Session, tuple[str, str]] = {}
        self.going_down = False
        self._all_gone = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in, and serve it."""
        if scope["path"] != PATH:
            await answer_problem(scope, send, 404, "not_found", f"The table socket is {PATH}.")
            return
        if not is_own(scope, self.settings.origins):
            detail = "This socket is for this server's own pages; SPADILLE_ORIGINS allows others."
            await answer_problem(scope, send, 403, "foreign_origin", detail)
            return
        await receive()  # the handshake's own message
        await send({"type": "websocket.accept"})
        person = await self.guests.recognise(cookies(scope))
        refusal = self._refusal(person)
        if person is None or refusal is not None:
            await _turn_away(send, *(refusal or _NO_SESSION))
            return
        await self._serve(Session(person, self, send, _abort_of(scope)), receive, send)

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

    def renamed(self, person: Person) -> None:
        """Let what *person* does from now on bear the new name."""
        for session in self._open:
            if session.person.id == person.id:
                session.person = person

    async def go_down(self) -> None:
        """Say goodbye to everyone; return once they are gone, or have had their time."""
        self.going_down = True
        for session in tuple(self._open):
            session.close(Code.GOING_DOWN, FaultReason.GOING_DOWN)
        if self._open:
            await _wait_briefly(self._all_gone)

    async def _serve(self, session: Session, receive: Receive, send: Send) -> None:
        self._open.add(session)
        self._all_gone.clear()
        self.metrics.sockets.inc()
        try:
            await session.run(receive)
        except Exception:
            log.exception("socket failed", person=session.person.id)
            await send({"type": "websocket.close", "code": _INTERNAL, "reason": "internal_error"})
        finally:
            self._open.discard(session)
            self.metrics.sockets.dec()
            if not self._open:
                self._all_gone.set()

    def _refusal(self, person: Person | None) -> tuple[Code, FaultReason] | None:
        if self.going_down:
            return Code.GOING_DOWN, FaultReason.GOING_DOWN
        return _NO_SESSION if person is None else None


_NO_SESSION: Final = (Code.NO_SESSION, FaultReason.NO_SESSION)


async def _turn_away(send: Send, code: Code, reason: FaultReason) -> None:
    # A browser tells a page nothing of a refused handshake, so this one is refused after it.
    await send({"type": "websocket.send", "text": _encoder.encode(Fault(reason)).decode()})
    await send({"type": "websocket.close", "code": int(code), "reason": reason.value})


async def _wait_briefly(event: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(event.wait(), _FAREWELL)
    except TimeoutError:
        log.info("sockets still open", seconds=_FAREWELL)


def _abort_of(scope: Scope) -> Callable[[], None]:
    """What cuts the connection of *scope*; not every web server offers it."""
    extension: dict[str, Any] = scope.get("extensions", {}).get(ABORT, {})
    abort: Callable[[], None] = extension.get("abort", _cannot_abort)
    return abort


def _cannot_abort() -> None:
    log.warning("this web server cannot cut a connection")
