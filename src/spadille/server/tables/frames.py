"""Encodes what a table sends, each shared part once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.codec import encoder
from spadille.core.view import private_view, public_view
from spadille.protocol.messages import Game, Welcome
from spadille.server.tables.events import SECRET, heard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.core.match import Match
    from spadille.core.seats import Seat
    from spadille.protocol.messages import Clock, ServerMessage
    from spadille.protocol.news import Person
    from spadille.server.tables.covers import Sight
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.state import TableState

_encoder = encoder()
_NULL = b"null"


def encode(message: ServerMessage) -> bytes:
    """*message* as it goes over the wire."""
    return _encoder.encode(message)


class OwnParts:
    """What each seat sees of its own, encoded, and kept while others play."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._kept: dict[Seat, tuple[object, bytes]] = {}

    def encoded(self, match: Match, seat: Seat) -> bytes:
        """The private view of *seat*."""
        deal = match.deal
        if deal is None or match.turn is seat:
            return _encoder.encode(private_view(match, seat))
        # All that a private view tells of a seat that is not to move.
        told = deal.hands[seat], deal.seen[seat], deal.passes
        known, part = self._kept.get(seat, (None, b""))
        if known != told:
            part = _encoder.encode(private_view(match, seat))
            self._kept[seat] = told, part
        return part


class UpdateFrames:
    """The frames of one update, one for each way to see it."""

    def __init__(
        self,
        state: TableState,
        seq: int,
        events: Sequence[TableEvent],
        clock: Clock | None,
        before: TableState | None,
        own: OwnParts,
    ) -> None:
        """Prepare what all seats share; *before* tells what changed, ``None``: all did.

        An update is put together as a text, for all but a little is the same for everyone.
        """
        self._match = match = state.match
        self._own = own
        self._events = events
        self._frames: dict[Sight, bytes] = {}
        self._head = b'{"type":"update","seq":%d,"events":' % seq
        self._alike = None
        if not any(isinstance(event, SECRET) for event in events):
            self._alike = _encoder.encode([heard(event, None) for event in events])
        self._public = b"" if match is None else _encoder.encode(public_view(match))
        changed = before is None or not state.looks_like(before)
        sheet = () if match is None else match.sheet
        old = () if before is None or before.match is None else before.match.sheet
        self._tail = b',"clock":%b,"table":%b,"sheet":%b}' % (
            _NULL if clock is None else _encoder.encode(clock),
            _encoder.encode(state.info()) if changed else _NULL,
            _encoder.encode(sheet) if before is None or sheet != old else _NULL,
        )

    def frame(self, sight: Sight) -> bytes:
        """The update as it may be seen with *sight*."""
        frame = self._frames.get(sight)
        if frame is None:
            frame = self._frames[sight] = self._encode(sight)
        return frame

    def _encode(self, sight: Sight) -> bytes:
        match, seat, opened = self._match, sight.seat, sight.open_seat
        events = self._alike or _encoder.encode([heard(one, sight.ear) for one in self._events])
        place = _NULL if seat is None else b"%d" % seat
        if match is None:
            return b'%b%b,"seat":%b,"game":null%b' % (self._head, events, place, self._tail)
        own = _NULL if opened is None else self._own.encoded(match, opened)
        return b'%b%b,"seat":%b,"game":{"public":%b,"own":%b}%b' % (
            self._head,
            events,
            place,
            self._public,
            own,
            self._tail,
        )


def welcome(
    state: TableState, seq: int, person: Person, sight: Sight, clock: Clock | None
) -> bytes:
    """The whole table for *person*, who has just come and sees it with *sight*."""
    match, seat = state.match, sight.open_seat
    game = None
    if match is not None:
        game = Game(public_view(match), None if seat is None else private_view(match, seat))
    sheet = () if match is None else match.sheet
    return encode(Welcome(seq, person, sight.seat, state.info(), game, sheet, clock))
