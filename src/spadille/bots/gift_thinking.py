"""What to give in an exchange: the gifts that may be any good, tried like bids and cards."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from spadille.bots.kernel.bid import dangers, helps, receiver
from spadille.bots.kernel.gift_trial import try_gifts
from spadille.bots.rules_giving import choose_gift
from spadille.bots.thinking import Finding, prepared, race
from spadille.core.cards import CardSet

if TYPE_CHECKING:
    from spadille.bots.kernel.jit import Floats, Ints
    from spadille.bots.levels import Level
    from spadille.core.view import PlayerView

WIDTH: Final = 4
"""Cards thought of besides as many as are to be given."""


def think_of_gift(view: PlayerView, level: Level, seed: int) -> Finding:
    """Weigh the sensible gifts; a choice is the mask of its cards."""
    question, care, table = prepared(view, level, seed)

    def trial(choices: Ints, first: int, values: Floats) -> None:
        try_gifts(question, care, choices, first, values, table)

    bidder = receiver(question.rules, question.position, question.seat)
    gifts = sensible_gifts(view, bids_nil=bidder == question.seat)
    return race(gifts, trial, level.bid_playouts, level.seconds)


def sensible_gifts(view: PlayerView, *, bids_nil: bool) -> tuple[int, ...]:
    """Gifts of the cards that thumb rules would give first, theirs among them."""
    assert view.own is not None
    assert view.own.hand is not None
    hand, number = view.own.hand.mask, view.own.to_pass
    named = (dangers if bids_nil else helps)(hand, number + WIDTH)
    cards = [card.bit for card in CardSet(named)]
    gifts = {sum(chosen) for chosen in combinations(cards, number)}
    return tuple(sorted(gifts | {choose_gift(view).mask}))
