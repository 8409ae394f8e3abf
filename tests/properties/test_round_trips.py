"""Whatever is written can be read back, and is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.core.audience import Told, told
from spadille.core.bids import BIDS, BLIND_NIL, Bid
from spadille.core.cards import CardSet
from spadille.core.codec import decoder, encoder
from spadille.core.commands import Command
from spadille.core.events import Event
from spadille.core.match import Match
from spadille.core.notation import NotationError, read, write
from spadille.core.record import MatchRecord
from spadille.core.review import verify
from spadille.core.rules import RuleSet
from spadille.core.seats import Seat
from spadille.core.view import PlayerView, view
from tests.kit.records import record_of
from tests.kit.strategies import any_rules, dice, matches, some_rules
from tests.kit.walking import walk

if TYPE_CHECKING:
    from random import Random

ENCODER = encoder()


@given(some_rules, dice)
def test_events_and_commands_survive_json(rules: RuleSet, chance: Random) -> None:
    """The log of a match is its JSON."""
    events_in, commands_in, told_in = decoder(Event), decoder(Command), decoder(Told)
    for _, command, events in walk(Match(rules, Seat.WEST), chance):
        assert commands_in.decode(ENCODER.encode(command)) == command
        for event in events:
            assert events_in.decode(ENCODER.encode(event)) == event
            for viewer in (*Seat, None):
                heard = told(event, viewer)
                assert told_in.decode(ENCODER.encode(heard)) == heard


@given(matches())
def test_matches_and_views_survive_json(match: Match) -> None:
    """What a client gets is what the core saw."""
    assert decoder(Match).decode(ENCODER.encode(match)) == match
    for viewer in (*Seat, None):
        seen = view(match, viewer)
        assert decoder(PlayerView).decode(ENCODER.encode(seen)) == seen


@given(any_rules())
def test_rules_survive_json(rules: RuleSet) -> None:
    """Field by field, contradictions and all."""
    assert decoder(RuleSet).decode(ENCODER.encode(rules)) == rules


@given(st.integers(0, 2**52 - 1).map(CardSet))
def test_sets_of_cards_survive_text_and_json(cards: CardSet) -> None:
    """A set is its cards, however it is written."""
    assert CardSet.parse(str(cards)) == cards
    assert eval(repr(cards), {"CardSet": CardSet}) == cards  # noqa: S307 - that is repr's promise
    assert decoder(CardSet).decode(ENCODER.encode(cards)) == cards


@pytest.mark.parametrize("bid", [*BIDS, BLIND_NIL], ids=str)
def test_bids_survive_text(bid: Bid) -> None:
    """Every bid is one short text."""
    assert Bid.parse(str(bid)) == bid


@given(some_rules, dice, st.lists(st.text(max_size=20), min_size=4, max_size=4))
def test_a_match_survives_notation_and_is_found_right(
    rules: RuleSet, chance: Random, players: list[str]
) -> None:
    """Written, read and checked: the same match, and nothing wrong with it."""
    record = record_of(rules, chance, deals=3, players=players)
    assert read(write(record)) == record
    assert decoder(MatchRecord).decode(ENCODER.encode(record)) == record
    assert verify(record) == []


@given(some_rules, dice, st.data())
def test_a_text_is_a_match_or_a_notation_error(
    rules: RuleSet, chance: Random, data: st.DataObject
) -> None:
    """A damaged text never fails in another way, and the error names a line of it."""
    lines = write(record_of(rules, chance, deals=1)).split("\n")
    place = data.draw(st.integers(0, len(lines) - 1))
    cut = data.draw(st.integers(0, len(lines[place])))
    lines[place] = lines[place][:cut] + data.draw(st.text(max_size=5)) + lines[place][cut + 1 :]
    text = "\n".join(lines)
    line = 1
    try:
        verify(read(text))
    except NotationError as error:
        line = error.line
    assert 1 <= line <= text.count("\n") + 1


@given(st.text())
def test_any_other_text_is_no_match(text: str) -> None:
    """Reading garbage says so."""
    with pytest.raises(NotationError):
        read(text)
