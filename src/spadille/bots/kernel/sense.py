"""What a position implies for a seat: who needs what, and which cards are worth what."""

from __future__ import annotations

from spadille.bots.kernel.bits import (
    SPADE_SUIT,
    SPADES,
    above,
    below,
    high_card,
    low_card,
    popcount,
    suit_mask,
)
from spadille.bots.kernel.habits import (
    BEATABLE_BOSS,
    BEATABLE_HIGHER,
    BEATABLE_LOWER,
    DANGER_LOWER,
    DANGER_MINE,
    DANGER_RANK,
    DANGER_SPADE,
    DISCARD_BOSS,
    DISCARD_GUARD,
    DISCARD_HELD,
    DISCARD_RANK,
    PATIENCE,
    PATIENCE_BOTH,
)
from spadille.bots.kernel.habits import SPARE as SPARE_HABIT
from spadille.bots.kernel.jit import Floats, Ints, bare
from spadille.bots.kernel.layout import BIDS, DONE, NEED, SPARE, TRICKS, VOIDS, WON


@bare
def nil_alive(position: Ints, seat: int) -> bool:
    """Mirror of `spadille.bots.table_sense.TableSense.nil_alive`."""
    return bool(position[BIDS + seat] <= 0 and position[WON + seat] == 0)


@bare
def wants_tricks(position: Ints, side: int, habits: Floats) -> bool:
    """Mirror of `spadille.bots.table_sense.TableSense.wants_tricks`.

    A trick is worth taking for the contract unless there is time, or where a bag or two
    may set the others. A side that is set already takes what it can: its tricks are no bags.
    """
    ours, theirs = int(position[NEED + side]), int(position[NEED + 1 - side])
    left = TRICKS - int(position[DONE])
    if ours > 0:
        patience = habits[PATIENCE] if theirs <= 0 else theirs + habits[PATIENCE_BOTH]
        return ours <= left < ours + patience or (ours > left and theirs > 0)
    spare = left - theirs
    return theirs > 0 and 0 <= spare < position[SPARE + side] + habits[SPARE_HABIT] - 2


@bare
def void_in(position: Ints, seat: int, suit: int) -> bool:
    """Mirror of `spadille.bots.table_sense.TableSense.voids`."""
    return bool((position[VOIDS + seat] >> suit) & 1)


@bare
def higher_out(out: int, card: int, suit: int) -> int:
    """Mirror of `spadille.bots.table_sense.TableSense.higher_out`."""
    return popcount(out & suit_mask(suit) & above(card))


@bare
def lower_out(out: int, card: int, suit: int) -> int:
    """Mirror of `spadille.bots.table_sense.TableSense.lower_out`."""
    return popcount(out & suit_mask(suit) & below(card))


@bare
def may_be_ruffed(position: Ints, seat: int, suit: int, out: int) -> bool:
    """Mirror of `spadille.bots.leading.cash_side_suit`: an opponent void in *suit* may ruff."""
    if suit == SPADE_SUIT or out & SPADES == 0:
        return False
    for opponent in ((seat + 1) & 3, (seat + 3) & 3):
        shown = int(position[VOIDS + opponent])
        if (shown >> suit) & 1 and not (shown >> SPADE_SUIT) & 1:
            return True
    return False


@bare
def cheapest(cards: int) -> int:
    """Mirror of `spadille.bots.picking.cheapest`: the lowest rank, side suits first."""
    best, worth = -1, 100
    for suit in range(4):
        group = cards & suit_mask(suit)
        if group:
            card = low_card(group)
            value = card - 13 * suit + (20 if suit == SPADE_SUIT else 0)
            if value < worth:
                best, worth = card, value
    return best


@bare
def discard(cards: int, hand: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.picking.discard`: the card that is missed least.

    Low, no spade, from a suit soon empty, and not the guard of an honour.
    """
    best, worth = -1, 1000.0
    for suit in range(4):
        group = cards & suit_mask(suit)
        if not group:
            continue
        card = low_card(group)
        mine = hand & suit_mask(suit)
        held = popcount(mine)
        value = habits[DISCARD_RANK] * (card - 13 * suit) + habits[DISCARD_HELD] * held
        if suit == SPADE_SUIT:
            value += 100.0
        if 0 < higher_out(out, high_card(mine), suit) == held - 1:
            value += habits[DISCARD_GUARD]
        if higher_out(out, card, suit) == 0:
            value += habits[DISCARD_BOSS]
        if value < worth:
            best, worth = card, value
    return best


@bare
def most_dangerous(cards: int, hand: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.picking.most_dangerous`: the card likeliest to win unasked.

    Lower cards of one's own suit are ways to duck; lower cards outside are threats.
    """
    best, worth = -1, -1000.0
    for suit in range(4):
        group = cards & suit_mask(suit)
        if not group:
            continue
        card = high_card(group)
        mine = hand & suit_mask(suit)
        value = habits[DANGER_LOWER] * lower_out(out, card, suit)
        value -= habits[DANGER_MINE] * popcount(mine & below(card))
        value += habits[DANGER_RANK] * (card - 13 * suit)
        if suit == SPADE_SUIT:
            value += habits[DANGER_SPADE]
        elif out & suit_mask(suit) == 0:
            value -= 30.0
        if value > worth:
            best, worth = card, value
    return best


@bare
def most_beatable(cards: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.picking.most_beatable`: the card others likeliest beat."""
    best, worth = -1, 1000.0
    for suit in range(4):
        group = cards & suit_mask(suit)
        if not group:
            continue
        card = low_card(group)
        over = higher_out(out, card, suit)
        value = habits[BEATABLE_LOWER] * lower_out(out, card, suit)
        value -= habits[BEATABLE_HIGHER] * over
        if over == 0:
            value += habits[BEATABLE_BOSS]
        if value < worth:
            best, worth = card, value
    return best
