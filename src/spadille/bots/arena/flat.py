"""Searches of the baselines: random playouts, and a look into all hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from zlib import crc32

import numpy as np

from spadille.bots.kernel.bridge import position_of, question_of
from spadille.bots.kernel.dice import seed_dice
from spadille.bots.kernel.draw import draw_hidden, prepare
from spadille.bots.kernel.jit import Floats, Ints, jit
from spadille.bots.kernel.layout import HANDS, POSITION
from spadille.bots.kernel.play import put
from spadille.bots.kernel.question import Question
from spadille.bots.kernel.rollout import play_out, play_randomly
from spadille.bots.kernel.sample import TABLE
from spadille.bots.kernel.search import deal_value
from spadille.bots.win_tables import win_table
from spadille.core.cards import DECK, Card
from spadille.core.codec import encoder
from spadille.core.view import PlayerView, view

if TYPE_CHECKING:
    from spadille.core.match import Match

NOISE: Final = 6000
"""In how many of 65,536 choices the cheat's playouts pick any card."""


@jit
def mean_values(
    question: Question, cards: Ints, runs: tuple[int, int, int], table: Floats
) -> Floats:
    """Mirror of `spadille.core.match.decide`: the mean value of each card, at random.

    *runs* are the deals drawn, the playouts in each, and the seed.
    """
    worlds, playouts, seed = runs
    world, after = np.zeros(POSITION, np.int64), np.zeros(POSITION, np.int64)
    dice = np.zeros(4, np.int64)
    seed_dice(dice, seed, 0)
    values = np.zeros(len(cards))
    for _ in range(worlds):
        draw_hidden(question, world, table, dice)
        for column in range(len(cards)):
            for _ in range(playouts):
                after[:] = world
                put(after, cards[column])
                play_randomly(after, dice)
                values[column] += deal_value(question, after)
    return values / (worlds * playouts)


@jit
def true_values(question: Question, world: Ints, cards: Ints, runs: tuple[int, int]) -> Floats:
    """Mirror of `spadille.core.match.decide`: the mean value of each card in the true deal."""
    playouts, seed = runs
    after, dice = np.zeros(POSITION, np.int64), np.zeros(4, np.int64)
    values = np.zeros(len(cards))
    for run in range(playouts):
        for column in range(len(cards)):
            seed_dice(dice, seed, run)
            after[:] = world
            put(after, cards[column])
            play_out(after, dice, NOISE)
            values[column] += deal_value(question, after)
    return values / playouts


def _place(seen: PlayerView, seed: int) -> int:
    return crc32(encoder().encode(seen.public), seed)


def _legal(seen: PlayerView) -> Ints:
    assert seen.own is not None
    return np.array([card.index for card in seen.own.plays], np.int64)


def flat_card(seen: PlayerView, worlds: int, playouts: int, seed: int) -> Card:
    """The card that does best at random."""
    question = question_of(seen, win_table(seen.rules))
    table, cards = np.zeros(TABLE), _legal(seen)
    prepare(question, table)
    if len(cards) == 1:
        return DECK[int(cards[0])]
    values = mean_values(question, cards, (worlds, playouts, _place(seen, seed)), table)
    return DECK[int(cards[int(values.argmax())])]


def cheat_card(match: Match, playouts: int, seed: int) -> Card:
    """The card that does best in the deal as it is."""
    assert match.deal is not None
    seen = view(match, match.deal.turn(match.rules))
    question = question_of(seen, win_table(seen.rules))
    world, cards = position_of(match.deal, match.rules), _legal(seen)
    assert world[HANDS + question.seat] == question.position[HANDS + question.seat]
    if len(cards) == 1:
        return DECK[int(cards[0])]
    values = true_values(question, world, cards, (playouts, _place(seen, seed)))
    return DECK[int(cards[int(values.argmax())])]
