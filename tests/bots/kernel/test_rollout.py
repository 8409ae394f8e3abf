from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spadille.bots.kernel.bits import DECK, nth_card, popcount
from spadille.bots.kernel.bridge import position_of
from spadille.bots.kernel.dice import below_number, new_dice
from spadille.bots.kernel.layout import DONE, GONE, HANDS, LEADER, TRICKS, WON
from spadille.bots.kernel.play import legal_now, put, turn
from spadille.bots.kernel.policy import choose
from spadille.bots.kernel.rollout import play_out, play_randomly
from spadille.core.deal import Phase
from tests.bots.kernel.walks import random_deal, some_rules


@given(st.integers(0, 2**64))
def test_the_short_cut_of_random_playouts_plays_the_same_cards(seed: int) -> None:
    """With the same dice, as if every card were put on the table by the book."""
    dice = Random(seed)
    rules = some_rules(dice)
    for match in random_deal(rules, dice):
        deal = match.deal
        if deal is None or deal.phase(rules) is not Phase.PLAYING or dice.random() < 0.7:
            continue
        quick, slow = position_of(deal, rules), position_of(deal, rules)
        one, two = new_dice(seed & 0xFFFF, 1), new_dice(seed & 0xFFFF, 1)
        play_randomly(quick, one)
        while slow[DONE] < TRICKS:
            legal = legal_now(slow)
            put(slow, nth_card(legal, below_number(two, popcount(legal))))
        for start, length in ((HANDS, 4), (WON, 4), (LEADER, 1), (DONE, 1), (GONE, 1)):
            assert (quick[start : start + length] == slow[start : start + length]).all()
        assert (one == two).all()
        assert quick[GONE] == DECK


@given(st.integers(0, 2**64))
def test_the_quick_player_is_legal_and_sees_only_its_own_cards(seed: int) -> None:
    """The cards of others can be dealt anew without changing its choice."""
    dice = Random(seed)
    rules = some_rules(dice)
    for match in random_deal(rules, dice):
        deal = match.deal
        if deal is None or deal.phase(rules) is not Phase.PLAYING or dice.random() < 0.5:
            continue
        position = position_of(deal, rules)
        card = choose(position, new_dice(1, 1), 0)
        assert legal_now(position) >> card & 1
        blind = position.copy()
        for seat in range(4):
            if seat != turn(position):
                blind[HANDS + seat] = 0
        assert choose(blind, new_dice(1, 1), 0) == card
        end = position.copy()
        play_out(end, new_dice(seed & 0xFFFF, 2), 4000)
        assert end[WON : WON + 4].sum() == TRICKS
        assert np.count_nonzero(end[HANDS : HANDS + 4]) == 0
