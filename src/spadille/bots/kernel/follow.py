"""The quick player's second, third and fourth cards. Helpers give a card, or -1 to pass."""

from __future__ import annotations

from typing import Final

from spadille.bots.kernel.bits import (
    SPADE_SUIT,
    SPADES,
    high_card,
    low_card,
    suit_mask,
    suit_of,
)
from spadille.bots.kernel.habits import (
    ATTACK_RANK,
    ATTACK_SLACK,
    OVER_PARTNER,
    SECOND_RUFF,
    THIRD_HIGH,
)
from spadille.bots.kernel.jit import Floats, Ints, bare
from spadille.bots.kernel.layout import BEST, DONE, LAID, LED, NEED, TAKER, TRICKS
from spadille.bots.kernel.play import winners_of
from spadille.bots.kernel.sense import (
    cheapest,
    discard,
    higher_out,
    may_be_ruffed,
    most_dangerous,
    nil_alive,
    void_in,
    wants_tricks,
)

LAST: Final = 3
"""Cards on the table when the last player's turn comes."""


@bare
def follow(position: Ints, seat: int, legal: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.rules_playing.choose_card`, for the players after the leader."""
    hand_in_led = legal & suit_mask(int(position[LED]))
    over = winners_of(legal, int(position[BEST]))
    under = legal & ~over
    if nil_alive(position, seat):
        return shed(position, legal, over, out, habits)
    need = int(position[NEED + (seat & 1)])
    left = TRICKS - int(position[DONE])
    card = -1
    if nil_alive(position, (seat + 2) & 3) and need <= left:
        card = cover(position, seat, over)
    if card < 0 and need <= left - habits[ATTACK_SLACK]:
        card = attack(position, seat, under, legal, out, habits)
    if card >= 0:
        return card
    if not wants_tricks(position, seat & 1, habits):
        return shed(position, legal, over, out, habits)
    card = take(position, seat, over, out, habits)
    if card >= 0:
        return card
    low = under or legal
    if hand_in_led:
        return low_card(low)
    return discard(low, legal, out, habits)


@bare
def shed(position: Ints, legal: int, over: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.following.shed`: lose the trick with the worst card to keep."""
    under = legal & ~over
    if not under:
        if position[LAID] == LAST:
            # Won anyway: spend the highest, but never a spade where a side card does.
            return high_card(legal & ~SPADES) if legal & ~SPADES else high_card(legal)
        return cheapest(legal)
    if legal & suit_mask(int(position[LED])):
        return high_card(under)
    return most_dangerous(under, legal, out, habits)


@bare
def cover(position: Ints, seat: int, over: int) -> int:
    """Mirror of `spadille.bots.nil_play.cover_partner`, for the players after the leader."""
    if not over:
        return -1
    partner = (seat + 2) & 3
    if position[TAKER] == partner:
        return cheapest(over)
    led = int(position[LED])
    if position[LAID] >= 2 or void_in(position, partner, led):  # noqa: PLR2004 - it has played
        return -1
    high = over & suit_mask(led)
    return high_card(high) if high else -1


@bare
def attack(position: Ints, seat: int, under: int, legal: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.nil_play.attack_nil`, for the players after the leader."""
    left, right = (seat + 1) & 3, (seat + 3) & 3
    taker, led = int(position[TAKER]), int(position[LED])
    follows = legal & suit_mask(led) != 0
    if taker in (left, right) and nil_alive(position, taker):
        if not under:
            return -1
        return high_card(under) if follows else discard(under, legal, out, habits)
    if position[LAID] == LAST or not nil_alive(position, left):
        return -1
    best = int(position[BEST])
    if (
        void_in(position, left, led)
        or suit_of(best) != led
        or best - 13 * led > habits[ATTACK_RANK]
    ):
        return -1
    low = under & suit_mask(led)
    return high_card(low) if low else -1


@bare
def take(position: Ints, seat: int, over: int, out: int, habits: Floats) -> int:
    """Mirror of `spadille.bots.following.win_cheaply` and the rules around it."""
    laid, led = int(position[LAID]), int(position[LED])
    partners = position[TAKER] == (seat + 2) & 3
    if (
        partners
        and not nil_alive(position, (seat + 2) & 3)
        and (laid == LAST or _holds(position, seat, int(position[BEST]), out, habits))
    ):
        return -1
    if not over:
        return -1
    if laid == LAST:
        return cheapest(over)
    card = _surest(position, seat, over, out)
    if card >= 0:
        return card
    following = over & suit_mask(led)
    if laid == 2:  # noqa: PLR2004 - third: only one opponent to come
        if not following or led == SPADE_SUIT:
            return cheapest(over)
        top = high_card(following)
        return top if higher_out(out, top, led) <= habits[THIRD_HIGH] else low_card(following)
    if led != SPADE_SUIT and not following:
        card = cheapest(over)
        return card if card - 13 * SPADE_SUIT <= habits[SECOND_RUFF] else -1
    return -1


@bare
def _holds(position: Ints, seat: int, card: int, out: int, habits: Floats) -> bool:
    """Whether *card*, the best of the trick, is likely to stay so."""
    suit = suit_of(card)
    if higher_out(out, card, suit) >= habits[OVER_PARTNER]:
        return False
    if suit == SPADE_SUIT:
        return True
    after = (seat + 1) & 3
    ruffs = void_in(position, after, suit) and not void_in(position, after, SPADE_SUIT)
    return not (ruffs and out & SPADES)


@bare
def _surest(position: Ints, seat: int, over: int, out: int) -> int:
    """The lowest card that nothing out beats in its suit; -1 if it may be ruffed or is none."""
    led = int(position[LED])
    suit = led if over & suit_mask(led) else SPADE_SUIT
    group = over & suit_mask(suit)
    if suit != SPADE_SUIT and may_be_ruffed(position, seat, suit, out):
        return -1
    best = -1
    while group:
        card = high_card(group)
        if higher_out(out, card, suit):
            break
        best = card
        group ^= 1 << card
    return best
