"""What every computer player promises."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from spadille.bots.bot import Bot, ask
from spadille.bots.random_bot import RandomBot
from spadille.bots.rule_bot import RuleBot
from spadille.core.bids import NIL
from spadille.core.commands import LookAtHand, PlaceBid, StartDeal
from spadille.core.match import Match, decide
from spadille.core.rules import CHALLENGE, CLASSIC, RuleSet
from spadille.core.seats import Seat, Side
from spadille.core.shuffle import deal_hands
from spadille.core.view import view
from tests.kit.arena import play_deal, step
from tests.kit.builders import begin, deal_of, obey, offered
from tests.kit.strategies import dice, matches, some_rules
from tests.kit.walking import moves_of

if TYPE_CHECKING:
    from random import Random

BOTS: list[Bot] = [RandomBot(7), RuleBot()]


@given(matches(deals=3))
def test_a_bots_move_is_always_legal(match: Match) -> None:
    """Whatever the rules and however odd the play before."""
    if match.deal is None:
        return
    turn = match.deal.turn(match.rules)
    assert turn is not None
    for bot in BOTS:
        assert ask(bot, view(match, turn)) in moves_of(match, turn)


@given(some_rules, dice)
def test_four_bots_play_a_deal_out_by_any_rules(rules: RuleSet, chance: Random) -> None:
    """Nobody is ever stuck."""
    bots: list[Bot] = [chance.choice(BOTS) for _ in Seat]
    match = obey(Match(rules, Seat.NORTH), StartDeal(deal_hands(chance.randbytes(32))))
    while match.deal is not None:
        match = step(match, (bots[0], bots[1], bots[2], bots[3]))


@given(matches())
def test_a_bot_answers_the_same_again_and_in_another_process(match: Match) -> None:
    """Equal views get equal answers, of a pickled copy too."""
    if match.deal is None:
        return
    turn = match.deal.turn(match.rules)
    seen = view(match, turn)
    for bot in BOTS:
        copy: Bot = pickle.loads(pickle.dumps(bot))  # noqa: S301 - our own
        assert ask(bot, seen) == ask(bot, seen) == ask(copy, seen)


def test_random_bots_of_other_seeds_play_otherwise() -> None:
    """And the same seed plays otherwise in another place."""
    seen = view(begin(), Seat.NORTH)
    assert len({ask(RandomBot(seed), seen) for seed in range(40)}) > 5


def test_nobody_else_is_asked() -> None:
    """Only the seat in turn has a move to make."""
    match = begin()
    for viewer in (Seat.EAST, None):
        with pytest.raises(ValueError, match="not this player's turn"):
            ask(RuleBot(), view(match, viewer))


def test_a_bot_with_a_hidden_hand_looks_or_bids_blind() -> None:
    """It looks when the match is young, and gambles when it is as good as lost."""
    for points, blind in (((0, 100), False), ((0, 480), True), ((400, 510), False)):
        match = begin(CLASSIC, points=points)
        if not deal_of(match).seen[Seat.NORTH]:
            move = ask(RuleBot(), view(match, Seat.NORTH))
            assert isinstance(move, PlaceBid) == blind
            assert blind or move == LookAtHand(Seat.NORTH)
            assert decide(match, move)


def deals(count: int) -> list[tuple[Seat, bytes]]:
    """Dealers and seeds, the same every time."""
    return [(Seat(n % 4), n.to_bytes(32, "big")) for n in range(count)]


def test_the_rule_bot_beats_the_random_bot_by_far() -> None:
    """The same cards from both sides of the table."""
    rule, random = RuleBot(), RandomBot()
    total = 0
    for dealer, seed in deals(30):
        here = play_deal(CHALLENGE, dealer, seed, (rule, random, rule, random))
        there = play_deal(CHALLENGE, dealer, seed, (random, rule, random, rule))
        total += here.sides[0].points - here.sides[1].points
        total += there.sides[1].points - there.sides[0].points
    assert total / 60 > 100


def test_four_rule_bots_bid_what_there_is_to_take() -> None:
    """Close to the thirteen tricks, not often set, and more nils made than not."""
    bot = RuleBot()
    scores = [play_deal(CHALLENGE, dealer, seed, (bot,) * 4) for dealer, seed in deals(150)]
    bids = [sum(bid.tricks for bid in score.bids) for score in scores]
    assert 10.3 < sum(bids) / len(bids) < 11.5
    lines = [score.sides[side] for score in scores for side in Side]
    assert sum(line.contract < 0 for line in lines) / len(lines) < 0.25
    nils = [
        not taken
        for score in scores
        for bid, taken in zip(score.bids, score.tricks, strict=True)
        if bid == NIL
    ]
    assert sum(nils) / len(nils) > 0.55
    assert len(nils) > 20


def test_a_bot_bids_one_of_the_few_bids_that_odd_rules_leave() -> None:
    """Even where what it would like is banned."""
    match = begin(RuleSet(no_bid_of_one=True, bid_least=1, side_bid_most=4))
    move = ask(RuleBot(), view(match, Seat.NORTH))
    assert isinstance(move, PlaceBid)
    assert str(move.bid) in offered(match, Seat.NORTH).split()
