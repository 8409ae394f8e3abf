"""The rule bot's play: the first thumb rule that has an answer gives the card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from spadille.bots.following import (
    keep_partners_winner,
    play_low,
    ruff_early,
    shed,
    third_hand_high,
    win_cheaply,
)
from spadille.bots.leading import (
    cash_side_suit,
    cash_spades,
    give_partner_a_ruff,
    lead_low,
    low_from_length,
    short_suit,
)
from spadille.bots.nil_play import attack_nil, cover_partner, keep_own_nil

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.bots.table_sense import TableSense
    from spadille.core.cards import Card

ThumbRule: TypeAlias = "Callable[[TableSense], Card | None]"

NIL_RULES: Final[tuple[ThumbRule, ...]] = (keep_own_nil, cover_partner, attack_nil)
LEAD_RULES: Final[tuple[ThumbRule, ...]] = (
    lead_low,
    cash_side_suit,
    give_partner_a_ruff,
    cash_spades,
    short_suit,
    low_from_length,
)
FOLLOW_RULES: Final[tuple[ThumbRule, ...]] = (
    shed,
    keep_partners_winner,
    win_cheaply,
    third_hand_high,
    ruff_early,
    play_low,
)


def choose_card(sense: TableSense) -> Card:
    """The card to play now; the last rule of each list always has one."""
    if len(sense.plays) == 1:
        return next(iter(sense.plays))
    rules = FOLLOW_RULES if sense.trick.cards else LEAD_RULES
    return next(card for rule in (*NIL_RULES, *rules) if (card := rule(sense)))
