"""A hint is what the strongest player would do, and knows what the asker's seat knows."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from spadille.bots.bot import ask
from spadille.bots.rule_bot import RuleBot
from spadille.core.cards import CardSet
from spadille.core.commands import LookAtHand, PassCards, PlaceBid, PlayCard, StartDeal
from spadille.core.match import Match, apply, decide
from spadille.core.rules import CHALLENGE, RuleSet
from spadille.core.seats import BySeat, Seat
from spadille.core.shuffle import deal_hands
from spadille.core.value import replace
from spadille.core.view import view
from spadille.protocol.acts import Give, Look, MakeBid, Move, Play
from spadille.protocol.hints import HintReason
from spadille.protocol.levels import BotLevel
from spadille.protocol.news import Person
from spadille.protocol.table import TableOptions
from spadille.server.tables.events import TableMade
from spadille.server.tables.hints import NoHint, hint_for
from spadille.server.tables.house import House
from spadille.server.tables.offer import Offer
from spadille.server.tables.state import SeatState, TableState
from tests.kit.house import InlinePool

RULES = replace(CHALLENGE, name="daring", blind_nil_points=100, blind_nil_behind=None)
EXCHANGE = replace(RULES, exchange_cards=2)


def _house(asked: list[BotLevel] | None = None) -> House:
    def roster(_rules: RuleSet, level: BotLevel, _seconds: float) -> RuleBot:
        if asked is not None:
            asked.append(level)
        return RuleBot()

    return House(roster, InlinePool(), Offer(BotLevel.BEGINNER, BotLevel.SKILLED))


def _state(match: Match, **options: object) -> TableState:
    """A table where Ines, in the south, plays *match* against computers."""
    made = TableMade("ines", match.rules, 30.0, clock_always=False)
    made = replace(made, options=TableOptions(**options))  # type: ignore[arg-type]
    ines = SeatState(Person("ines", "Ines", "a01"))
    state = TableState("kite", made, match=match, match_number=1)
    return replace(state, seats=(SeatState(), SeatState(), ines, SeatState()))


def _after(rules: RuleSet, hands: BySeat[CardSet], moves: int) -> Match:
    """A match of *hands* that waits for South once thumb rules have made *moves* of it."""
    match, made = Match(rules, Seat.NORTH), 0
    for event in decide(match, StartDeal(hands)):
        match = apply(match, event)
    while match.deal is not None:
        turn = match.deal.turn(rules)
        assert turn is not None
        if made >= moves and turn is Seat.SOUTH:
            return match
        for event in decide(match, ask(RuleBot(), view(match, turn))):
            match = apply(match, event)
        made += 1
    raise AssertionError("the deal is over")


def _hint(state: TableState, house: House | None = None) -> tuple[Move, str]:
    return asyncio.run(hint_for(state, state.seat_of("ines"), house or _house()))


def _legal(match: Match, move: Move) -> None:
    """Fail unless the rules allow South *move*."""
    match move:
        case Look():
            decide(match, LookAtHand(Seat.SOUTH))
        case MakeBid(bid):
            decide(match, PlaceBid(Seat.SOUTH, bid))
        case Give(cards):
            decide(match, PassCards(Seat.SOUTH, CardSet.of_cards(cards)))
        case Play(card):
            decide(match, PlayCard(Seat.SOUTH, card))


@pytest.mark.parametrize("rules", [CHALLENGE, RULES, EXCHANGE], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(4))
def test_a_hint_is_legal_and_has_its_reason(rules: RuleSet, seed: int) -> None:
    hands = deal_hands(bytes([seed]) * 32)
    for moves in (0, 2, 5, 8, 21, 40, 50):
        match = _after(rules, hands, moves)
        move, text = _hint(_state(match))
        _legal(match, move)
        assert text


def test_the_strongest_player_that_the_server_offers_is_asked() -> None:
    asked: list[BotLevel] = []
    _hint(_state(_after(CHALLENGE, deal_hands(bytes(32)), 2)), _house(asked))
    assert asked == [BotLevel.SKILLED]


@pytest.mark.parametrize("moves", [0, 2, 4, 20])
def test_a_hint_does_not_depend_on_what_the_others_hold(moves: int) -> None:
    """The same table with the hidden cards dealt otherwise gets the same hint."""
    shown = _after(RULES, deal_hands(bytes([7]) * 32), moves)
    assert shown.deal is not None
    held = shown.deal.hands
    hidden = [card for seat in Seat if seat is not Seat.SOUTH for card in held[seat]]
    ends = [len(held[Seat.NORTH]), len(held[Seat.NORTH]) + len(held[Seat.EAST])]
    expected = _hint(_state(shown))
    for seed in range(20):
        Random(seed).shuffle(hidden)
        parts = hidden[: ends[0]], hidden[ends[0] : ends[1]], hidden[ends[1] :]
        north, east, west = map(CardSet.of_cards, parts)
        other = replace(shown, deal=replace(shown.deal, hands=(north, east, held[2], west)))
        assert view(other, Seat.SOUTH) == view(shown, Seat.SOUTH)
        assert _hint(_state(other)) == expected


@pytest.mark.parametrize(
    ("private", "hints", "given"),
    [(True, None, True), (False, None, False), (True, False, False), (False, True, True)],
)
def test_the_table_says_whether_hints_are_given(
    private: bool, hints: bool | None, given: bool
) -> None:
    state = _state(_after(CHALLENGE, deal_hands(bytes(32)), 2), private=private, hints=hints)
    if given:
        assert _hint(state)[1]
        return
    with pytest.raises(NoHint) as none:
        _hint(state)
    assert none.value.reason is HintReason.NO_HINTS


def test_only_whoever_is_to_move_gets_one() -> None:
    state = _state(_after(CHALLENGE, deal_hands(bytes(32)), 2))
    seats = state.seats
    elsewhere = replace(state, seats=(seats[2], seats[0], seats[1], seats[3]))
    for other in (elsewhere, replace(state, seats=(seats[0],) * 4), replace(state, match=None)):
        with pytest.raises(NoHint) as none:
            _hint(other)
        assert none.value.reason is HintReason.NOT_YOUR_TURN
