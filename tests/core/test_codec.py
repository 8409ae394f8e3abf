"""The JSON form of core values."""

from __future__ import annotations

import msgspec
import pytest

from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet
from spadille.core.codec import decoder, encoder
from spadille.core.commands import Command, PlaceBid
from spadille.core.events import CardsPassed, Event
from spadille.core.rules import RuleSet
from spadille.core.seats import Seat


def test_a_card_is_its_name_and_a_set_a_list_of_names() -> None:
    """Readable, and the same for every program."""
    event = CardsPassed(Seat.NORTH, CardSet.parse("SA H2"))
    assert encoder().encode(event) == b'{"type":"cards_passed","seat":0,"cards":["H2","SA"]}'
    assert encoder().encode(Card.SA) == b'"SA"'


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"cards_passed","seat":0,"cards":["H2","H2"]}',
        '{"type":"cards_passed","seat":0,"cards":["X2"]}',
        '{"type":"cards_passed","seat":4,"cards":[]}',
        '{"type":"cards_passed","seat":0,"cards":7}',
        '{"type":"cards_passed","seat":0,"cards":[],"more":1}',
        '{"type":"cards_lost","seat":0,"cards":[]}',
        "[]",
    ],
)
def test_any_other_json_is_refused(text: str) -> None:
    """With the one error that a border has to catch."""
    with pytest.raises(msgspec.ValidationError):
        decoder(Event).decode(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"target":49}',
        '{"target":true}',
        '{"win_at":"passes"}',
        '{"bag_limit":1}',
        '{"tarjet":500}',
    ],
)
def test_rules_out_of_range_are_refused(text: str) -> None:
    """Each field has its range; unknown fields are none."""
    with pytest.raises(msgspec.ValidationError):
        decoder(RuleSet).decode(text)


def test_rules_not_given_are_those_of_challenge() -> None:
    """Only what differs has to be said."""
    assert decoder(RuleSet).decode('{"target":300}') == RuleSet(target=300)


def test_a_command_is_told_by_its_type() -> None:
    """One decoder for all."""
    text = '{"type":"place_bid","seat":2,"bid":{"tricks":0,"blind":true}}'
    expected = PlaceBid(Seat.SOUTH, Bid(0, blind=True))
    assert decoder(Command).decode(text) == expected


def test_values_of_other_kinds_have_no_json_form() -> None:
    """A mistake in the program shows at once."""
    with pytest.raises(NotImplementedError, match="complex has no JSON form"):
        encoder().encode(1j)
    with pytest.raises(NotImplementedError, match="complex has no JSON form"):
        decoder(complex).decode("1")
