"""Which cards are legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.cards import Card, CardSet, Suit
from spadille.core.errors import Reason
from spadille.core.rules import FirstTrickSpades, RuleSet, SpadesLead

if TYPE_CHECKING:
    from spadille.core.deal import Deal
    from spadille.core.seats import Seat


def legal_plays(deal: Deal, seat: Seat, rules: RuleSet) -> CardSet:
    """The cards that *seat*, whose turn it is, may play."""
    led = deal.trick.led
    return legal_cards(
        deal.hands[seat],
        led=led,
        # Only the leader is asked, and for everyone else it would take a look at all cards.
        broken=led is not None or deal.spades_broken,
        first_trick=not deal.tricks,
        rules=rules,
    )


def legal_cards(
    hand: CardSet, *, led: Suit | None, broken: bool, first_trick: bool, rules: RuleSet
) -> CardSet:
    """The cards of *hand* that may be played on a trick where *led* was led.

    *led* is ``None`` for the leader; *broken* says whether spades are broken.
    """
    no_spades = first_trick and rules.first_trick_spades is FirstTrickSpades.FORBIDDEN
    if led is not None:
        if following := hand.of(led):
            return following
    elif not (broken or rules.spades_lead is SpadesLead.ANY_TIME):
        no_spades = True
    return (hand.without(Suit.SPADES) or hand) if no_spades else hand


def play_refusal(deal: Deal, seat: Seat, card: Card, rules: RuleSet) -> Reason | None:
    """Why *seat*, whose turn it is, may not play *card*; ``None``: it may."""
    hand = deal.hands[seat]
    if card not in hand:
        return Reason.NOT_YOUR_CARD
    if card in legal_plays(deal, seat, rules):
        return None
    led = deal.trick.led
    if led is not None and hand.of(led):
        return Reason.MUST_FOLLOW_SUIT
    if deal.tricks or rules.first_trick_spades is FirstTrickSpades.ALLOWED:
        return Reason.SPADES_NOT_BROKEN
    return Reason.NO_SPADES_ON_FIRST_TRICK
