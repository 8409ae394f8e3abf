"""Thumb rules of play while a nil is alive. Each gives a card, or passes with ``None``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.bots.picking import (
    cheapest,
    highest,
    losers,
    most_beatable,
    most_dangerous,
    winners,
)
from spadille.core.cards import Card, CardSet, Suit

if TYPE_CHECKING:
    from spadille.bots.table_sense import TableSense
    from spadille.core.seats import Seat

LOW_LEAD: Final = 6
"""The highest rank, an eight, led to make a nil bidder play higher."""


def keep_own_nil(sense: TableSense) -> Card | None:
    """Take no trick: get rid of the most dangerous card that loses this one."""
    if not sense.nil_alive(sense.seat):
        return None
    if sense.winner() is None:
        return most_beatable(sense, sense.plays)
    safe = losers(sense)
    if not safe:
        return highest(sense.plays) if sense.is_last else cheapest(sense.plays)
    led = sense.trick.led
    follows = led is not None and bool(safe.of(led))
    return highest(safe) if follows else most_dangerous(sense, safe)


def cover_partner(sense: TableSense) -> Card | None:
    """Take over the trick that a partner's nil takes, or may have to take."""
    partner = sense.seat.partner
    if not sense.nil_alive(partner):
        return None
    if sense.winner() is None:
        return _lead_for_nil(sense, partner)
    if sense.winner() is partner:
        return cheapest(winners(sense)) if winners(sense) else None
    if partner not in sense.still_to_play:
        return None
    led = sense.trick.led
    if led is None or (partner, led) in sense.voids:
        return None
    over = winners(sense).of(led)
    return highest(over) if over else None


def _lead_for_nil(sense: TableSense, partner: Seat) -> Card | None:
    """Lead what the partner can discard on, else the card that most surely covers."""
    free = [suit for suit in Suit if (partner, suit) in sense.voids and suit is not Suit.SPADES]
    for suit in free:
        if sense.plays.of(suit):
            return highest(sense.plays.of(suit))
    side = sense.plays.without(Suit.SPADES) or sense.plays
    return min(side, key=lambda card: (sense.higher_out(card), -sense.lower_out(card)))


def attack_nil(sense: TableSense) -> Card | None:
    """Leave an opponent's nil the trick, and lead what it cannot duck."""
    targets = [s for s in (sense.seat.after(1), sense.seat.after(3)) if sense.nil_alive(s)]
    if not targets or sense.needs(sense.seat.side) == sense.left:
        return None
    if sense.winner() is None:
        return _lead_at_nil(sense, targets[0])
    if sense.winner() in targets:
        under = losers(sense)
        return _parting(sense, under) if under else None
    led = sense.trick.led
    target = next((seat for seat in targets if seat in sense.still_to_play), None)
    if target is None or led is None or (target, led) in sense.voids:
        return None
    under = losers(sense).of(led)
    best = max((c.rank for c in sense.trick.cards if c.suit is led), default=0)
    return highest(under) if under and best <= LOW_LEAD and not _ruffed(sense) else None


def _parting(sense: TableSense, cards: CardSet) -> Card:
    led = sense.trick.led
    follows = led is not None and bool(cards.of(led))
    return highest(cards) if follows else cheapest(cards)


def _ruffed(sense: TableSense) -> bool:
    spades = any(card.suit is Suit.SPADES for card in sense.trick.cards)
    return spades and sense.trick.led is not Suit.SPADES


def _lead_at_nil(sense: TableSense, target: Seat) -> Card | None:
    """Lead a low card of a suit that the nil bidder still has to follow."""
    low = [
        card
        for card in sense.plays
        if card.rank <= LOW_LEAD
        and (target, card.suit) not in sense.voids
        and sense.higher_out(card)
    ]
    return min(low, key=lambda card: (sense.lower_out(card), card.rank), default=None)
