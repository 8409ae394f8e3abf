"""What a client may ask of its table.

The seat is the one that the order names, else the sender's own.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from spadille.core.bids import Bid
from spadille.core.cards import Card
from spadille.core.seats import Seat
from spadille.core.value import Value
from spadille.protocol.levels import BotLevel


class Look(Value, tag="look"):
    """See the cards, giving up blind nil."""


class MakeBid(Value, tag="bid"):
    """Bid in turn."""

    bid: Bid


class Give(Value, tag="give"):
    """Give cards to the partner in the exchange."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=13)]


class Play(Value, tag="play"):
    """Play a card in turn."""

    card: Card


class Sit(Value, tag="sit"):
    """Take a computer's seat, or an open one."""

    seat: Seat


class Leave(Value, tag="leave"):
    """Give the seat to a computer, at once and for good; with one's own go the companions'."""


class Return(Value, tag="return"):
    """Play again where a computer stands in."""


class Agree(Value, tag="agree"):
    """Be ready for the next deal, or for a rematch, with all one's companions."""


class OpenSeat(Value, tag="open_seat"):
    """Keep a computer's seat for a person; the host's, before a match starts."""

    seat: Seat


class FillSeat(Value, tag="fill_seat"):
    """Put a computer on an open seat; the host's."""

    seat: Seat


class Uncover(Value, tag="uncover"):
    """Show the cards of a seat here, and those of no other; for whom several play on one device.

    It stays so until the turn goes to another of them, or a deal begins.
    """

    seat: Seat


class SetLevel(Value, tag="set_level"):
    """Let the computer at a seat play at another level; the host's, between deals."""

    seat: Seat
    level: BotLevel


Move: TypeAlias = Look | MakeBid | Give | Play
"""What is done in the game."""
Deed: TypeAlias = Move | Sit | Leave | Return | Agree | OpenSeat | FillSeat | SetLevel
"""An act that the table writes down."""
Act: TypeAlias = Deed | Uncover
