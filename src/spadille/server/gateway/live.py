"""The live socket: the lobby, challenges, and whatever changes around somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog

from spadille.core.codec import decoder
from spadille.protocol.live import (
    AnswerChallenge,
    LiveClientMessage,
    LiveHello,
    LivePing,
    LivePong,
    LiveWelcome,
    Seek,
    SendChallenge,
    SignedOut,
    SignOut,
    WatchLobby,
    WithdrawChallenge,
)
from spadille.protocol.messages import VERSION, FaultReason
from spadille.protocol.rest import Me
from spadille.server.gateway.asgi import cookies
from spadille.server.gateway.entrance import abort_of, enter_socket, turn_away
from spadille.server.gateway.line import Code, Line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import msgspec

    from spadille.protocol.news import Person
    from spadille.server.gateway.asgi import Receive, Scope, Send
    from spadille.server.gateway.company import Company
    from spadille.server.settings import Settings
    from spadille.server.telemetry import Metrics

PATH: Final = "/live"
_INTERNAL: Final = 1011
"""The close code for a failure of ours."""
_PER_SECOND: Final = 5.0
"""Messages of one live socket, in the long run."""
_BURST: Final = 20.0
_MOST_DEVICES: Final = 10
"""Live sockets of one person; the oldest beyond them is closed."""

_decoder: msgspec.json.Decoder[LiveClientMessage] = decoder(LiveClientMessage)
log = structlog.stdlib.get_logger()


class LiveSockets:
    """An ASGI application for live sockets, which knows all of them."""

    def __init__(self, company: Company, settings: Settings, metrics: Metrics) -> None:
        """Let whom *company* recognises in."""
        self.metrics = metrics
        self.company = company
        self.settings = settings
        self.going_down = False
        self._open: dict[str, list[LiveSession]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in, and serve it."""
        if not await enter_socket(scope, receive, send, self.settings.origins):
            return
        admitted = await self.company.guests.admitted(cookies(scope))
        if self.going_down:
            await turn_away(send, Code.GOING_DOWN, FaultReason.GOING_DOWN)
        elif admitted is None:
            await turn_away(send, Code.NO_SESSION, FaultReason.NO_SESSION)
        else:
            session = LiveSession(admitted.person, self, send, abort_of(scope))
            session.epoch = admitted.epoch
            await self._serve(session, receive, send)

    def signed_out(self, person: str, reason: SignOut) -> None:
        """Close all live sockets of *person*, and say why."""
        for session in self.sessions(person):
            session.sign_out(reason)

    def outlived(self, epochs: Mapping[str, int]) -> None:
        """Close those that were opened in an epoch before the one in *epochs*."""
        for person, sessions in tuple(self._open.items()):
            for session in tuple(sessions):
                if session.epoch < epochs.get(person, 0):
                    session.sign_out(SignOut.ENDED)

    def go_down(self) -> None:
        """Say goodbye to everyone, and let nobody in."""
        self.going_down = True
        self.send_away()

    def send_away(self) -> None:
        """Say goodbye to everyone."""
        for sessions in tuple(self._open.values()):
            for session in tuple(sessions):
                session.close(Code.GOING_DOWN, FaultReason.GOING_DOWN)

    def people(self) -> list[str]:
        """Everyone who has a live socket."""
        return list(self._open)

    def sessions(self, person: str) -> tuple[LiveSession, ...]:
        """The live sockets of *person*."""
        return tuple(self._open.get(person, ()))

    async def _serve(self, session: LiveSession, receive: Receive, send: Send) -> None:
        here = self._open.setdefault(session.person_id, [])
        here.append(session)
        if len(here) > _MOST_DEVICES:
            here[0].close(Code.REPLACED, FaultReason.REPLACED)
        self.company.presence.arrive(session.person)
        try:
            await session.run(receive)
        except Exception:
            log.exception("live socket failed", person=session.person_id)
            await send({"type": "websocket.close", "code": _INTERNAL, "reason": "internal_error"})
        finally:
            here.remove(session)
            if not here and self._open.get(session.person_id) is here:
                del self._open[session.person_id]
            self.company.presence.depart(session.person_id)


class LiveSession(Line):
    """One live socket of one person."""

    def __init__(
        self, person: Person, sockets: LiveSockets, send: Send, abort: Callable[[], None]
    ) -> None:
        """Speak for *person* through *send*; *abort* cuts a line that does not close."""
        self.person = person
        self._company = sockets.company
        self._metrics = sockets.metrics
        self._greeted = False
        super().__init__(send, abort, sockets.settings.silence_seconds, _BURST, _PER_SECOND)

    @property
    def person_id(self) -> str:
        """Who is at the other end."""
        return self.person.id

    def sign_out(self, reason: SignOut) -> None:
        """Close, and say why."""
        self.tell(SignedOut(reason))
        self.close(Code.NO_SESSION, FaultReason.NO_SESSION)

    def decode(self, data: str | bytes) -> LiveClientMessage:
        """The message that *data* holds."""
        return _decoder.decode(data)

    def dropped(self) -> None:
        """Count a client that did not read."""
        self._metrics.dropped.inc()

    def leave(self) -> None:
        """Hear no more of the lobby."""
        self._company.hub.detach(self)

    async def obey(self, message: LiveClientMessage) -> None:
        """Do what *message* asks."""
        if not self.spend():
            self.too_fast()
        elif isinstance(message, LiveHello):
            await self._hello(message)
        elif not self._greeted:
            self.fault(FaultReason.HELLO_FIRST)
        else:
            await self._do(message)

    async def _hello(self, hello: LiveHello) -> None:
        if hello.version != VERSION:
            detail = f"this server speaks version {VERSION}"
            self.close(Code.OTHER_VERSION, FaultReason.OTHER_VERSION, detail)
            return
        company, person = self._company, self.person_id
        buddies = await company.circle.buddies(person)
        settings = await company.preferences.of(person)
        self.person = await company.guests.again(self.person)
        if not self._greeted:
            self._greeted = True
            company.hub.attach(self, frozenset(buddy.person.id for buddy in buddies))
        self.tell(
            LiveWelcome(
                me=Me(self.person, guest=self.person.username is None),
                settings=settings,
                buddies=tuple(buddies),
                seeking=company.hub.is_seeking(person),
                challenges=company.challenges.of(person),
            )
        )

    async def _do(
        self,
        message: WatchLobby | Seek | SendChallenge | AnswerChallenge | WithdrawChallenge | LivePing,
    ) -> None:
        company = self._company
        match message:
            case WatchLobby(on):
                company.hub.watch(self, on=on)
            case Seek(on):
                company.hub.seek(self.person_id, on=on)
            case SendChallenge():
                sender = await company.guests.again(self.person)
                await company.challenges.send(self, sender, message)
            case AnswerChallenge(challenge, accept):
                person = await company.guests.again(self.person)
                await company.challenges.answer(self, person, challenge, accept=accept)
            case WithdrawChallenge(challenge):
                await company.challenges.withdraw(self, self.person, challenge)
            case LivePing():
                self.tell(LivePong())
