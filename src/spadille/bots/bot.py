"""What a computer player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from spadille.core.bids import BLIND_NIL
from spadille.core.commands import LookAtHand, PassCards, PlaceBid, PlayCard
from spadille.core.deal import Phase

if TYPE_CHECKING:
    from spadille.core.bids import Bid
    from spadille.core.cards import Card, CardSet
    from spadille.core.view import PlayerView

Move: TypeAlias = LookAtHand | PlaceBid | PassCards | PlayCard
"""The commands that a player gives; dealing is nobody's."""


class Bot(Protocol):
    """A computer player: four answers, each worked out from a view alone.

    A bot remembers nothing between answers, and equal views get equal answers; what
    chance it needs comes from a seed given to it when it is made. So it can be pickled
    and asked in another process, and an answer can be thrown away or asked for again.
    It is asked only when it is its turn.
    """

    def bids_blind(self, view: PlayerView) -> bool:
        """Whether to bid blind nil rather than look at the cards."""
        ...

    def bid(self, view: PlayerView) -> Bid:
        """Pick one of ``view.own.bids``, with the cards seen."""
        ...

    def give(self, view: PlayerView) -> CardSet:
        """Pick ``view.own.to_pass`` cards of the hand for the partner."""
        ...

    def play(self, view: PlayerView) -> Card:
        """Pick one of ``view.own.plays``."""
        ...


def ask(bot: Bot, view: PlayerView) -> Move:
    """The move that *bot* makes in *view*, where it is its turn."""
    own = view.own
    if own is None or view.public.turn is not own.seat:
        raise ValueError("it is not this player's turn")
    if view.public.phase is Phase.PASSING:
        return PassCards(own.seat, bot.give(view))
    if view.public.phase is Phase.PLAYING:
        return PlayCard(own.seat, bot.play(view))
    if own.hand is not None:
        return PlaceBid(own.seat, bot.bid(view))
    if bot.bids_blind(view):
        return PlaceBid(own.seat, BLIND_NIL)
    return LookAtHand(own.seat)
