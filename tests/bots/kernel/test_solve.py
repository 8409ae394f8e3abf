from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from spadille.bots.kernel.bits import DECK
from spadille.bots.kernel.bridge import dealt, rules_array
from spadille.bots.kernel.chances import POINT, Stage, win_chance
from spadille.bots.kernel.layout import BROKEN, DONE, GONE, NEED, WON
from spadille.bots.kernel.solve import (
    INFINITE,
    ONE,
    Ending,
    ending,
    ending_at,
    solve,
)
from spadille.bots.win_tables import win_table
from spadille.core.bids import BIDS, BLIND_NIL, Bid
from spadille.core.cards import Card, CardSet
from spadille.core.deal import Trick
from spadille.core.play import legal_cards
from spadille.core.rules import CHALLENGE, PRESETS
from spadille.core.scoring import Score, score_deal, winner_at
from spadille.core.seats import Seat, Side
from tests.kit.builders import by_seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.bots.kernel.jit import Ints
    from spadille.core.rules import RuleSet

Hands = tuple[CardSet, ...]


def points_ahead(rules: RuleSet, bids: tuple[Bid, ...], won: tuple[int, ...]) -> float:
    """What north and south are ahead by in the points of the deal, from eight bags each."""
    before = (Score(0, 8), Score(0, 8))
    row = score_deal(rules, by_seat(bids), by_seat(won), before)
    return row.sides[0].points - row.sides[1].points


def brute_force(
    rules: RuleSet,
    hands: Hands,
    bids: tuple[Bid, ...],
    won: tuple[int, ...],
    broken: bool,
    worth: Callable[[RuleSet, tuple[Bid, ...], tuple[int, ...]], float] = points_ahead,
) -> float:
    """The value for north and south, with every line of play tried by the rules of the core."""

    @cache
    def value(hands: Hands, trick: Trick, won: tuple[int, ...], broken: bool) -> float:
        if trick.is_full:
            taken = tuple(n + (seat == trick.winner) for seat, n in enumerate(won))
            return value(hands, Trick(trick.winner), taken, broken)
        if not trick.cards and not hands[0]:
            return worth(rules, bids, won)
        seat = trick.turn
        legal = legal_cards(
            hands[seat], led=trick.led, broken=broken, first_trick=False, rules=rules
        )
        results = [
            value(
                tuple(
                    h - CardSet.of_cards([card]) if s == seat else h for s, h in enumerate(hands)
                ),
                Trick(trick.leader, (*trick.cards, card)),
                won,
                broken or card.suit == 3,
            )
            for card in legal
        ]
        return min(results) if seat & 1 else max(results)

    return value(hands, Trick(Seat.EAST), won, broken)


def small_ending(dice: Random, size: int) -> tuple[Hands, tuple[Bid, ...], tuple[int, ...], bool]:
    """Four short hands, bids, and the tricks that are over."""
    deck = list(Card)
    dice.shuffle(deck)
    hands = tuple(CardSet.of_cards(deck[n * size : (n + 1) * size]) for n in range(4))
    choices = (BIDS[0], BLIND_NIL, *BIDS[1:6])
    bids = tuple(dice.choice(choices) for _ in range(4))
    won = [0, 0, 0, 0]
    takers = [s for s in range(4) if not bids[s].is_nil] or [0]
    for _ in range(13 - size):
        won[dice.choice(takers)] += 1
    return hands, bids, tuple(won), dice.random() < 0.5


def as_position(
    rules: RuleSet, hands: Hands, bids: tuple[Bid, ...], won: tuple[int, ...], broken: bool
) -> Ints:
    """The same for the kernel; east leads."""
    numbers = [-1 if bid.blind else bid.tricks for bid in bids]
    position = dealt(rules_array(rules), [hand.mask for hand in hands], numbers, 1)
    position[GONE] = DECK & ~sum(hand.mask for hand in hands)
    position[DONE] = 13 - len(hands[0])
    position[BROKEN] = broken
    position[WON : WON + 4] = won
    for seat, bid in enumerate(bids):
        if not bid.is_nil:
            position[NEED + (seat & 1)] -= won[seat]
    return position


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize(("size", "number"), [(1, 100), (2, 300), (3, 100), (4, 4)])
def test_endings_are_worth_what_trying_everything_says(
    rules: RuleSet, size: int, number: int
) -> None:
    """With an open window and, as a search would ask, with narrow ones."""
    dice = Random(size)
    game = ending(rules_array(rules), (8, 8))
    for _ in range(number):
        case = small_ending(dice, size)
        game.table[:] = -1
        true = int(brute_force(rules, *case))
        position = as_position(rules, *case)
        assert solve(game, position, -INFINITE + 1, INFINITE) == true
        bound = true + dice.randint(-30, 30)
        found = solve(game, position, bound - 1, bound)
        assert (found >= bound) is (true >= bound)


@pytest.mark.slow
@pytest.mark.parametrize("side", Side, ids=lambda side: side.name)
def test_endings_can_be_played_for_the_match(side: Side) -> None:
    """Near the end of a match a bag, a point or a nil may decide it, for either side."""
    dice = Random(8)
    before = (Score(438, 8), Score(451, 9))
    numbers = np.array([438, 8, 451, 9], np.int64)
    chances = win_table(CHALLENGE)

    def worth(rules: RuleSet, bids: tuple[Bid, ...], won: tuple[int, ...]) -> float:
        after = [
            line.after for line in score_deal(rules, by_seat(bids), by_seat(won), before).sides
        ]
        points = [score.points for score in after]
        more = POINT * (points[0] - 438 - points[1] + 451)
        winner = winner_at(rules, (points[0], points[1]), by_seat(won), deals=5)
        mine, yours = after if side is Side.NORTH_SOUTH else after[::-1]
        chance = win_chance(
            chances, rules_array(rules), (mine.points, mine.bags), (yours.points, yours.bags)
        )
        if winner is not None:
            return more + (winner is Side.NORTH_SOUTH) - side
        return more + (chance if side is Side.NORTH_SOUTH else -chance)

    game = ending_at(Stage(rules_array(CHALLENGE), numbers, 4, chances), int(side))
    for _ in range(200):
        case = small_ending(dice, 3)
        game.table[:] = -1
        found = solve(game, as_position(CHALLENGE, *case), -INFINITE, INFINITE) / ONE
        assert found == pytest.approx(brute_force(CHALLENGE, *case, worth), abs=1e-6)


def test_memory_is_used_again_for_another_ending() -> None:
    """Entries tell bids apart only by the game, so a fresh game starts empty."""
    game = ending(rules_array(CHALLENGE), (0, 0))
    assert isinstance(game, Ending)
    assert (game.table == -1).all()
    assert np.count_nonzero(game.stack) == 0
