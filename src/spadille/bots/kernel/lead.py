"""The quick player's leads. Each function gives a card, or -1 to pass."""

from __future__ import annotations

from spadille.bots.kernel.bits import (
    SPADE_SUIT,
    SPADES,
    high_card,
    low_card,
    popcount,
    suit_mask,
)
from spadille.bots.kernel.habits import (
    ATTACK_LENGTH,
    ATTACK_LOWER,
    ATTACK_RANK,
    ATTACK_SLACK,
    CASH_BASE,
    CASH_EACH,
    CASH_HELD,
    CASH_OUT,
    COVER_HIGHER,
    COVER_LENGTH,
    COVER_SPADE,
    DRAW_HELD,
    QUIET_GUARD,
    QUIET_LENGTH,
    QUIET_RANK,
    QUIET_SHORT,
    QUIET_SHORT_EACH,
)
from spadille.bots.kernel.jit import Floats, Ints, bare
from spadille.bots.kernel.layout import DONE, NEED, TRICKS
from spadille.bots.kernel.sense import (
    higher_out,
    lower_out,
    may_be_ruffed,
    most_beatable,
    nil_alive,
    void_in,
    wants_tricks,
)


@bare
def lead(position: Ints, seat: int, legal: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.rules_playing.choose_card`, for the leader."""
    side = seat & 1
    left = TRICKS - int(position[DONE])
    need = int(position[NEED + side])
    if nil_alive(position, seat):
        return most_beatable(legal, out, habits)
    partner = (seat + 2) & 3
    if nil_alive(position, partner) and need <= left:
        return cover_lead(position, partner, legal, out, habits)
    if need <= left - habits[ATTACK_SLACK]:
        for target in ((seat + 1) & 3, (seat + 3) & 3):
            if nil_alive(position, target):
                card = attack_lead(position, target, legal, out, habits)
                if card >= 0:
                    return card
    if not wants_tricks(position, side, habits):
        return most_beatable(legal, out, habits)
    card = cash_side(position, seat, legal, out, habits)
    if card < 0:
        card = cash_spades(legal, out, habits)
    if card < 0:
        card = ruff_lead(position, seat, legal)
    if card < 0:
        card = quiet_lead(legal, out, habits)
    return card


@bare
def cover_lead(position: Ints, partner: int, legal: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.nil_play.cover_partner`: what the partner can stay under."""
    best, worth = -1, 1000.0
    for suit in range(4):
        group = legal & suit_mask(suit)
        if not group:
            continue
        card = high_card(group)
        value = habits[COVER_HIGHER] * higher_out(out, card, suit)
        value -= habits[COVER_LENGTH] * popcount(group)
        if suit == SPADE_SUIT:
            value += habits[COVER_SPADE]
        elif void_in(position, partner, suit):
            value -= 50.0
        if value < worth:
            best, worth = card, value
    return best


@bare
def attack_lead(position: Ints, target: int, legal: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.nil_play.attack_nil`: low, where the nil must follow."""
    best, worth = -1, 1000.0
    for suit in range(4):
        group = legal & suit_mask(suit)
        if not group or void_in(position, target, suit):
            continue
        card = low_card(group)
        if card - 13 * suit > habits[ATTACK_RANK] or higher_out(out, card, suit) == 0:
            continue
        value = habits[ATTACK_LOWER] * lower_out(out, card, suit)
        value += habits[ATTACK_LENGTH] * popcount(group)
        if value < worth:
            best, worth = card, value
    return best


@bare
def cash_side(position: Ints, seat: int, legal: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.leading.cash_side_suit`: the highest card of a side suit."""
    best, worth = -1, 0.0
    for suit in range(3):
        group = legal & suit_mask(suit)
        if not group:
            continue
        card = high_card(group)
        if higher_out(out, card, suit) or may_be_ruffed(position, seat, suit, out):
            continue
        # The more cards of the suit are out, the likelier that both opponents follow.
        others = popcount(out & suit_mask(suit))
        if others < habits[CASH_OUT]:
            continue
        value = habits[CASH_BASE] + habits[CASH_EACH] * others
        value += habits[CASH_HELD] * popcount(group)
        if value > worth:
            best, worth = card, value
    return best


@bare
def cash_spades(legal: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.leading.cash_spades`: draw the spades from length."""
    spades = legal & SPADES
    if not spades:
        return -1
    top = high_card(spades)
    if higher_out(out, top, SPADE_SUIT):
        return -1
    others = popcount(out & SPADES)
    held = popcount(spades)
    if legal == spades or (others > 0 and held >= habits[DRAW_HELD]) or held > others:
        return top
    return -1


@bare
def ruff_lead(position: Ints, seat: int, legal: int) -> int:
    """Mirror of `spadille.bots.leading.give_partner_a_ruff`."""
    partner, after = (seat + 2) & 3, (seat + 1) & 3
    if void_in(position, partner, SPADE_SUIT) or nil_alive(position, partner):
        return -1
    for suit in range(3):
        group = legal & suit_mask(suit)
        if group and void_in(position, partner, suit) and not void_in(position, after, suit):
            return low_card(group)
    return -1


@bare
def quiet_lead(legal: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.leading.short_suit` and `low_from_length`."""
    best, worth = -1, 1000.0
    spades = legal & SPADES
    for suit in range(3):
        group = legal & suit_mask(suit)
        if not group:
            continue
        held = popcount(group)
        over = higher_out(out, high_card(group), suit)
        guards = held > 1 and 0 < over <= 2  # noqa: PLR2004 - a king or queen to be led up to
        card = low_card(group)
        value = habits[QUIET_RANK] * (card - 13 * suit) - habits[QUIET_LENGTH] * held
        if guards:
            value += habits[QUIET_GUARD]
        elif spades and held <= 2:  # noqa: PLR2004 - short
            value -= habits[QUIET_SHORT] - habits[QUIET_SHORT_EACH] * held
        if value < worth:
            best, worth = card, value
    return best if best >= 0 else low_card(legal)
