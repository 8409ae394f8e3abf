"""What partners at a table expect of each other, where a search sees little between cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.bots.table_sense import TableSense
from spadille.core.cards import CardSet, Suit

if TYPE_CHECKING:
    from spadille.core.view import PlayerView


def trumps_to_keep(view: PlayerView) -> CardSet:
    """The trumps in hand that would only take a trick from the partner, who has it for sure.

    Asked of the last to play, while the contract still needs tricks: the partner brings
    one home, and a trump put on it is one less for those to come. Empty where no other
    card may be played, and where the partner bid nil or the contract is made.
    """
    sense = TableSense.of(view)
    partner = sense.seat.partner
    if not sense.is_last or sense.winner() is not partner or sense.nil_alive(partner):
        return CardSet(0)
    trumps = sense.plays.of(Suit.SPADES)
    if sense.trick.led is Suit.SPADES or sense.needs(sense.seat.side) <= 0:
        return CardSet(0)
    return trumps if sense.plays - trumps else CardSet(0)
