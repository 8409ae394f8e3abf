"""Encodes what a table sends, each shared part once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from spadille.core.codec import encoder
from spadille.core.seats import Seat
from spadille.core.value import Value
from spadille.core.view import PrivateView, private_view, public_view
from spadille.protocol.messages import Clock, Game, Welcome
from spadille.server.tables.events import SECRET, heard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.protocol.messages import ServerMessage
    from spadille.protocol.news import Person
    from spadille.server.tables.covers import Sight
    from spadille.server.tables.events import TableEvent
    from spadille.server.tables.state import TableState

_encoder = encoder()
_NULL = msgspec.Raw(b"null")


class _Game(Value):
    """`spadille.protocol.messages.Game`, its public part encoded already."""

    public: msgspec.Raw
    own: PrivateView | None


class _Update(Value, tag="update"):
    """`spadille.protocol.messages.Update`, its shared parts encoded already."""

    seq: int
    events: msgspec.Raw
    seat: Seat | None
    game: _Game | None
    clock: Clock | None
    table: msgspec.Raw
    sheet: msgspec.Raw


def encode(message: ServerMessage) -> bytes:
    """*message* as it goes over the wire."""
    return _encoder.encode(message)


class UpdateFrames:
    """The frames of one update, one for each way to see it."""

    def __init__(
        self,
        state: TableState,
        seq: int,
        events: Sequence[TableEvent],
        clock: Clock | None,
        before: TableState | None,
    ) -> None:
        """Prepare what all seats share; *before* tells what changed, ``None``: all did."""
        self._state = state
        self._seq = seq
        self._events = events
        self._clock = clock
        self._frames: dict[Sight, bytes] = {}
        match = state.match
        self._public = None if match is None else _raw(public_view(match))
        self._alike = None
        if not any(isinstance(event, SECRET) for event in events):
            self._alike = _raw([heard(event, None) for event in events])
        changed = before is None or not state.looks_like(before)
        self._table = _raw(state.info()) if changed else _NULL
        sheet = () if match is None else match.sheet
        old = () if before is None or before.match is None else before.match.sheet
        self._sheet = _raw(sheet) if before is None or sheet != old else _NULL

    def frame(self, sight: Sight) -> bytes:
        """The update as it may be seen with *sight*."""
        if sight not in self._frames:
            self._frames[sight] = self._encode(sight)
        return self._frames[sight]

    def _encode(self, sight: Sight) -> bytes:
        match, seat = self._state.match, sight.open_seat
        game = None
        if match is not None and self._public is not None:
            own = None if seat is None else private_view(match, seat)
            game = _Game(self._public, own)
        alike = self._alike or _raw([heard(event, sight.ear) for event in self._events])
        return _encoder.encode(
            _Update(self._seq, alike, sight.seat, game, self._clock, self._table, self._sheet)
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


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(value))
