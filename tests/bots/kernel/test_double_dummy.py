"""The double-dummy search against every line of play, and against another solver's results."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest

from spadille.bots.kernel.double_dummy import boards_values
from spadille.bots.kernel.dummy_board import Memory, memory
from spadille.core.bids import BIDS
from spadille.core.cards import Card, CardSet
from spadille.core.rules import CLASSIC, SpadesLead
from spadille.core.seats import Seat
from spadille.core.value import replace
from tests.bots.kernel.test_solve import Hands, brute_force
from tests.kit.builders import DATA, hands

FREE = replace(CLASSIC, spades_lead=SpadesLead.ANY_TIME)
BID_ONE = (BIDS[1], BIDS[1], BIDS[1], BIDS[1])


def values(notes: Memory, deal: Hands, leader: Seat) -> dict[str, int]:
    """The tricks of north and south, by the card that *leader* plays first."""
    found = np.zeros((1, 52), np.int64)
    boards_values(notes, np.array([[hand.mask for hand in deal]], np.int64), int(leader), found)
    return {card.name: int(found[0, card.index]) for card in Card if found[0, card.index] >= 0}


@pytest.mark.slow
@pytest.mark.parametrize(("size", "number"), [(1, 100), (2, 300), (3, 60), (4, 4)])
def test_the_best_card_takes_what_trying_everything_says(size: int, number: int) -> None:
    """One memory serves all boards: what it knows of one must hold for the others."""
    dice, notes = Random(size), memory(16, 4)
    deck = list(Card)
    for _ in range(number):
        dice.shuffle(deck)
        deal = tuple(CardSet.of_cards(deck[n * size : (n + 1) * size]) for n in range(4))
        found = values(notes, deal, Seat.EAST)
        assert list(found) == sorted(map(str, deal[1]), key=lambda name: Card(name).index)
        true = brute_force(
            FREE, deal, BID_ONE, (0, 0, 0, 0), True, lambda _, __, won: won[0] + won[2]
        )
        assert min(found.values()) == true


def test_results_of_another_solver() -> None:
    """Up to nine cards: answers that hang on few of many ranks are put to the test there."""
    rows = json.loads((DATA / "double_dummy.json").read_text(encoding="utf-8"))["boards"]
    notes = memory()
    assert len(rows) > 100
    for deal, true in rows:
        assert values(notes, hands(deal), Seat.NORTH) == true, deal
