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
from spadille.bots.kernel.jit import Ints, jit
from spadille.bots.kernel.layout import DONE, NEED, TRICKS
from spadille.bots.kernel.sense import (
    LOW,
    higher_out,
    lower_out,
    may_be_ruffed,
    most_beatable,
    nil_alive,
    void_in,
    wants_tricks,
)


@jit
def lead(position: Ints, seat: int, legal: int, out: int) -> int:
    """Mirror of `spadille.bots.rules_playing.choose_card`, for the leader."""
    side = seat & 1
    left = TRICKS - int(position[DONE])
    need = int(position[NEED + side])
    if nil_alive(position, seat):
        return most_beatable(legal, out)
    partner = (seat + 2) & 3
    if nil_alive(position, partner) and need <= left:
        return cover_lead(position, partner, legal, out)
    if need < left:
        for target in ((seat + 1) & 3, (seat + 3) & 3):
            if nil_alive(position, target):
                card = attack_lead(position, target, legal, out)
                if card >= 0:
                    return card
    if not wants_tricks(position, side):
        return most_beatable(legal, out)
    card = cash_side(position, seat, legal, out)
    if card < 0:
        card = cash_spades(legal, out)
    if card < 0:
        card = ruff_lead(position, seat, legal)
    if card < 0:
        card = quiet_lead(legal, out)
    return card


@jit
def cover_lead(position: Ints, partner: int, legal: int, out: int) -> int:
    """Mirror of `spadille.bots.nil_play.cover_partner`: what the partner can stay under."""
    best, worth = -1, 1000
    for suit in range(4):
        group = legal & suit_mask(suit)
        if not group:
            continue
        card = high_card(group)
        value = 3 * higher_out(out, card, suit) - popcount(group)
        if suit == SPADE_SUIT:
            value += 6
        elif void_in(position, partner, suit):
            value -= 50
        if value < worth:
            best, worth = card, value
    return best


@jit
def attack_lead(position: Ints, target: int, legal: int, out: int) -> int:
    """Mirror of `spadille.bots.nil_play.attack_nil`: low, where the nil must follow."""
    best, worth = -1, 1000
    for suit in range(4):
        group = legal & suit_mask(suit)
        if not group or void_in(position, target, suit):
            continue
        card = low_card(group)
        if card - 13 * suit > LOW or higher_out(out, card, suit) == 0:
            continue
        value = 4 * lower_out(out, card, suit) + popcount(group)
        if value < worth:
            best, worth = card, value
    return best


@jit
def cash_side(position: Ints, seat: int, legal: int, out: int) -> int:
    """Mirror of `spadille.bots.leading.cash_side_suit`: the highest card of a side suit."""
    best, worth = -1, 0
    for suit in range(3):
        group = legal & suit_mask(suit)
        if not group:
            continue
        card = high_card(group)
        if higher_out(out, card, suit) or may_be_ruffed(position, seat, suit, out):
            continue
        # The more cards of the suit are out, the likelier that both opponents follow.
        value = 1 + popcount(out & suit_mask(suit))
        if value > worth:
            best, worth = card, value
    return best


@jit
def cash_spades(legal: int, out: int) -> int:
    """Mirror of `spadille.bots.leading.cash_spades`: draw the spades from length."""
    spades = legal & SPADES
    if not spades:
        return -1
    top = high_card(spades)
    if higher_out(out, top, SPADE_SUIT):
        return -1
    others = popcount(out & SPADES)
    held = popcount(spades)
    if legal == spades or (others > 0 and held >= 4) or held > others:  # noqa: PLR2004 - long
        return top
    return -1


@jit
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


@jit
def quiet_lead(legal: int, out: int) -> int:
    """Mirror of `spadille.bots.leading.short_suit` and `low_from_length`."""
    best, worth = -1, 1000
    spades = legal & SPADES
    for suit in range(3):
        group = legal & suit_mask(suit)
        if not group:
            continue
        held = popcount(group)
        over = higher_out(out, high_card(group), suit)
        guards = held > 1 and 0 < over <= 2  # noqa: PLR2004 - a king or queen to be led up to
        card = low_card(group)
        value = (card - 13 * suit) - 2 * held + (30 if guards else 0)
        if spades and held <= 2 and not guards:  # noqa: PLR2004 - short
            value -= 20 - 4 * held
        if value < worth:
            best, worth = card, value
    return best if best >= 0 else low_card(legal)
