"""The inner loop of the strong player: deals that fit, and what each choice brings in them."""

from __future__ import annotations

import numpy as np

from spadille.bots.kernel.bid import finish_bids
from spadille.bots.kernel.chances import Stage, match_value
from spadille.bots.kernel.dice import seed_dice
from spadille.bots.kernel.draw import draw_likely
from spadille.bots.kernel.jit import Floats, Ints, bare, jit
from spadille.bots.kernel.layout import POSITION
from spadille.bots.kernel.play import become, put
from spadille.bots.kernel.question import Care, Question
from spadille.bots.kernel.rollout import play_out, play_randomly


@bare
def deal_value(question: Question, position: Ints) -> float:
    """Mirror of `spadille.core.scoring.match_winner`: the chance to win after a played-out deal."""
    return match_value(stage_of(question), question.seat & 1, position)


@bare
def stage_of(question: Question) -> Stage:
    """Mirror of `spadille.core.match.Match`: where the match of *question* stands."""
    return Stage(question.rules, question.scores, question.deals, question.chances)


@bare
def imagine(position: Ints, dice: Ints, care: Care) -> None:
    """Mirror of `spadille.core.match.decide`, card by card: play the deal out in the head."""
    if care.habits:
        play_out(position, dice, care.noise)
    else:
        play_randomly(position, dice)


@jit
def try_cards(
    question: Question, care: Care, cards: Ints, first: int, values: Floats, table: Floats
) -> None:
    """Mirror of `spadille.core.match.decide`: the value of each card in each deal drawn.

    Row *n* of *values* is deal *first* + *n*; every card is tried in the same deals,
    with the same dice.
    """
    world, after = np.zeros(POSITION, np.int64), np.zeros(POSITION, np.int64)
    dice = np.zeros(4, np.int64)
    for row in range(len(values)):
        seed_dice(dice, care.seed, first + row)
        draw_likely(question, care, world, table, dice)
        for column in range(len(cards)):
            seed_dice(dice, care.seed + 1, first + row)
            become(after, world)
            put(after, cards[column])
            imagine(after, dice, care)
            values[row, column] = deal_value(question, after)


@jit
def try_bids(
    question: Question, care: Care, bids: Ints, first: int, values: Floats, table: Floats
) -> None:
    """Mirror of `spadille.core.match.decide`: the value of each bid in each deal drawn.

    A bid of `UNBID` stands for looking at the cards, and bidding by the formula.
    """
    world, after = np.zeros(POSITION, np.int64), np.zeros(POSITION, np.int64)
    dice, made = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for row in range(len(values)):
        seed_dice(dice, care.seed, first + row)
        draw_likely(question, care, world, table, dice)
        for column in range(len(bids)):
            seed_dice(dice, care.seed + 1, first + row)
            become(after, world)
            made[:] = question.bids
            made[question.seat] = bids[column]
            finish_bids(question.rules, after, made, question.first)
            imagine(after, dice, care)
            values[row, column] = deal_value(question, after)
