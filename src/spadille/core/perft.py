"""How many ways can these cards be played out? A known count proves the rules of play."""

from __future__ import annotations

from typing import TypeAlias

from spadille.core.cards import FULL_DECK, Card, CardSet, Suit
from spadille.core.deal import Trick
from spadille.core.play import legal_cards
from spadille.core.rules import RuleSet
from spadille.core.seats import BySeat, Seat, with_seat

Position: TypeAlias = tuple[BySeat[CardSet], Trick]


def count_lines(hands: BySeat[CardSet], leader: Seat, rules: RuleSet) -> int:
    """Count the ways to play *hands* to the end, *leader* on lead.

    Cards that are in no hand count as played before.
    """
    return _count((hands, Trick(leader)), rules, {})


def _count(position: Position, rules: RuleSet, known: dict[Position, int]) -> int:
    """The lines from *position*; *known* remembers those met before."""
    if not any(position[0]):
        return 1
    lines = known.get(position)
    if lines is None:
        followers = (_after(position, card) for card in _legal(position, rules))
        lines = known[position] = sum(_count(after, rules, known) for after in followers)
    return lines


def _legal(position: Position, rules: RuleSet) -> CardSet:
    hands, trick = position
    held = hands[0] | hands[1] | hands[2] | hands[3]
    played = FULL_DECK - held
    return legal_cards(
        hands[trick.turn],
        led=trick.led,
        broken=bool(played.of(Suit.SPADES)),
        first_trick=len(played) < len(Seat),
        rules=rules,
    )


def _after(position: Position, card: Card) -> Position:
    hands, trick = position
    seat = trick.turn
    hands = with_seat(hands, seat, hands[seat] - CardSet(card.bit))
    trick = Trick(trick.leader, (*trick.cards, card))
    return hands, Trick(trick.winner) if trick.is_full else trick
