"""Plays a position out to the end of the deal."""

from __future__ import annotations

from spadille.bots.kernel.bits import DECK, FIRST_SPADE, nth_card, popcount, suit_of
from spadille.bots.kernel.dice import below_number
from spadille.bots.kernel.jit import Ints, bare
from spadille.bots.kernel.layout import (
    ANY_LEAD,
    BROKEN,
    DONE,
    FORBID,
    GONE,
    HANDS,
    LAID,
    LEADER,
    TRICKS,
    WON,
)
from spadille.bots.kernel.play import legal_mask, legal_now, put, winners_of
from spadille.bots.kernel.policy import choose


@bare
def play_out(position: Ints, dice: Ints, noise: int) -> None:
    """Mirror of `spadille.core.match.decide`, card by card, all four played by the policy."""
    while position[DONE] < TRICKS:
        put(position, choose(position, dice, noise))


@bare
def play_randomly(position: Ints, dice: Ints) -> None:
    """Mirror of `spadille.core.match.decide`, card by card, any legal card being as likely.

    Only what the score needs is kept up: hands, tricks taken, and the cards gone.
    """
    while position[LAID]:
        legal = legal_now(position)
        put(position, nth_card(legal, below_number(dice, popcount(legal))))
    while position[DONE] < TRICKS:
        _random_trick(position, dice)
    position[GONE] = DECK


@bare
def _random_trick(position: Ints, dice: Ints) -> None:
    seat, led, best, taker = int(position[LEADER]), -1, 0, 0
    closed = position[FORBID] == 1 and position[DONE] == 0
    broken = position[BROKEN] == 1 or position[ANY_LEAD] == 1
    spade = False
    for place in range(4):
        hand = int(position[HANDS + seat])
        legal = legal_mask(hand, led, closed, broken)
        card = nth_card(legal, below_number(dice, popcount(legal)))
        position[HANDS + seat] = hand & ~(1 << card)
        if place == 0 or winners_of(1 << card, best):
            best, taker = card, seat
        if place == 0:
            led = suit_of(card)
        spade = spade or card >= FIRST_SPADE
        seat = (seat + 1) & 3
    if spade:
        position[BROKEN] = 1
    position[WON + taker] += 1
    position[LEADER] = taker
    position[DONE] += 1
