"""Updates are put together from parts that are kept; they say what they would without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spadille.core.codec import decoder, encoder
from spadille.core.rules import CLASSIC, Exchange, RuleSet
from spadille.core.seats import Seat
from spadille.core.value import replace
from spadille.core.view import private_view, public_view
from spadille.protocol.acts import Agree, Look, Sit
from spadille.protocol.messages import Update
from spadille.protocol.table import Stage
from tests.kit.house import Guest, Inn
from tests.kit.virtual_time import run

if TYPE_CHECKING:
    from spadille.server.tables.interface import AnyTable

WITH_BLIND_NIL = replace(
    CLASSIC, blind_nil_behind=None, exchange_cards=2, exchange_for=Exchange.ANY_NIL
)
ACTS = 150
_decoder = decoder(Update)
_encoder = encoder()


async def _act(guests: list[Guest], table: AnyTable) -> None:
    """Do what the table waits for."""
    if table.state.turn is None:
        for guest in guests:
            await guest.order(Agree())
        return
    unseen = [guest for guest in guests if guest.own().may_look]
    if unseen and table.seq % 3 == 0:
        await unseen[-1].order(Look())
    else:
        mover = next(guest for guest in guests if guest.my_turn)
        await mover.order(mover.any_act())


def _check(guest: Guest, seat: Seat | None, table: AnyTable) -> None:
    """Hold what *guest* was told last to the match itself, and to the codec."""
    match, last = table.state.match, guest.last
    assert match is not None
    assert last is not None
    assert last.game is not None
    assert (last.seq, last.seat) == (table.seq, seat)
    assert last.game.public == public_view(match)
    assert last.game.own == (None if seat is None else private_view(match, seat))
    frame = next(frame for frame in reversed(guest.frames) if frame.startswith(b'{"type":"update'))
    assert _encoder.encode(_decoder.decode(frame)) == frame


@pytest.mark.parametrize("rules", [CLASSIC, WITH_BLIND_NIL])
def test_every_update_is_what_the_match_shows_each_seat(rules: RuleSet) -> None:
    async def story() -> None:
        guests = [Guest(name) for name in ("South", "North", "East", "West")]
        seats = [Seat.SOUTH, Seat.NORTH, Seat.EAST, Seat.WEST]
        watcher = Guest("Watcher")
        table = await Inn().table(guests[0], rules=rules, open_seats=tuple(seats[1:]))
        for guest, seat in zip(guests[1:], seats[1:], strict=True):
            guest.join(table)
            await guest.order(Sit(seat))
        watcher.join(table)
        acts = 0
        while acts < ACTS and table.state.stage is not Stage.OVER:
            await _act(guests, table)
            acts += 1
            for guest, place in zip([*guests, watcher], [*seats, None], strict=True):
                _check(guest, place, table)
        assert acts > ACTS // 2

    run(story())
