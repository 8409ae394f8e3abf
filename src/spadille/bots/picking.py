"""Picks a card out of a set by its use or its danger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.cards import Card, CardSet, Suit

if TYPE_CHECKING:
    from spadille.bots.table_sense import TableSense


def winners(sense: TableSense) -> CardSet:
    """The legal cards that beat the trick as it lies."""
    return CardSet.of_cards(card for card in sense.plays if sense.beats(card))


def losers(sense: TableSense) -> CardSet:
    """The legal cards that do not."""
    return sense.plays - winners(sense)


def cheapest(cards: CardSet) -> Card:
    """The lowest card, spades counting above all others."""
    return min(cards, key=_worth)


def highest(cards: CardSet) -> Card:
    """The highest card, spades counting above all others."""
    return max(cards, key=_worth)


def discard(sense: TableSense, cards: CardSet) -> Card:
    """The card that is missed least: low, no spade, from a suit soon empty."""
    return min(cards, key=lambda card: (*_worth(card), len(sense.hand.of(card.suit)), card.index))


def most_dangerous(sense: TableSense, cards: CardSet) -> Card:
    """The card most likely to take a trick that is not wanted."""

    def danger(card: Card) -> tuple[bool, int, int, int]:
        beaten = sense.higher_out(card)
        suit = sense.hand.of(card.suit)
        return card.suit is Suit.SPADES, card.rank - len(suit), -beaten, card.index

    return max(cards, key=danger)


def most_beatable(sense: TableSense, cards: CardSet) -> Card:
    """The card that others are most likely to beat."""
    return min(cards, key=lambda card: (sense.lower_out(card) - sense.higher_out(card), card.rank))


def _worth(card: Card) -> tuple[bool, int]:
    return card.suit is Suit.SPADES, card.rank
