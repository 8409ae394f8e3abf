from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from spadille.core import bids, cards
from spadille.core.cards import DECK, FULL_DECK, Card, CardSet, Suit


@pytest.mark.parametrize("module", [cards, bids], ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_are_true(module: ModuleType) -> None:
    """What a docstring shows is what happens."""
    tried = doctest.testmod(module)
    assert tried.failed == 0
    assert tried.attempted > 0


def test_the_deck_is_in_the_order_of_indexes() -> None:
    """A card's index finds it again, and its bit is that of the index."""
    assert len(DECK) == 52
    for place, card in enumerate(DECK):
        assert (card.index, card.bit) == (place, 1 << place)
        assert card.index == 13 * card.suit + card.rank


def test_a_card_is_named_by_suit_and_rank() -> None:
    """The name is the text, and the text finds the card."""
    assert Card("HT") is Card.HT
    assert (Card.HT.suit, Card.HT.rank, str(Card.HT), repr(Card.HT)) == (
        Suit.HEARTS,
        8,
        "HT",
        "Card.HT",
    )


def test_spades_are_the_highest_suit() -> None:
    """Sorting by index sorts trumps to the top."""
    assert max(Suit) is Suit.SPADES
    assert [suit.letter for suit in Suit] == ["C", "D", "H", "S"]


def test_a_set_of_cards_is_shown_spades_first_and_high_to_low() -> None:
    """As players sort a hand."""
    hand = CardSet.of_cards([Card.C2, Card.SA, Card.HT, Card.HK, Card.S2])
    assert str(hand) == "SA2 HKT C2"
    assert str(CardSet()) == ""


def test_a_set_of_cards_answers_like_a_set() -> None:
    """Membership, size, order, union, intersection, difference, inclusion."""
    hand, spades = CardSet.parse("SA2 HK"), CardSet.parse("SA2")
    assert list(hand) == [Card.HK, Card.S2, Card.SA]
    assert Card.HK in hand
    assert Card.HK not in spades
    assert hand.of(Suit.SPADES) == spades
    assert hand.without(Suit.SPADES) == hand - spades == CardSet.parse("HK")
    assert hand & spades == spades
    assert spades | CardSet.parse("HK") == hand
    assert spades <= hand
    assert not hand <= spades
    assert len({hand, CardSet(hand.mask), spades}) == 2
    assert hand != "SA2 HK"
    assert not CardSet()
    assert len(FULL_DECK) == 52


@pytest.mark.parametrize("text", ["X2", "S1", "SAA", "SA SA", "sa", "S A"])
def test_a_text_that_names_no_cards_is_refused(text: str) -> None:
    """Unknown suits and ranks, and cards named twice."""
    with pytest.raises(ValueError, match=r"twice|valid|without"):
        CardSet.parse(text)
