"""Cries out at every node what concerns people rather than tables: chat, lobby, accounts.

One subject carries all of it, for it is little: a person says at most a line every other
second in the long run, and the lobby is shown a few times a second at most. What is lost
is lost for a moment: chat is in the store for whoever comes next, and each node shows its
part of the lobby again every few seconds.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
import structlog

from spadille.core.codec import decoder, encoder
from spadille.core.value import Value
from spadille.protocol.live import AnswerChallenge, SignOut, WithdrawChallenge
from spadille.protocol.news import Person
from spadille.server.chat.carried import Carried
from spadille.server.ending import end
from spadille.server.lobby.picture import Picture
from spadille.server.nodes.bus import Unanswered

if TYPE_CHECKING:
    from spadille.server.gateway.company import Company
    from spadille.server.gateway.sockets import Sockets
    from spadille.server.lobby.challenges import Reply
    from spadille.server.nodes.bus import Bus, Subscription

SUBJECT: Final = "people"
_SHOW_SECONDS: Final = 2.0
"""How often a node shows its part of the lobby though nothing has changed."""
_FORGET_SECONDS: Final = 7.0
"""A node that has shown nothing for so long is gone, and so are its people."""
_ANSWER_SECONDS: Final = 5.0

log = structlog.stdlib.get_logger()


class Told(Value, tag="told"):
    """A message to all live sockets of somebody."""

    person: str
    frame: msgspec.Raw


class Sought(Value, tag="sought"):
    """Somebody looks for a game, or no longer."""

    person: str
    on: bool


class Befriended(Value, tag="befriended"):
    """Somebody has other buddies."""

    person: str
    buddies: tuple[str, ...]


class Renamed(Value, tag="renamed"):
    """Somebody has another name or avatar."""

    person: Person


class SignedOut(Value, tag="signed_out"):
    """Somebody is to have no sockets any more."""

    person: str
    reason: SignOut


class Renewed(Value, tag="renewed"):
    """The sockets of somebody count as opened in another epoch."""

    person: str
    epoch: int


class TokenDropped(Value, tag="token_dropped"):
    """Nobody comes with a token, by its id, any more."""

    token: str


class Uncovers(Value, tag="uncovers"):
    """Somebody who shares a device uncovers a hand at a table."""

    person: str
    table: str


class Shown(Value, tag="shown"):
    """What a node knows of the lobby; ``None``: it leaves."""

    node: str
    picture: Picture | None


class Reached(Value):
    """What somebody says to a challenge that was sent at the node that is asked."""

    person: Person
    reply: AnswerChallenge | WithdrawChallenge


Account: TypeAlias = Renamed | SignedOut | Renewed | TokenDropped | Uncovers
"""What concerns the sockets of one person."""
Cry: TypeAlias = Carried | Told | Sought | Befriended | Account | Shown

_encoder = encoder()
_cries: msgspec.json.Decoder[Cry] = decoder(Cry)
_replies: msgspec.json.Decoder[Reached] = decoder(Reached)


class Crier:
    """This node's voice and ear."""

    def __init__(self, bus: Bus, company: Company, sockets: Sockets) -> None:
        """Cry by *bus* what *company* and *sockets* tell, and tell them what others cry."""
        self._bus = bus
        self._company = company
        self._sockets = sockets
        self._node = company.challenges.server
        self._picture = Picture()
        self._heard: dict[str, float] = {}
        self._ears: list[Subscription] = []
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Join in; the bus must be open."""
        company = self._company
        self._ears = [
            await self._bus.listen(SUBJECT, self._hear),
            await self._bus.serve(_challenge_subject(self._node), self._on_reply),
        ]
        company.chat.elsewhere = self._cry
        company.chat.at_elsewhere = company.presence.elsewhere_at
        company.hub.elsewhere = self
        company.challenges.elsewhere = self._reply
        self._sockets.elsewhere = self
        self._task = asyncio.create_task(self._show_again(), name="crier")

    async def stop(self) -> None:
        """Say that nobody is here any more."""
        if self._task is not None:
            await end(self._task)
            self._cry(Shown(self._node, None))
        for ear in self._ears:
            ear.stop()

    def told(self, person: str, frame: bytes) -> None:
        """*person* was told something."""
        self._cry(Told(person, msgspec.Raw(frame)))

    def sought(self, person: str, *, on: bool) -> None:
        """*person* looks for a game, or no longer."""
        self._cry(Sought(person, on))

    def befriended(self, person: str, buddies: frozenset[str]) -> None:
        """*person* has other *buddies* now."""
        self._cry(Befriended(person, tuple(buddies)))

    def shown(self, picture: Picture) -> None:
        """What this node knows of the lobby has changed."""
        self._picture = picture
        self._cry(Shown(self._node, picture))

    def renamed(self, person: Person) -> None:
        """*person* has another name or avatar."""
        self._cry(Renamed(person))

    def signed_out(self, person: str, reason: SignOut) -> None:
        """*person* is to have no sockets any more, for *reason*."""
        self._cry(SignedOut(person, reason))

    def renewed(self, person: str, epoch: int) -> None:
        """The sockets of *person* count as opened in *epoch*."""
        self._cry(Renewed(person, epoch))

    def token_dropped(self, token: str) -> None:
        """Nobody comes with *token*, by its id, any more."""
        self._cry(TokenDropped(token))

    def uncovers(self, person: str, table: str) -> None:
        """*person* uncovers a hand at *table*, which covers all others of the same device."""
        self._cry(Uncovers(person, table))

    def _cry(self, cry: Cry) -> None:
        self._bus.publish(SUBJECT, _encoder.encode(cry))

    def _hear(self, data: bytes) -> None:
        company = self._company
        match _cries.decode(data):
            case Carried() as line:
                company.chat.carry(line)
            case Told(person, frame):
                company.hub.tell_here(person, bytes(frame))
            case Sought(person, on):
                company.hub.note_seek(person, on=on)
            case Befriended(person, buddies):
                company.hub.note_buddies(person, frozenset(buddies))
            case Shown(node, picture):
                self._see(node, picture)
            case account:
                self._hear_of(account)

    def _hear_of(self, account: Account) -> None:
        sockets = self._sockets
        match account:
            case Renamed(person):
                sockets.note_renamed(person)
                self._company.presence.renamed(person)
            case SignedOut(known, reason):
                sockets.note_signed_out(known, reason)
            case Renewed(known, epoch):
                sockets.note_renewed(known, epoch)
            case TokenDropped(token):
                sockets.note_token_dropped(token)
            case Uncovers(known, table):
                sockets.note_uncovers(known, table)

    def _see(self, node: str, picture: Picture | None) -> None:
        if picture is None:
            self._heard.pop(node, None)
        else:
            if node not in self._heard:
                # It may have begun just now, and has not seen this node's part yet.
                self._cry(Shown(self._node, self._picture))
            self._heard[node] = _now()
        self._company.presence.heard(node, picture)

    async def _show_again(self) -> None:
        while True:
            self._cry(Shown(self._node, self._picture))
            await asyncio.sleep(_SHOW_SECONDS)
            silent = [n for n, at in self._heard.items() if _now() - at > _FORGET_SECONDS]
            for node in silent:
                del self._heard[node]
                self._company.presence.heard(node, None)

    async def _reply(self, person: Person, reply: Reply) -> bool:
        """Let the node where a challenge was sent hear the answer; whether it knew of it."""
        node = reply.challenge.partition("-")[0]
        if not (node.isascii() and node.isalnum()) or node == self._node:
            return False
        question = _encoder.encode(Reached(person, reply))
        try:
            answer = await self._bus.ask(_challenge_subject(node), question, _ANSWER_SECONDS)
        except Unanswered as error:
            log.info("challenge not found", challenge=reply.challenge, error=str(error))
            return False
        return answer == _YES

    async def _on_reply(self, data: bytes) -> bytes:
        reached = _replies.decode(data)
        known = await self._company.challenges.act(reached.person, reached.reply)
        return _YES if known else _NO


_YES: Final = b"yes"
_NO: Final = b"no"


def _challenge_subject(node: str) -> str:
    return f"challenge.{node}"


def _now() -> float:
    return asyncio.get_running_loop().time()
