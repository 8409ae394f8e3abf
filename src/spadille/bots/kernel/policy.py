"""A quick player for playouts: thumb rules on its own cards and what everyone has seen."""

from __future__ import annotations

from spadille.bots.kernel.bits import DECK, low_card, nth_card, popcount
from spadille.bots.kernel.dice import below_number, roll
from spadille.bots.kernel.follow import follow
from spadille.bots.kernel.habits import HABITS
from spadille.bots.kernel.jit import Floats, Ints, bare
from spadille.bots.kernel.layout import GONE, HANDS, LAID
from spadille.bots.kernel.lead import lead
from spadille.bots.kernel.play import legal_now, turn


@bare
def choose(position: Ints, dice: Ints, noise: int) -> int:
    """Mirror of `spadille.bots.rules_playing.choose_card`: the card to play now."""
    return choose_by(position, dice, noise, HABITS)


@bare
def choose_by(position: Ints, dice: Ints, noise: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.rules_playing.choose_card`, for a player of these *habits*.

    In *noise* of 65,536 choices any legal card is picked, so that a search does not
    take the habits of this player for laws.
    """
    legal = legal_now(position)
    if legal & (legal - 1) == 0:
        return low_card(legal)
    if noise > 0 and roll(dice) >> 16 < noise:
        return nth_card(legal, below_number(dice, popcount(legal)))
    seat = turn(position)
    out = DECK & ~int(position[GONE]) & ~int(position[HANDS + seat])
    if position[LAID] == 0:
        return lead(position, seat, legal, out, habits)
    return follow(position, seat, legal, out, habits)
