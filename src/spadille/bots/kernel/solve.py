"""Exact results of endings with all cards seen: alpha-beta, to the end of the deal.

Both sides play for the points of the deal, as they are scored, nils, bags and the
penalty included, or for the match. Positions between tricks are kept in a table under
who owns the cards left, from high to low, so no two that differ can be confused.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from spadille.bots.kernel.bits import (
    above,
    below,
    high_card,
    low_card,
    suit_mask,
)
from spadille.bots.kernel.chances import Stage, match_value
from spadille.bots.kernel.jit import Ints, jit
from spadille.bots.kernel.layout import (
    BEST,
    BIDS,
    BROKEN,
    DONE,
    HANDS,
    LAID,
    LEADER,
    POSITION,
    TAKER,
    TRICKS,
    WON,
)
from spadille.bots.kernel.play import legal_now, put, turn, winners_of
from spadille.bots.kernel.score import score_position

INFINITE: Final = 1 << 31
OPEN: Final = -(1 << 32)
"""No value yet: search on."""
POINTS: Final = 0
"""A goal: what the side is ahead by in the points of the deal."""
MATCH: Final = 1
"""A goal: the chance to win the match."""
ONE: Final = 1 << 30
"""A chance of 1, as a whole number."""
DEPTH: Final = 53
SLOTS: Final = 1 << 16
"""Entries of a table; a power of two."""
ENTRY: Final = 5
"""An entry: three words of position, then the least and the most that it can bring."""
MIX: Final = 0x9E3779B1
"""An odd number near 2**32 over the golden ratio (Knuth), to spread keys over the table."""
ODD: Final = 0x85EBCA77
"""Another, unlike it."""


class Ending(NamedTuple):
    """What is played for, and the working memory of a search."""

    stage: Stage
    """Where the match stands."""
    side: int
    """The side whose chances to win are asked for."""
    goal: int
    """What is played for: one of those above."""
    table: Ints
    stack: Ints
    moves: Ints
    bounds: Ints


def ending(rules: Ints, bags: tuple[int, int], *, goal: int = POINTS) -> Ending:
    """Mirror of `spadille.core.match.Match`: what to play for, and fresh memory."""
    scores = np.array([0, bags[0], 0, bags[1]], np.int64)
    return ending_at(Stage(rules, scores, 0, np.zeros((1, 1, 1, 1), np.float32)), 0, goal)


def ending_at(stage: Stage, side: int, goal: int = MATCH) -> Ending:
    """Mirror of `spadille.core.match.Match`: the same in a match at *stage*."""
    return Ending(
        stage,
        side,
        goal,
        np.full((SLOTS, ENTRY), -1, np.int64),
        np.zeros((DEPTH, POSITION), np.int64),
        np.zeros(DEPTH, np.int64),
        np.zeros((DEPTH, 5), np.int64),
    )


@jit
def final_value(game: Ending, position: Ints) -> int:
    """Mirror of `spadille.core.scoring.score_deal`: what side 0 is ahead by at the end."""
    rules, scores = game.stage.rules, game.stage.scores
    if game.goal == MATCH:
        value = int(match_value(game.stage, game.side, position) * ONE)
        return value if game.side == 0 else -value
    ours, _ = score_position(rules, position, 0, scores[1])
    theirs, _ = score_position(rules, position, 1, scores[3])
    return ours - theirs


@jit
def distinct(position: Ints, legal: int) -> int:
    """Mirror of `spadille.core.play.legal_plays`: the lowest of cards that play the same.

    Two cards of a hand play the same if every card between them is in that hand too or
    in a finished trick. On the table a card still tells those above it from those below.
    """
    hand = int(position[HANDS + turn(position)])
    others = 0
    for seat in range(4):
        others |= int(position[HANDS + seat])
    others &= ~hand
    if position[LAID]:
        others |= 1 << int(position[BEST])
    kept = 0
    for suit in range(4):
        left = legal & suit_mask(suit)
        last = -1
        while left:
            card = low_card(left)
            left &= left - 1
            if last < 0 or others & above(last) & below(card):
                kept |= 1 << card
            last = card
    return kept


@jit
def next_move(position: Ints, left: int) -> int:
    """Mirror of `spadille.core.play.legal_plays`: which of the moves *left* to try first.

    A leader tries high cards; others the cheapest card that wins, else the lowest.
    """
    if position[LAID] == 0:
        best, worth = -1, -1
        for suit in range(4):
            group = left & suit_mask(suit)
            if group and high_card(group) - 13 * suit > worth:
                best, worth = high_card(group), high_card(group) - 13 * suit
        return best
    over = winners_of(left, int(position[BEST]))
    partners = (position[TAKER] ^ turn(position)) & 1 == 0
    if over and not partners:
        return low_card(over)
    under = left & ~over
    return low_card(under) if under else low_card(over)


@jit
def owners(position: Ints, suit: int, held: int) -> int:
    """Mirror of `spadille.core.deal.Deal`: who holds the cards left of *suit*, from high to low.

    Two bits a card, after a leading one. Ranks do not matter, only their order.
    """
    code = 1
    second = int(position[HANDS + 1] | position[HANDS + 3])
    third = int(position[HANDS + 2] | position[HANDS + 3])
    left = held & suit_mask(suit)
    while left:
        card = high_card(left)
        code = (code << 2) | ((second >> card) & 1) | (((third >> card) & 1) << 1)
        left ^= 1 << card
    return code


@jit
def look_up(game: Ending, position: Ints) -> int:
    """Mirror of `spadille.core.deal.Deal`: the table's place for a position between tricks.

    The entry is emptied first if it holds another position.
    """
    held = 0
    for seat in range(4):
        held |= int(position[HANDS + seat])
    low = owners(position, 0, held) | (owners(position, 1, held) << 27)
    high = owners(position, 2, held) | (owners(position, 3, held) << 27)
    rest = (int(position[LEADER]) << 1) | int(position[BROKEN])
    rest |= _tricks_that_matter(position, 0) << 3
    rest |= _tricks_that_matter(position, 1) << 11
    mixed = (low ^ (low >> 31)) * MIX + (high ^ (high >> 29)) * 5 + rest * ODD
    mixed ^= mixed >> 23
    place = int(mixed & (len(game.table) - 1))
    entry = game.table[place]
    if entry[0] != low or entry[1] != high or entry[2] != rest:
        entry[0], entry[1], entry[2] = low, high, rest
        entry[3], entry[4] = -INFINITE, INFINITE
    return place


@jit
def _tricks_that_matter(position: Ints, side: int) -> int:
    """The tricks of *side* so far: of each partner where one bid nil, else of both."""
    one, two = int(position[WON + side]), int(position[WON + side + 2])
    if position[BIDS + side] > 0 and position[BIDS + side + 2] > 0:
        return one + two
    return one | (two << 4)


@jit
def solve(game: Ending, start: Ints, alpha: int, beta: int) -> int:
    """Mirror of `spadille.core.match.decide`: the value of *start* if both sides play best.

    Exact between *alpha* and *beta*, a bound outside. A row of ``bounds`` is: alpha and
    beta as they stand, the best value so far, and alpha and beta at entry.
    """
    stack, bounds, moves = game.stack, game.bounds, game.moves
    stack[0] = start
    bounds[0, 0], bounds[0, 1] = alpha, beta
    depth = 0
    result = _enter(game, 0)
    while True:
        if result == OPEN:
            card = next_move(stack[depth], int(moves[depth]))
            moves[depth] &= ~(1 << card)
            stack[depth + 1] = stack[depth]
            put(stack[depth + 1], card)
            bounds[depth + 1, 0], bounds[depth + 1, 1] = bounds[depth, 0], bounds[depth, 1]
            depth += 1
            result = _enter(game, depth)
        elif depth == 0:
            return result
        else:
            depth -= 1
            result = _fold(game, depth, result)


@jit
def _enter(game: Ending, depth: int) -> int:
    """The value of the position at *depth* if it needs no search, else `OPEN`."""
    position, bounds = game.stack[depth], game.bounds[depth]
    if position[DONE] == TRICKS:
        return final_value(game, position)
    if position[LAID] == 0:
        place = look_up(game, position)
        least, most = int(game.table[place, 3]), int(game.table[place, 4])
        if least >= bounds[1] or least == most:
            return least
        if most <= bounds[0]:
            return most
    bounds[2] = -INFINITE if turn(position) & 1 == 0 else INFINITE
    bounds[3], bounds[4] = bounds[0], bounds[1]
    game.moves[depth] = distinct(position, legal_now(position))
    return OPEN


@jit
def _fold(game: Ending, depth: int, value: int) -> int:
    """Take the *value* of a move in; the value at *depth* if that settles it, else `OPEN`."""
    position, bounds = game.stack[depth], game.bounds[depth]
    if turn(position) & 1 == 0:
        bounds[2] = max(bounds[2], value)
        bounds[0] = max(bounds[0], bounds[2])
    else:
        bounds[2] = min(bounds[2], value)
        bounds[1] = min(bounds[1], bounds[2])
    if game.moves[depth] and bounds[0] < bounds[1]:
        return OPEN
    best = int(bounds[2])
    if position[LAID] == 0:
        entry = game.table[look_up(game, position)]
        if best < bounds[4]:
            entry[4] = min(entry[4], best)
        if best > bounds[3]:
            entry[3] = max(entry[3], best)
    return best


def card_values(game: Ending, start: Ints) -> dict[int, int]:
    """Mirror of `spadille.core.play.legal_plays`: what side 0 comes to with each legal card."""
    values: dict[int, int] = {}
    legal, after = legal_now(start), start.copy()
    while legal:
        card = low_card(legal)
        legal &= legal - 1
        after[:] = start
        put(after, card)
        values[card] = solve(game, after, -INFINITE + 1, INFINITE)
    return values
