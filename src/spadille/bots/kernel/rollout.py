"""Plays a position out to the end of the deal."""

from __future__ import annotations

from spadille.bots.kernel.bits import nth_card, popcount
from spadille.bots.kernel.dice import below_number
from spadille.bots.kernel.jit import Ints, jit
from spadille.bots.kernel.layout import DONE, TRICKS
from spadille.bots.kernel.play import legal_now, put
from spadille.bots.kernel.policy import choose


@jit
def play_out(position: Ints, dice: Ints, noise: int) -> None:
    """Mirror of `spadille.core.match.decide`, card by card, all four played by the policy."""
    while position[DONE] < TRICKS:
        put(position, choose(position, dice, noise))


@jit
def play_randomly(position: Ints, dice: Ints) -> None:
    """Mirror of `spadille.core.match.decide`, card by card, any legal card being as likely."""
    while position[DONE] < TRICKS:
        legal = legal_now(position)
        put(position, nth_card(legal, below_number(dice, popcount(legal))))
