"""A hint for whoever is to move: what the strongest player here would do, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.bots.reasons import why_bid, why_card
from spadille.core.commands import LookAtHand, PassCards, PlaceBid
from spadille.core.view import view
from spadille.protocol.acts import Give, Look, MakeBid, Play
from spadille.protocol.hints import HintReason
from spadille.protocol.levels import BotLevel

if TYPE_CHECKING:
    from spadille.bots.bot import Move as Command
    from spadille.core.seats import Seat
    from spadille.core.view import PlayerView
    from spadille.protocol.acts import Move
    from spadille.server.tables.house import House
    from spadille.server.tables.state import TableState

_LOOK = "not so far behind that a blind nil is worth its risk: look first"
_GIVE_FROM_NIL = "whatever might take a trick goes: the nil is safer without it"
_GIVE_TO_NIL = "low cards help a nil, and are missed least here"


class NoHint(Exception):  # noqa: N818 - it names what happened
    """There is no hint; ``reason`` says why."""

    def __init__(self, reason: HintReason) -> None:
        """Carry *reason* to whoever answers the person."""
        super().__init__(reason.value)
        self.reason = reason


async def hint_for(state: TableState, seat: Seat | None, house: House) -> tuple[Move, str]:
    """What is to be done at *seat*, whose turn it is in *state*, and why.

    It is worked out from what the seat sees, and written down nowhere. Raises `NoHint`.
    """
    if not state.made.options.gives_hints:
        raise NoHint(HintReason.NO_HINTS)
    if seat is None or state.turn is not seat or state.match is None:
        raise NoHint(HintReason.NOT_YOUR_TURN)
    seen = view(state.match, seat)
    return _told(seen, await house.move(seen, BotLevel.EXPERT))


def _told(seen: PlayerView, command: Command) -> tuple[Move, str]:
    match command:
        case LookAtHand():
            return Look(), _LOOK
        case PlaceBid(_, bid):
            return MakeBid(bid), why_bid(seen, bid).text
        case PassCards(seat, cards):
            mine = seen.public.bids[seat]
            bids_nil = mine is not None and mine.is_nil
            return Give(tuple(cards)), _GIVE_FROM_NIL if bids_nil else _GIVE_TO_NIL
        case _:
            return Play(command.card), why_card(seen, command.card).text
