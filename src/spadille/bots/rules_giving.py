"""The rule bot's exchange of cards for a nil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.bots.table_sense import own_hand, own_view
from spadille.core.cards import Card, CardSet, Suit

if TYPE_CHECKING:
    from spadille.core.view import PlayerView


def choose_gift(view: PlayerView) -> CardSet:
    """A nil's bidder gives what may take tricks; the partner gives what cannot."""
    own, hand = own_view(view), own_hand(view)
    bid = view.public.bids[own.seat]
    partner = view.public.bids[own.seat.partner]
    bids_nil = bid is not None and bid.is_nil
    # Of two nils the blind one comes first: its bidder has had no choice.
    rescues = partner is not None and partner.blind and not (bid is not None and bid.blind)
    if bids_nil and not rescues:
        worst = sorted(hand, key=lambda card: _danger(hand, card), reverse=True)
    else:
        worst = sorted(hand, key=lambda card: (card.suit is Suit.SPADES, card.rank, card.index))
    return CardSet.of_cards(worst[: own.to_pass])


def _danger(hand: CardSet, card: Card) -> tuple[int, int]:
    """High spades first, then high cards with few lower ones to hide behind."""
    lower = sum(other.rank < card.rank for other in hand.of(card.suit))
    high_spade = card.suit is Suit.SPADES and card.rank > 6 + lower
    return (20 if high_spade else 0) + card.rank - 2 * lower, card.index
