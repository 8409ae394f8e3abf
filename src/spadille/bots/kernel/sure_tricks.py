"""Tricks that cannot be lost, seen without a search: winners to cash, and high trumps."""

from __future__ import annotations

from typing import Final

from spadille.bots.kernel.bits import SPADES, above, below, high_card, popcount, suit_mask
from spadille.bots.kernel.dummy_board import nth_highest
from spadille.bots.kernel.jit import jit

MANY: Final = 13


@jit
def rounds_safe(left: int, right: int, cards: int, drawn: bool) -> int:
    """Mirror of `spadille.core.play.legal_cards`: how often a suit is led before a ruff.

    By either opponent of the leader, *left* or *right*, whose trumps may be *drawn* first;
    *cards* are those of the suit.
    """
    safe = MANY
    if cards != SPADES and not drawn:
        if left & SPADES:
            safe = popcount(left & cards)
        if right & SPADES:
            safe = min(safe, popcount(right & cards))
    return safe


@jit
def run_of(mine: int, one: int, two: int, three: int, safe: int) -> tuple[int, int]:
    """Mirror of `spadille.core.deal.strength`: winners in one suit, and the lowest rank.

    *mine* are led from the top, at most *safe* times. Once the others have none left, low
    cards win too, and their ranks do not matter.
    """
    rest = one | two | three
    if not rest:
        return min(popcount(mine), safe), 0
    tops = mine & above(high_card(rest))
    top = popcount(tops)
    if not top:
        return 0, 0
    longest = max(popcount(one), popcount(two), popcount(three))
    number = min(popcount(mine) if top >= longest else top, safe)
    return number, tops & -tops


@jit
def side_tricks(hands: tuple[int, int, int, int], wanted: int, drawn: bool) -> tuple[int, int]:
    """Mirror of `spadille.core.deal.strength`: tricks the leader can cash in side suits.

    With their ranks. *hands* begin with the leader's. Counting stops at what is *wanted*.
    """
    leader, left, partner, right = hands
    found, matter = 0, 0
    for suit in range(3):
        cards = suit_mask(suit)
        mine = leader & cards
        if mine <= (left | partner | right) & cards:
            # The highest card, which tells the sums apart, is another's.
            continue
        safe = rounds_safe(left, right, cards, drawn)
        if not safe:
            continue
        number, ranks = run_of(mine, partner & cards, left & cards, right & cards, safe)
        found += number
        matter |= ranks
        if found >= wanted:
            break
    return found, matter


@jit
def partners_tricks(hands: tuple[int, int, int, int], drawn: bool) -> tuple[int, int]:
    """Mirror of `spadille.core.deal.strength`: more tricks, once the leader has cashed its own.

    It goes over to the partner in one suit; the partner cashes winners there, and in
    suits in which the leader had none.
    """
    leader, left, partner, right = hands
    found, matter, over = 0, 0, 0
    for suit in range(4):
        cards = suit_mask(suit)
        mine, yours, one, two = leader & cards, partner & cards, left & cards, right & cards
        if yours <= one | two:
            continue
        safe = rounds_safe(left, right, cards, drawn)
        if not safe:
            continue
        number, _ = run_of(mine, yours, one, two, safe) if mine else (0, 0)
        if number == 0:
            number, ranks = run_of(yours, mine, one, two, safe)
            found += number
            matter |= ranks
            if mine and ranks:
                over = max(over, 1)
        else:
            number, ranks = _behind(mine, yours, one | two, safe, number)
            if number and number >= over:
                over = number + 1
                matter |= ranks
    if not over:
        return 0, 0
    return found + over - 1, matter


@jit
def _behind(mine: int, yours: int, theirs: int, safe: int, cashed: int) -> tuple[int, int]:
    """The partner's winners in a suit in which the leader *cashed* some, and goes on low."""
    low = mine & (below(_bit_card(mine, cashed)))
    top = yours & above(high_card(low)) if low else 0
    if theirs:
        top &= above(high_card(theirs))
    number = min(popcount(top), popcount(yours) - cashed, safe - cashed)
    if number <= 0:
        return 0, 0
    return number, nth_highest(yours, number)


@jit
def _bit_card(cards: int, number: int) -> int:
    return high_card(nth_highest(cards, number))


@jit
def trump_tricks(mine: int, others: int, wanted: int) -> tuple[int, int]:
    """Mirror of `spadille.core.deal.strength`: tricks that a hand takes with its trumps.

    With the lowest of them that counts. A trump of the hand *mine* takes its trick unless
    a higher one of the *others* falls on it, and each of those falls on one at most.
    Counting stops at what is *wanted*, and is left alone if it cannot come to that.
    """
    mine &= SPADES
    if popcount(mine) < wanted:
        return 0, 0
    others &= SPADES
    found, lurking, matter = 0, 0, 0
    while mine and found < wanted:
        card = high_card(mine)
        higher = others & above(card)
        others ^= higher
        lurking += popcount(higher)
        mine ^= 1 << card
        if lurking:
            lurking -= 1
        else:
            found += 1
            matter = 1 << card if others else matter
    return found, matter


@jit
def leaders_tricks(hands: tuple[int, int, int, int], wanted: int) -> tuple[int, int]:
    """Mirror of `spadille.core.deal.strength`: tricks of the leader's side, and their ranks."""
    leader, left, partner, right = hands
    theirs = left | right
    for hand in (leader, partner):
        trumps, ranks = trump_tricks(hand, theirs, wanted)
        if trumps >= wanted:
            return trumps, ranks
    run, ranks = run_of(leader & SPADES, partner & SPADES, left & SPADES, right & SPADES, MANY)
    drawn = run >= max(popcount(left & SPADES), popcount(right & SPADES))
    found, matter = side_tricks(hands, wanted, drawn)
    if found + run >= wanted:
        return found + run, matter | ranks
    if found and not drawn:
        # Both keep their trumps while the leader cashes side suits.
        trumps, high = trump_tricks(leader, theirs, wanted - found)
        if found + trumps >= wanted:
            return wanted, matter | high
        cashed = min(found, popcount(partner & ~SPADES))
        trumps, high = trump_tricks(partner, theirs, wanted - cashed)
        if cashed + trumps >= wanted:
            return wanted, matter | high
    more, others = partners_tricks(hands, drawn)
    return min(found + run + more, popcount(leader)), matter | ranks | others


@jit
def settled(hands: tuple[int, int, int, int], wanted: int, left: int) -> tuple[int, int]:
    """Mirror of `spadille.core.deal.Deal`: whether sure tricks decide, and by which ranks.

    1: the leader's side takes what is *wanted* of the tricks *left*; 0: it does not; -1:
    it is not clear. *hands* begin with the leader's.
    """
    found, matter = leaders_tricks(hands, wanted)
    if found >= wanted:
        return 1, matter
    for hand in (hands[1], hands[3]):
        found, matter = trump_tricks(hand, hands[0] | hands[2], left - wanted + 1)
        if found > left - wanted:
            return 0, matter
    if left == wanted and not hands[0] & SPADES:
        stopped, ranks = stoppers(hands)
        if stopped:
            return 0, ranks
    return -1, 0


@jit
def stoppers(hands: tuple[int, int, int, int]) -> tuple[bool, int]:
    """Mirror of `spadille.core.deal.strength`: whether the opponents can take any lead at once.

    The leader has no trumps; the opponents have the highest card of each of its suits,
    and the partner cannot ruff.
    """
    matter = 0
    for suit in range(3):
        cards = suit_mask(suit)
        mine = hands[0] & cards
        if not mine:
            continue
        ours, theirs = (hands[0] | hands[2]) & cards, (hands[1] | hands[3]) & cards
        if theirs < ours or (hands[2] & SPADES and not hands[2] & cards):
            return False, 0
        matter |= 1 << high_card(theirs)
    return True, matter
