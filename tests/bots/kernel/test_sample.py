from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spadille.bots.kernel.bridge import question_of
from spadille.bots.kernel.dice import new_dice
from spadille.bots.kernel.draw import draw_hidden, prepare
from spadille.bots.kernel.layout import GONE, HANDS, POSITION, VOIDS
from spadille.bots.kernel.sample import TABLE, Three, count_deals, draw_deal
from spadille.core.cards import CardSet, Suit
from spadille.core.deal import Phase
from spadille.core.view import view
from tests.bots.kernel.walks import random_deal, some_rules


def all_deals(pool: int, places: Three, voids: Three) -> set[Three]:
    """Every deal that fits, one by one."""
    cards = [card.bit for card in CardSet(pool)]
    found = set()
    for one in combinations(cards, places[0]):
        rest = [card for card in cards if card not in one]
        for two in combinations(rest, places[1]):
            deal = (sum(one), sum(two), pool ^ sum(one) ^ sum(two))
            if all(fits(hand, void) for hand, void in zip(deal, voids, strict=True)):
                found.add(deal)
    return found


def fits(hand: int, voids: int) -> bool:
    """Whether *hand* has none of the suits in *voids*."""
    return not any(voids >> suit & 1 and CardSet(hand).of(suit) for suit in Suit)


@given(st.integers(0, 2**64))
def test_deals_are_counted_exactly(seed: int) -> None:
    """The count is that of going through every deal."""
    dice = Random(seed)
    places = (dice.randint(0, 3), dice.randint(0, 3), dice.randint(0, 3))
    pool = sum(1 << card for card in dice.sample(range(52), sum(places)))
    shown = [0, 0, 1, 2, 8, 9, 6]
    voids = (dice.choice(shown), dice.choice(shown), dice.choice(shown))
    deals = all_deals(pool, places, voids)
    assert count_deals(pool, places, voids, np.zeros(TABLE)) == len(deals)


def test_every_deal_that_fits_is_drawn_as_often() -> None:
    """Chi-square over all deals of some small cases with voids, fixed seeds."""
    for text, places, voids in (
        ("SAK H32 D5 C98", (3, 3, 2), (0, 8, 4)),
        ("SQJ HK32 C987", (2, 4, 3), (9, 0, 0)),
        ("H98765 D2", (3, 2, 2), (0, 0, 2)),
    ):
        pool = CardSet.parse(text).mask
        deals = all_deals(pool, places, voids)
        table, dice = np.zeros(TABLE), new_dice(7, 11)
        count_deals(pool, places, voids, table)
        seen: Counter[Three] = Counter()
        draws = 200 * len(deals)
        for _ in range(draws):
            seen[draw_deal(pool, places, voids, table, dice)] += 1
        assert set(seen) == deals
        square = sum((seen[deal] - 200) ** 2 / 200 for deal in deals)
        freedom = len(deals) - 1
        assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


@given(st.integers(0, 2**64))
def test_a_deal_drawn_fits_all_that_the_seat_knows(seed: int) -> None:
    """Hand sizes, voids, the cards given: and with the true hands there is at least one."""
    dice = Random(seed)
    rules = some_rules(dice)
    table, world, rolls = np.zeros(TABLE), np.zeros(POSITION, np.int64), new_dice(seed & 0xFFFF, 3)
    for match in random_deal(rules, dice):
        deal = match.deal
        if deal is None or deal.phase(rules) is not Phase.PLAYING or dice.random() < 0.8:
            continue
        for seat in range(4):
            seen = view(match, deal.trick.leader.after(seat))
            question = question_of(seen, np.zeros((1, 1, 1, 1), np.float32))
            assert prepare(question, table) >= 1
            draw_hidden(question, world, table, rolls)
            me = question.seat
            hands = [int(world[HANDS + s]) for s in range(4)]
            assert hands[me] == deal.hands[me].mask
            assert sum(hands) == (1 << 52) - 1 - int(world[GONE])
            for other in range(4):
                assert hands[other].bit_count() == len(deal.hands[other])
                assert fits(hands[other], int(question.position[VOIDS + other]))
                assert hands[other] & int(question.known[other]) == question.known[other]
                if other != me:
                    assert int(question.known[other]) & ~deal.hands[other].mask == 0
