"""The chat of every table that somebody is connected to."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from spadille.core.codec import encoder
from spadille.protocol.chat import (
    MOST_CHARACTERS,
    ChatLine,
    ChatReason,
    ChatRefused,
    Notice,
    Said,
    Say,
    SystemLine,
    Voice,
)
from spadille.protocol.table import Stage
from spadille.server.chat.addressing import Unsaid, addressee
from spadille.server.chat.carried import Carried
from spadille.server.chat.history import history_frame, visible
from spadille.server.chat.parsing import cleaned, parse
from spadille.server.chat.room import Room
from spadille.server.chat.stand_ins import stand_in_notices
from spadille.server.store.people import ChatRow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spadille.protocol.news import Person
    from spadille.server.chat.parsing import Spoken
    from spadille.server.people.circle import Circle
    from spadille.server.store.people import ChatStore
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.interface import AnyTable as Table
    from spadille.server.tables.listeners import Listener

_BACK_SECONDS: Final = 5.0
"""Whoever is back so soon, as after a reload of the page, has not been away."""
_KEPT: Final = 300
"""Lines that are read for somebody who comes, ..."""
_SHOWN: Final = 100
"""... and of those they may see, how many are sent."""
_REPORTED: Final = 20
"""Lines that go with a report."""
_COMING: Final = frozenset({Notice.JOINED, Notice.RECONNECTED})
_BEFORE_AND_AFTER: Final = frozenset({Stage.WAITING, Stage.OVER})

log = structlog.stdlib.get_logger()
_encoder = encoder()


class ChatRooms:
    """Carries what is said to those who may hear it, once it is written down."""

    def __init__(self, store: ChatStore, circle: Circle, clock: Callable[[], int]) -> None:
        """Keep lines in *store*; *circle* knows who does not want to hear whom."""
        self._store = store
        self._circle = circle
        self._clock = clock
        self._rooms: dict[str, Room] = {}
        self._telling: set[asyncio.Task[None]] = set()
        self.elsewhere: Callable[[Carried], None] = _nobody
        """Takes every line to the rooms of other servers."""
        self.at_elsewhere: Callable[[str], dict[str, Person]] = _no_others
        """Who is at a table by other servers."""

    async def join(self, listener: Listener, table: Table, seen: int) -> None:
        """Let *listener* hear the chat of *table*, first what was said after *seen*."""
        room = self._rooms.get(table.id)
        if room is None:
            room = self._rooms[table.id] = Room(table, asyncio.get_running_loop().time)
        room.table = table
        notice = room.enter(listener)
        person = listener.person
        rows = await self._store.lines(table.id, 0, _KEPT)
        if rows:
            room.go_on_after(rows[-1].at)
        rows = [row for row in rows if row.at > seen]
        lines = visible(rows, person.id, await self._circle.unheard(person.id))
        if room.has(listener):
            listener.send(history_frame(lines[-_SHOWN:]))
        # Whoever has another device at another server is no news.
        if notice is not None and person.id not in self.at_elsewhere(table.id):
            await self._tell(room, notice, person)

    def leave(self, listener: Listener, table: Table) -> None:
        """Let *listener* hear no more."""
        room = self._rooms.get(table.id)
        if room is None or not room.exit(listener):
            return
        person = listener.person
        call_later = asyncio.get_running_loop().call_later
        timer = call_later(_BACK_SECONDS, self._is_gone, room, person)
        room.going[person.id] = timer

    def table_told(self, table: Table, events: Sequence[TableEvent]) -> None:
        """Tell in the chat who was replaced by a computer at *table*, and who is back.

        Asked once for what happens, at the server that runs the table; those who listen may
        all be at others.
        """
        room = self._rooms.get(table.id)
        if room is None and self.at_elsewhere(table.id):
            room = Room(table, asyncio.get_running_loop().time)
        if room is not None:
            for notice, person in stand_in_notices(table.state, events):
                self._tell_later(room, notice, person)

    def close(self) -> None:
        """Wait for nobody any more."""
        for room in self._rooms.values():
            room.close()
        self._rooms.clear()
        for task in self._telling:
            task.cancel()

    async def say(self, listener: Listener, table: Table, say: Say) -> None:
        """Say something at *table*; the answer goes to *listener*."""
        room = self._rooms[table.id]
        person = table.state.shown(listener.person)
        try:
            at = room.said.get((person.id, say.id))
            if at is None:
                at = await self._say(room, person, say)
        except Unsaid as unsaid:
            refused = ChatRefused(say.id, unsaid.reason, unsaid.detail, unsaid.names, unsaid.wait)
            listener.send(_encoder.encode(refused))
        else:
            listener.send(_encoder.encode(Said(say.id, at)))

    def carry(self, line: Carried) -> None:
        """Let those hear *line* who are here, and may."""
        room = self._rooms.get(line.table)
        if room is None:
            return
        room.go_on_after(line.at)
        if line.came is not None:
            room.is_back(line.came)
        frame = bytes(line.frame)
        for listener in room:
            if line.is_for(listener.person.id):
                listener.send(frame)

    async def evidence(self, person: Person, table: str) -> bytes | None:
        """The last lines of *table* as *person* could see them, as JSON.

        ``None``: this person is not there.
        """
        room = self._rooms.get(table)
        if room is None or not room.is_here(person.id):
            return None
        rows = await self._store.lines(table, 0, _KEPT)
        lines = visible(rows, person.id, frozenset())[-_REPORTED:]
        return b"[" + b",".join(lines) + b"]"

    async def _say(self, room: Room, sender: Person, say: Say) -> int:
        """Say it; the time of the line. Raises `Unsaid`."""
        spoken = self._understood(room, sender, say)
        to = None
        unheard = await self._circle.unheard_by(sender.id)
        if spoken.voice is Voice.WHISPER:
            to = self._whispered_to(room, sender, spoken)
            if to.id in await self._circle.blocked_by(sender.id):
                name = to.username or to.name
                raise Unsaid(ChatReason.BLOCKED, f"{name} takes no whispers from you.")

        def row_at(at: int) -> ChatRow:
            line = ChatLine(at, sender, spoken.voice, spoken.text, to)
            return ChatRow(at, sender.id, None if to is None else to.id, _encoder.encode(line))

        try:
            row = await self._written(room, row_at)
        except Exception as error:
            log.warning("line not stored", table=room.table.id, error=repr(error))
            detail = "The server could not keep this message, so it sent it to nobody; try again."
            raise Unsaid(ChatReason.NOT_STORED, detail) from error
        room.remember(sender.id, say.id, row.at)
        self._spread(room.table.id, row, unheard=tuple(unheard))
        return row.at

    def _whispered_to(self, room: Room, sender: Person, spoken: Spoken) -> Person:
        if room.table.state.stage not in _BEFORE_AND_AFTER:
            raise Unsaid(
                ChatReason.WHISPER_DURING_GAME,
                "Whispers are off while a game is on: partners could tell each other their "
                "cards. They work before and after it.",
            )
        if spoken.name is None:
            raise Unsaid(
                ChatReason.WHISPER_TO_WHOM, "Say who it is for: <w NAME> and then the message."
            )
        # Who is here is known best here.
        others = self.at_elsewhere(room.table.id)
        others |= {person.id: person for person in room.others(sender.id)}
        others.pop(sender.id, None)
        return addressee(spoken.name, sender, list(others.values()))

    def _understood(self, room: Room, sender: Person, say: Say) -> Spoken:
        """The message, taken apart, if it may be said at all."""
        wait = room.wait(sender.id)
        if wait:
            seconds = math.ceil(wait)
            detail = f"You write too fast; go on in {seconds} s."
            raise Unsaid(ChatReason.TOO_FAST, detail, wait=round(1000 * wait))
        text = cleaned(say.text)
        if len(text) > MOST_CHARACTERS:
            detail = f"A message has at most {MOST_CHARACTERS} characters; this has {len(text)}."
            raise Unsaid(ChatReason.TOO_LONG, detail)
        spoken = parse(text)
        if not spoken.text:
            raise Unsaid(ChatReason.EMPTY, "There is nothing to say in this message.")
        return spoken

    def _tell_later(self, room: Room, notice: Notice, person: Person) -> None:
        """Tell it from where nothing can be awaited."""
        task = asyncio.get_running_loop().create_task(self._tell(room, notice, person))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self, room: Room, notice: Notice, person: Person) -> None:
        shown = room.table.state.shown(person)

        def row_at(at: int) -> ChatRow:
            return ChatRow(at, None, None, _encoder.encode(SystemLine(at, notice, shown)))

        try:
            row = await self._written(room, row_at)
        except Exception:
            # Nobody has asked for it: it is told to those who are here, and forgotten.
            log.exception("notice not stored", table=room.table.id)
            row = row_at(room.next_time(self._clock()))
        self._spread(room.table.id, row, came=person.id if notice in _COMING else None)

    async def _written(self, room: Room, row_at: Callable[[int], ChatRow]) -> ChatRow:
        """The line that *row_at* makes, written down under a time that no other line has."""
        while True:
            row = row_at(room.next_time(self._clock()))
            try:
                await self._store.add_line(room.table.id, row)
            except Exception:
                # Another server may have used this very millisecond for a line of its own.
                last = await self._store.lines(room.table.id, 0, 1)
                if not last or last[-1].at < row.at:
                    raise
                if last[-1] == row:
                    return row  # it was written, and only the answer was lost
                room.go_on_after(last[-1].at)
            else:
                return row

    def _spread(
        self, table: str, row: ChatRow, unheard: tuple[str, ...] = (), came: str | None = None
    ) -> None:
        frame = msgspec.Raw(row.body)
        line = Carried(table, row.at, row.sender, row.to, unheard, came, frame)
        self.carry(line)
        self.elsewhere(line)

    def _is_gone(self, room: Room, person: Person) -> None:
        """Tell that *person* did not come back."""
        del room.going[person.id]
        seated = room.table.state.seat_of(person.id) is not None
        if room.is_empty:
            if self._rooms.get(room.table.id) is room:
                del self._rooms[room.table.id]
            return
        if person.id in self.at_elsewhere(room.table.id):
            return
        room.away(person.id, seated=seated)
        notice = Notice.LOST_CONNECTION if seated else Notice.LEFT
        self._tell_later(room, notice, person)


def _nobody(_line: Carried) -> None:
    """There are no other servers."""


def _no_others(_table: str) -> dict[str, Person]:
    """There are no other servers."""
    return {}
