"""Thumb rules for the other three cards of a trick. Each gives a card, or ``None``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.bots.picking import (
    cheapest,
    discard,
    highest,
    losers,
    most_dangerous,
    winners,
)
from spadille.core.cards import Card, CardSet, Suit

if TYPE_CHECKING:
    from spadille.bots.table_sense import TableSense


def shed(sense: TableSense) -> Card | None:
    """Bags are not wanted: lose the trick with the most dangerous card that does."""
    if sense.wants_tricks:
        return None
    under = losers(sense)
    if not under:
        return highest(sense.plays) if sense.is_last else cheapest(sense.plays)
    led = sense.trick.led
    follows = led is not None and bool(under.of(led))
    side = under.without(Suit.SPADES) or under
    return highest(under) if follows else most_dangerous(sense, side)


def keep_partners_winner(sense: TableSense) -> Card | None:
    """The partner is taking it: play the card that is missed least."""
    if sense.winner() is not sense.seat.partner or sense.nil_alive(sense.seat.partner):
        return None
    best = sense.trick.cards[len(sense.trick.cards) - 2]
    if not sense.holds(best) and any(sense.holds(card) for card in winners(sense)):
        return None
    return discard(sense, losers(sense) or sense.plays)


def win_cheaply(sense: TableSense) -> Card | None:
    """Take the trick with the lowest card that keeps it."""
    sure = CardSet.of_cards(card for card in winners(sense) if sense.holds(card))
    return cheapest(sure) if sure else None


def third_hand_high(sense: TableSense) -> Card | None:
    """With only one opponent to come, make that one spend a higher card."""
    over = winners(sense)
    if len(sense.trick.cards) < 2 or not over:  # noqa: PLR2004 - the third to play
        return None
    led = sense.trick.led
    follows = led is not None and bool(over.of(led))
    return highest(over) if follows else cheapest(over)


def ruff_early(sense: TableSense) -> Card | None:
    """Second to play and void: a low spade may take it."""
    ruffs = winners(sense).of(Suit.SPADES)
    if sense.trick.led is Suit.SPADES or not ruffs:
        return None
    return cheapest(ruffs)


def play_low(sense: TableSense) -> Card | None:
    """The trick is not ours: play the card that is missed least."""
    return discard(sense, losers(sense) or sense.plays)
