"""Challenges: one person asks another to take a seat at their table."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from spadille.core.value import replace
from spadille.protocol.acts import Sit
from spadille.protocol.live import (
    AnswerChallenge,
    Challenge,
    ChallengeEnded,
    ChallengeReason,
    ChallengeReceived,
    ChallengeRefused,
    ChallengeSent,
    Outcome,
    SendChallenge,
    WithdrawChallenge,
)
from spadille.protocol.messages import Accepted
from spadille.protocol.news import SeatLeft, SeatTaken
from spadille.protocol.people import Where
from spadille.server.lobby.clerk import ask
from spadille.server.people.limits import Limit
from spadille.server.people.refusal import Refusal, in_words
from spadille.server.store.people import Tie

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from spadille.core.seats import Seat
    from spadille.protocol.news import Person
    from spadille.protocol.people import Target
    from spadille.server.lobby.hub import Device, Hub
    from spadille.server.lobby.presence import Presence
    from spadille.server.people.circle import Circle
    from spadille.server.tables.directory import Directory
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.interface import AnyTable as Table

OPEN_SECONDS: Final = 60.0
"""How long a challenge waits for its answer."""
_MOST_RECEIVED: Final = 5
_MOST_SENT: Final = 5
_ID_BYTES: Final = 12
_SERVER_BYTES: Final = 4

Reply: TypeAlias = AnswerChallenge | WithdrawChallenge
Forward: TypeAlias = "Callable[[Person, Reply], Awaitable[bool]]"


async def _nowhere(_person: Person, _message: Reply) -> bool:
    """There are no other servers."""
    return False


class _Unsent(Exception):  # noqa: N818 - it names what happened
    """A challenge that is not sent."""

    def __init__(self, reason: ChallengeReason, detail: str, names: tuple[str, ...] = ()) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.names = names


@dataclass(slots=True)
class _Open:
    """A challenge that waits for its answer."""

    id: str
    sender: Person
    to: Person
    table: Table
    seat: Seat
    until: float
    timer: asyncio.TimerHandle

    def shown_to(self, person: str, now: float) -> Challenge:
        """The challenge as *person*, one of the two, may see it."""
        info = self.table.state.info()
        return Challenge(
            id=self.id,
            sender=self.sender,
            to=self.to,
            seat=self.seat,
            title=info.options.title,
            rules=info.rules,
            seats=info.seats,
            left=max(0, round(1000 * (self.until - now))),
            table=info.id if person == self.sender.id else None,
        )


class Challenges:
    """All challenges that wait for an answer."""

    def __init__(
        self,
        directory: Directory,
        presence: Presence,
        circle: Circle,
        hub: Hub,
        clock: Callable[[], float],
    ) -> None:
        """Seat people at the tables of *directory*, and tell both sides by *hub*.

        Nobody may be asked again and again by the same person, by *clock*.
        """
        self._asked = Limit(4, 1 / 30, clock)
        self._directory = directory
        self._presence = presence
        self._circle = circle
        self._hub = hub
        self._open: dict[str, _Open] = {}
        self.server = secrets.token_hex(_SERVER_BYTES)
        """Begins the ids of the challenges that were sent here."""
        self.elsewhere: Forward = _nowhere
        """Lets the server where a challenge was sent answer or withdraw it; whether it did."""
        hub.challenges = self.sent_here

    def of(self, person: str) -> tuple[Challenge, ...]:
        """The challenges that *person* has sent or received."""
        return tuple(
            challenge if person == challenge.sender.id else replace(challenge, table=None)
            for challenge in self._everywhere()
            if person in {challenge.sender.id, challenge.to.id}
        )

    def sent_here(self) -> tuple[Challenge, ...]:
        """The challenges that were sent by way of this server, as their senders see them."""
        if not self._open:
            return ()
        now = asyncio.get_running_loop().time()
        return tuple(open_.shown_to(open_.sender.id, now) for open_ in self._open.values())

    async def send(self, device: Device, sender: Person, wanted: SendChallenge) -> None:
        """Challenge somebody, or tell *device* why not."""
        try:
            table = await self._table(sender, wanted)
            to = await self._challenged(wanted.to, sender)
            await self._judge(sender, to, table)
            self._count(sender, to)
        except _Unsent as unsent:
            refused = ChallengeRefused(wanted.id, unsent.reason, unsent.detail, unsent.names)
            self._hub.tell_device(device, refused)
            return
        challenge = self._keep(sender, to, table, wanted.seat)
        now = asyncio.get_running_loop().time()
        self._hub.tell(sender.id, ChallengeSent(wanted.id, challenge.shown_to(sender.id, now)))
        self._hub.tell(to.id, ChallengeReceived(challenge.shown_to(to.id, now)))

    async def answer(self, device: Device, person: Person, challenge: str, *, accept: bool) -> None:
        """Accept or decline a challenge to *person*."""
        message = AnswerChallenge(challenge, accept)
        if not (await self.act(person, message) or await self.elsewhere(person, message)):
            self._is_gone(device, challenge)

    async def withdraw(self, device: Device, person: Person, challenge: str) -> None:
        """Take back a challenge of *person*."""
        message = WithdrawChallenge(challenge)
        if not (await self.act(person, message) or await self.elsewhere(person, message)):
            self._is_gone(device, challenge)

    async def act(self, person: Person, message: Reply) -> bool:
        """Do what *person* says to a challenge that was sent here; whether there is such a one."""
        found = self._open.get(message.challenge)
        if found is None:
            return False
        if isinstance(message, WithdrawChallenge):
            if found.sender.id == person.id:
                self._end(found, Outcome.WITHDRAWN)
            return found.sender.id == person.id
        if found.to.id != person.id:
            return False
        if message.accept:
            await self._accept(found, person)
        else:
            self._end(found, Outcome.DECLINED)
        return True

    def table_told(self, table: Table, events: Sequence[TableEvent]) -> None:
        """End the challenges that what has happened at *table* leaves without a point."""
        for event in events:
            if not isinstance(event, SeatTaken | SeatLeft):
                continue
            for challenge in tuple(self._open.values()):
                if challenge.table.id != table.id:
                    continue
                if isinstance(event, SeatTaken) and event.seat is challenge.seat:
                    self._end(challenge, Outcome.SEAT_GONE)
                elif isinstance(event, SeatLeft) and event.person.id == challenge.sender.id:
                    self._end(challenge, Outcome.WITHDRAWN)

    def close(self) -> None:
        """Wait for no answer any more."""
        for challenge in self._open.values():
            challenge.timer.cancel()
        self._open.clear()

    async def _accept(self, challenge: _Open, person: Person) -> None:
        # Not open while the table is asked, so that it cannot be answered twice.
        del self._open[challenge.id]
        challenge.timer.cancel()
        table = await self._directory.find(challenge.table.id)
        assert table is not None
        answer = await ask(table, person, Sit(challenge.seat))
        seated = isinstance(answer, Accepted)
        self._tell_end(challenge, Outcome.ACCEPTED if seated else Outcome.SEAT_GONE)

    async def _table(self, sender: Person, wanted: SendChallenge) -> Table:
        table = await self._directory.find(wanted.table)
        if table is None or table.state.seat_of(sender.id) is None:
            detail = "Take a seat at the table before you invite others to it."
            raise _Unsent(ChallengeReason.NOT_SEATED, detail)
        if table.state.seats[wanted.seat].owner is not None:
            raise _Unsent(ChallengeReason.SEAT_TAKEN, "That seat is taken; choose another.")
        return table

    async def _challenged(self, target: Target, sender: Person) -> Person:
        try:
            return await self._circle.found(target, sender.id)
        except Refusal as refusal:
            reason = ChallengeReason.TOO_MANY if refusal.wait else ChallengeReason.UNKNOWN
            raise _Unsent(reason, refusal.detail, refusal.names) from refusal

    def _count(self, sender: Person, to: Person) -> None:
        """Raise `_Unsent` if *sender* has asked *to* too often."""
        if wait := self._asked.take(f"{sender.id} {to.id}"):
            name = to.username or to.name
            detail = f"You have asked {name} several times; try again in {in_words(wait)}."
            raise _Unsent(ChallengeReason.TOO_MANY, detail)

    async def _judge(self, sender: Person, to: Person, table: Table) -> None:
        """Raise `_Unsent` unless *sender* may challenge *to* now."""
        name = to.username or to.name
        if to.id == sender.id:
            raise _Unsent(ChallengeReason.YOURSELF, "That is you; challenge somebody else.")
        if sender.id in await self._circle.ids(to.id, Tie.BLOCK):
            raise _Unsent(ChallengeReason.BLOCKED, f"{name} takes no challenges from you.")
        if to.id in await self._circle.ids(sender.id, Tie.BLOCK):
            detail = f"You have blocked {name}; take that back first."
            raise _Unsent(ChallengeReason.YOU_BLOCKED, detail)
        if table.state.seat_of(to.id) is not None:
            raise _Unsent(ChallengeReason.ALREADY_THERE, f"{name} sits at this table already.")
        if not self._presence.is_online(to.id):
            raise _Unsent(ChallengeReason.OFFLINE, f"{name} is not here now; try again later.")
        known = list(self._everywhere())
        received = [c for c in known if c.to.id == to.id]
        if any(c.sender.id == sender.id for c in received):
            detail = f"{name} has a challenge from you already; wait for the answer."
            raise _Unsent(ChallengeReason.ALREADY_SENT, detail)
        if self._presence.where(to.id) is Where.PLAYING or len(received) >= _MOST_RECEIVED:
            raise _Unsent(ChallengeReason.BUSY, f"{name} is busy now; try again later.")
        if sum(c.sender.id == sender.id for c in known) >= _MOST_SENT:
            detail = "Wait for the answers to the challenges you have sent."
            raise _Unsent(ChallengeReason.TOO_MANY, detail)

    def _everywhere(self) -> Iterator[Challenge]:
        """The challenges that wait for an answer at any server."""
        yield from self.sent_here()
        for picture in self._presence.elsewhere():
            yield from picture.challenges

    def _keep(self, sender: Person, to: Person, table: Table, seat: Seat) -> _Open:
        loop = asyncio.get_running_loop()
        identity = f"{self.server}-{secrets.token_urlsafe(_ID_BYTES)}"
        timer = loop.call_later(OPEN_SECONDS, self._time_out, identity)
        until = loop.time() + OPEN_SECONDS
        challenge = _Open(identity, sender, to, table, seat, until, timer)
        self._open[identity] = challenge
        self._hub.touch()
        return challenge

    def _time_out(self, challenge: str) -> None:
        self._end(self._open[challenge], Outcome.TIMED_OUT)

    def _end(self, challenge: _Open, outcome: Outcome) -> None:
        del self._open[challenge.id]
        challenge.timer.cancel()
        self._tell_end(challenge, outcome)

    def _tell_end(self, challenge: _Open, outcome: Outcome) -> None:
        table = challenge.table.id if outcome is Outcome.ACCEPTED else None
        self._hub.touch()
        ended = ChallengeEnded(challenge.id, outcome, table)
        self._hub.tell(challenge.sender.id, ended)
        self._hub.tell(challenge.to.id, ended)

    def _is_gone(self, device: Device, challenge: str) -> None:
        refused = ChallengeRefused(
            challenge, ChallengeReason.GONE, "This challenge is over already."
        )
        self._hub.tell_device(device, refused)
