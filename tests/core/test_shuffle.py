"""A deck from a seed."""

from __future__ import annotations

import hashlib
from collections import Counter

from hypothesis import given

from spadille.core.cards import FULL_DECK
from spadille.core.seats import Seat
from spadille.core.shuffle import commitment, deal_hands
from tests.kit.strategies import seeds


@given(seeds)
def test_a_seed_deals_thirteen_different_cards_to_each_seat(seed: bytes) -> None:
    """The whole deck, and the same every time."""
    hands = deal_hands(seed)
    assert [len(hand) for hand in hands] == [13, 13, 13, 13]
    assert hands[0] | hands[1] | hands[2] | hands[3] == FULL_DECK
    assert deal_hands(seed) == hands


def test_the_deal_of_a_seed_is_fixed_for_ever() -> None:
    """Old records must stay provable: this may never change."""
    assert [str(hand) for hand in deal_hands(bytes(32))] == [
        "SJ86 HAK87 DQJ92 CT7",
        "S72 H95 DA8543 CAKQ3",
        "SAK93 HQJ DT76 C9854",
        "SQT54 HT6432 DK CJ62",
    ]


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    """Anyone can check it with any tool."""
    assert commitment(bytes(32)) == hashlib.sha256(bytes(32)).hexdigest()
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_every_card_comes_to_every_seat_about_as_often() -> None:
    """Over 4,000 deals each of the 208 counts is within five deviations of a quarter."""
    counts: Counter[tuple[Seat, str]] = Counter()
    deals = 4000
    for number in range(deals):
        for seat, hand in zip(Seat, deal_hands(number.to_bytes(32, "big")), strict=True):
            counts.update((seat, card.value) for card in hand)
    deviation = (deals * 0.25 * 0.75) ** 0.5
    assert len(counts) == 208
    assert all(abs(count - deals / 4) < 5 * deviation for count in counts.values())
