from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.bots.kernel.bits import DECK
from spadille.bots.kernel.bridge import bid_number, dealt, position_of, rules_array
from spadille.bots.kernel.layout import (
    BROKEN,
    DONE,
    GONE,
    HANDS,
    LAID,
    LEADER,
    NEED,
    SPENT,
    VOIDS,
    WON,
)
from spadille.bots.kernel.play import count_lines, legal_now, put, turn
from spadille.core.cards import CardSet
from spadille.core.deal import Phase
from spadille.core.play import legal_plays
from spadille.core.rules import CLASSIC
from tests.bots.kernel.walks import random_deal, some_rules


@given(st.integers(0, 2**64))
def test_the_kernel_plays_in_step_with_the_core(seed: int) -> None:
    """The kernel is told the deal and the cards played; all else it must know by itself."""
    dice = Random(seed)
    rules = some_rules(dice)
    position = None
    played = 0
    for match in random_deal(rules, dice):
        deal = match.deal
        if deal is None or deal.phase(rules) is not Phase.PLAYING:
            continue
        if position is None:
            bids = [bid_number(bid) for bid in deal.bids if bid is not None]
            leader = deal.trick.leader
            hands = [hand.mask for hand in deal.hands]
            position = dealt(rules_array(rules), hands, bids, leader)
        for card in list(deal.played)[played:]:
            put(position, card.index)
            played += 1
        seat = deal.turn(rules)
        assert seat is not None
        assert turn(position) == seat
        assert CardSet(legal_now(position)) == legal_plays(deal, seat, rules)
        assert tuple(position[WON : WON + 4]) == deal.tricks_won
        assert bool(position[BROKEN]) is deal.spades_broken
        assert position[DONE] == len(deal.tricks)
        assert position[LAID] == len(deal.trick.cards)
        assert position[LEADER] == deal.trick.leader
        assert [CardSet(int(position[HANDS + s])) for s in range(4)] == list(deal.hands)
        assert (position == position_of(deal, rules)).all()


@given(st.integers(0, 2**64))
def test_a_suit_shown_void_is_void(seed: int) -> None:
    """The voids noted are true of the hands, and every failure to follow is noted."""
    dice = Random(seed)
    rules = some_rules(dice)
    for match in random_deal(rules, dice):
        deal = match.deal
        if deal is None or deal.phase(rules) is not Phase.PLAYING:
            continue
        position = position_of(deal, rules)
        for seat in range(4):
            for suit in range(4):
                if position[VOIDS + seat] >> suit & 1:
                    assert not int(position[HANDS + seat]) & (0x1FFF << (13 * suit))
        for trick in (*deal.tricks, deal.trick):
            for place, card in enumerate(trick.cards):
                assert trick.led is not None
                if card.suit is not trick.led:
                    voids = int(position[VOIDS + trick.leader.after(place)])
                    assert voids >> trick.led & 1
        assert int(position[GONE]) == sum(int(position[SPENT + seat]) for seat in range(4))


def test_needs_count_only_the_tricks_that_help() -> None:
    """What a side still needs goes down with its own tricks, not with those of a nil."""
    hands = [CardSet.parse(text).mask for text in ("SA H2", "SK H3", "SQ H4", "SJ H5")]
    position = dealt(rules_array(CLASSIC), hands, [0, 2, 3, 1], 0)
    position[DONE] = 11
    for card in CardSet.parse("H2"), CardSet.parse("H3"), CardSet.parse("H4"), CardSet.parse("H5"):
        put(position, card.mask.bit_length() - 1)
    assert list(position[NEED : NEED + 2]) == [3, 2]


ENDINGS = [
    ("H6 CK / S9 HK / D8 CA / H2 D5", 10),
    ("ST D3 C4 / SJ D5 C3 / HQ8 D9 / S2 H2 C9", 70),
    ("S5 H963 / H2 D8 CA6 / S7 HQ D6 CT / SK H7 D5 C8", 1_122),
    ("SAK3 HAJ / SQJ CK83 / HT D96 C92 / S975 D2 C5", 2_601_792),
]


@pytest.mark.parametrize(("text", "lines"), ENDINGS)
def test_perft(text: str, lines: int) -> None:
    """East leads; the cards not shown have been played."""
    hands = [CardSet.parse(hand).mask for hand in text.split("/")]
    position = dealt(rules_array(CLASSIC), hands, [3, 3, 3, 3], 1)
    position[GONE] = DECK & ~sum(hands)
    position[DONE] = 13 - hands[0].bit_count()
    position[BROKEN] = 1
    assert count_lines(position) == lines
