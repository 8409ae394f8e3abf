"""Thumb rules for the lead. Each gives a card, or passes with ``None``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.bots.picking import cheapest, highest, most_beatable
from spadille.core.cards import Card, CardSet, Suit

if TYPE_CHECKING:
    from spadille.bots.table_sense import TableSense

LONG: Final = 4
"""So many spades are worth drawing the others' with."""
SHORT: Final = 2
"""So few cards of a suit are soon gone."""


def lead_low(sense: TableSense) -> Card | None:
    """Bags are not wanted: lead what others are most likely to beat."""
    return None if sense.wants_tricks else most_beatable(sense, sense.plays)


def cash_side_suit(sense: TableSense) -> Card | None:
    """Take a side suit's highest card while opponents can still follow."""
    bosses = [
        card
        for card in sense.plays.without(Suit.SPADES)
        if not sense.higher_out(card) and not _may_be_ruffed(sense, card.suit)
    ]
    # The longer the suit, the sooner somebody is void in it.
    return max(bosses, key=lambda card: len(sense.hand.of(card.suit)), default=None)


def give_partner_a_ruff(sense: TableSense) -> Card | None:
    """Lead low where the partner is void and the next opponent is not."""
    partner, next_seat = sense.seat.partner, sense.seat.after(1)
    if (partner, Suit.SPADES) in sense.voids or sense.nil_alive(partner):
        return None
    for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS):
        void = (partner, suit) in sense.voids and (next_seat, suit) not in sense.voids
        if void and sense.plays.of(suit):
            return cheapest(sense.plays.of(suit))
    return None


def cash_spades(sense: TableSense) -> Card | None:
    """Draw the opponents' spades with the highest, from length."""
    spades = sense.plays.of(Suit.SPADES)
    if not spades or sense.higher_out(highest(spades)):
        return None
    out = len(sense.out.of(Suit.SPADES))
    sure = sum(not sense.higher_out(card) for card in spades)
    only_spades = not sense.plays.without(Suit.SPADES)
    draws = out > 0 and len(spades) >= LONG
    return highest(spades) if only_spades or draws or sure > out else None


def short_suit(sense: TableSense) -> Card | None:
    """Lead a short side suit, to ruff it later with a low spade."""
    if not sense.hand.of(Suit.SPADES):
        return None
    short = [
        sense.plays.of(suit)
        for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
        if 0 < len(sense.plays.of(suit)) <= SHORT
    ]
    low = [
        card
        for card in map(cheapest, short)
        if not _guards(sense, sense.plays.of(card.suit)) and not _may_be_ruffed(sense, card.suit)
    ]
    return min(low, key=lambda card: (len(sense.hand.of(card.suit)), card.rank), default=None)


def low_from_length(sense: TableSense) -> Card | None:
    """Lead the lowest card of the longest side suit, not away from a guarded honour."""
    side = sense.plays.without(Suit.SPADES)
    if not side:
        return cheapest(sense.plays)
    return min(side, key=lambda card: _cost(sense, card))


def _cost(sense: TableSense, card: Card) -> tuple[bool, bool, int, int]:
    suit = sense.hand.of(card.suit)
    return _may_be_ruffed(sense, card.suit), _guards(sense, suit), -len(suit), card.rank


def _guards(sense: TableSense, cards: CardSet) -> bool:
    """Whether the highest of *cards* takes a trick only if its suit is left alone."""
    return sense.higher_out(highest(cards)) in (1, 2) and len(cards) > 1


def _may_be_ruffed(sense: TableSense, suit: Suit) -> bool:
    opponents = (sense.seat.after(1), sense.seat.after(3))
    return bool(sense.out.of(Suit.SPADES)) and any((s, suit) in sense.voids for s in opponents)
