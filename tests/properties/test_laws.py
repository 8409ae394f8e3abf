"""Laws that hold in every match, by any rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given

from spadille.core.bidding import legal_bids
from spadille.core.bids import BIDS, BLIND_NIL, Bid
from spadille.core.cards import DECK, FULL_DECK, CardSet
from spadille.core.commands import Command, LookAtHand, PassCards, PlaceBid, PlayCard, StartDeal
from spadille.core.deal import Phase
from spadille.core.errors import Reason
from spadille.core.match import Match, apply, replay
from spadille.core.seats import Seat
from spadille.core.view import view
from tests.kit.builders import refusal
from tests.kit.strategies import dice, matches, some_rules
from tests.kit.walking import legal_moves, states, walk

if TYPE_CHECKING:
    from random import Random

    from spadille.core.events import Event
    from spadille.core.rules import RuleSet

EVERY_BID = (*BIDS, BLIND_NIL, Bid(14), Bid(-1), Bid(3, blind=True))


@given(some_rules, dice)
def test_every_card_is_in_one_place(rules: RuleSet, chance: Random) -> None:
    """Hands and cards played always add up to the deck, exchanges included."""
    for match in states(rules, chance, deals=2):
        if match.deal is None:
            continue
        played = list(match.deal.played)
        held = [card for hand in match.deal.hands for card in hand]
        assert len(played) + len(held) == 52
        assert CardSet.of_cards([*played, *held]) == FULL_DECK


@given(some_rules, dice)
def test_the_log_replayed_is_the_live_match(rules: RuleSet, chance: Random) -> None:
    """Nothing but the events makes the state."""
    log: list[Event] = []
    start = live = Match(rules, Seat.EAST)
    for before, _, events in walk(start, chance, deals=2):
        assert before == live
        log += events
        for event in events:
            live = apply(live, event)
    assert replay(rules, Seat.EAST, iter(log)) == live


@given(matches())
def test_listed_moves_are_accepted_and_all_others_refused(match: Match) -> None:
    """The lists in the views and the judgement of commands are one and the same."""
    listed = set(legal_moves(match))
    every: list[Command] = [LookAtHand(seat) for seat in Seat]
    every += [PlaceBid(seat, bid) for seat in Seat for bid in EVERY_BID]
    every += [PlayCard(seat, card) for seat in Seat for card in DECK]
    for command in every:
        assert (refusal(match, command) is None) == (command in listed), command
    for command in listed:
        assert refusal(match, command) is None


@given(matches(), dice)
def test_only_as_many_own_cards_as_the_rules_say_are_passed(match: Match, chance: Random) -> None:
    """Any other gift is refused, and any gift of another seat or at another time."""
    for seat in Seat:
        own = view(match, seat).own
        assert own is not None
        for size in range(5):
            cards = CardSet.of_cards(chance.sample(DECK, size))
            legal = own.to_pass == size > 0 and own.hand is not None and cards <= own.hand
            assert (refusal(match, PassCards(seat, cards)) is None) == legal


@given(matches())
def test_a_deal_starts_only_when_none_is_under_way(match: Match) -> None:
    """The cards come once, and never after the end."""
    north, east, south, west = (CardSet(FULL_DECK.mask & (0x1FFF << 13 * s)) for s in range(4))
    reason = refusal(match, StartDeal((north, east, south, west)))
    if match.winner is not None:
        assert reason is Reason.MATCH_OVER
    elif match.deal is not None:
        assert reason is Reason.DEAL_UNDER_WAY
    else:
        assert reason is None


@given(some_rules, dice)
def test_a_match_is_never_stuck(rules: RuleSet, chance: Random) -> None:
    """Whoever is in turn has a move; nobody has one when the deal is over."""
    for match in states(rules, chance, deals=3):
        if match.deal is None:
            continue
        turn = match.deal.turn(rules)
        assert turn is not None
        own = view(match, turn).own
        assert own is not None
        assert own.plays or own.bids or own.to_pass
        if own.bids and not own.may_look:
            assert own.bids == legal_bids(match.deal, turn, rules)


@given(some_rules, dice)
def test_a_deal_is_four_bids_and_thirteen_tricks(rules: RuleSet, chance: Random) -> None:
    """Bids, exchange and tricks come in this order, and all are counted."""
    phases: list[Phase] = []
    for match in states(rules, chance, deals=1):
        if match.deal is not None:
            phases.append(match.deal.phase(rules))
    assert phases == sorted(phases, key=list(Phase).index)
    assert phases.count(Phase.PLAYING) == 52
    assert sum(match.sheet[0].tricks) == 13


@given(some_rules, dice)
def test_the_items_of_a_score_add_up(rules: RuleSet, chance: Random) -> None:
    """Each line's points are the difference it makes."""
    last = list(states(rules, chance, deals=3))[-1]
    before = [0, 0]
    for score in last.sheet:
        for side, line in enumerate(score.sides):
            assert line.after.points == before[side] + line.points
            before[side] = line.after.points


@given(some_rules, dice)
def test_the_deal_passes_clockwise(rules: RuleSet, chance: Random) -> None:
    """Each dealer sits left of the one before, and bids last."""
    start = Match(rules, Seat.SOUTH)
    for match, command, _ in walk(start, chance, deals=3):
        assert match.dealer is Seat.SOUTH.after(len(match.sheet))
        if isinstance(command, PlaceBid):
            assert match.deal is not None
            assert command.seat is match.dealer.after(1 + match.deal.bids_made)
