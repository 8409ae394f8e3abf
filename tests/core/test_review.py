"""Records of matches, and what a check of one finds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from spadille.core.bids import Bid
from spadille.core.cards import CardSet
from spadille.core.deal import Pass, Trick
from spadille.core.events import DealScored, Event
from spadille.core.match import Match, apply
from spadille.core.record import DealRecord, MatchRecord
from spadille.core.review import Finding, Flaw, records, verify
from spadille.core.rules import CHALLENGE, CLASSIC, Exchange, RuleSet
from spadille.core.scoring import DealScore, Score
from spadille.core.seats import Seat, Side
from spadille.core.value import replace
from tests.kit.builders import scored
from tests.kit.records import record_of
from tests.kit.walking import walk

HONEST = record_of(CHALLENGE, Random(3), deals=3)
GIVING = replace(CHALLENGE, exchange_cards=2, exchange_for=Exchange.ANY_NIL)


def flaws(record: MatchRecord) -> list[tuple[int, Flaw]]:
    """The findings without their sentences."""
    return [(finding.deal, finding.flaw) for finding in verify(record)]


def with_second(change: Callable[[DealRecord], DealRecord]) -> MatchRecord:
    """The honest record with its second deal changed."""
    first, second, third = HONEST.deals
    return replace(HONEST, deals=(first, change(second), third))


def swapped(deal: DealRecord) -> DealRecord:
    """North and east hold each other's cards."""
    north, east, south, west = deal.hands
    return replace(deal, hands=(east, north, south, west))


def merged(tricks: tuple[Trick, ...]) -> tuple[Trick, ...]:
    """Write the tricks of the first leader in a row as one."""
    one, two = next(
        (one, two) for one, two in pairwise(tricks) if one.leader is two.leader is one.winner
    )
    place = tricks.index(one)
    return (*tricks[:place], Trick(one.leader, one.cards + two.cards), *tricks[place + 2 :])


def with_trick(number: int, change: Callable[[Trick], Trick]) -> Callable[[DealRecord], DealRecord]:
    """Change one trick of a deal."""

    def changed(deal: DealRecord) -> DealRecord:
        tricks = list(deal.tricks)
        tricks[number - 1] = change(tricks[number - 1])
        return replace(deal, tricks=tuple(tricks))

    return changed


def test_an_honest_record_has_no_flaws() -> None:
    """A match under way is checked as far as it got."""
    assert verify(HONEST) == []
    assert verify(replace(HONEST, deals=())) == []


def test_a_record_holds_what_happened_deal_by_deal() -> None:
    """Hands as they were dealt, before any exchange; the score of the table."""
    match = Match(GIVING, Seat.EAST)
    log: list[Event] = []
    scores: list[DealScore] = []
    for _, _, events in walk(match, Random(11), deals=4):
        log += events
        scores += [event.score for event in events if isinstance(event, DealScored)]
    told = records(GIVING, log, {2: ("c", "s")})
    assert [deal.dealer for deal in told] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH]
    assert [(deal.commitment, deal.seed) for deal in told] == [("", ""), ("c", "s")] + 2 * [
        ("", "")
    ]
    assert [deal.score for deal in told] == scores
    assert all(len(hand) == 13 for deal in told for hand in deal.hands)
    assert any(deal.passes for deal in told)


def test_a_deal_under_way_is_not_in_the_record() -> None:
    """Its cards are still secret."""
    match = Match(CHALLENGE, Seat.EAST)
    log: list[Event] = []
    for _, _, events in walk(match, Random(1), deals=2):
        log += events
        if sum(isinstance(event, DealScored) for event in log) == 1:
            assert len(records(CHALLENGE, log, {})) == 1
        for event in events:
            match = apply(match, event)


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        (lambda deal: replace(deal, seed=""), Flaw.NO_PROOF),
        (lambda deal: replace(deal, seed="zz" * 32), Flaw.NO_PROOF),
        (lambda deal: replace(deal, seed="٣" * 64), Flaw.NO_PROOF),
        (lambda deal: replace(deal, commitment="abc"), Flaw.NO_PROOF),
        (lambda deal: replace(deal, commitment="0" * 64), Flaw.OTHER_COMMITMENT),
        (lambda deal: replace(deal, tricks=deal.tricks[:12]), Flaw.UNFINISHED),
        (lambda deal: replace(deal, tricks=(*deal.tricks, deal.tricks[0])), Flaw.ILLEGAL_CARD),
        (with_trick(4, lambda trick: Trick(trick.leader, trick.cards[::-1])), Flaw.ILLEGAL_CARD),
        (with_trick(4, lambda trick: Trick(trick.leader, trick.cards[:3])), Flaw.BAD_TRICK),
        (lambda deal: replace(deal, tricks=merged(deal.tricks)), Flaw.BAD_TRICK),
        (with_trick(1, lambda trick: Trick(trick.turn.after(1), trick.cards)), Flaw.OTHER_LEADER),
        (lambda deal: replace(deal, bids=(Bid(14), *deal.bids[1:])), Flaw.ILLEGAL_BID),
        (lambda deal: replace(deal, bids=(Bid(0, blind=True), *deal.bids[1:])), Flaw.ILLEGAL_BID),
        (lambda deal: replace(deal, passes=(Pass(Seat.NORTH, CardSet()),)), Flaw.ILLEGAL_GIFT),
        (lambda deal: replace(deal, score=scored(Score(1), Score(2))), Flaw.OTHER_SCORE),
    ],
)
def test_a_forged_deal_is_found_out(change: Callable[[DealRecord], DealRecord], flaw: Flaw) -> None:
    """The finding names the deal and what is wrong with it."""
    found = flaws(with_second(change))
    assert (2, flaw) in found
    assert all(number in {2, 3} for number, _ in found)


def test_swapped_hands_are_not_those_of_the_seed() -> None:
    """Nor can they have played these cards."""
    found = flaws(with_second(swapped))
    assert found[0] == (2, Flaw.OTHER_CARDS)
    assert found[1][1] in {Flaw.ILLEGAL_CARD, Flaw.ILLEGAL_BID}


def test_hands_that_are_no_deal_are_found_out() -> None:
    """The same hand twice."""
    found = flaws(with_second(lambda deal: replace(deal, hands=(deal.hands[0],) * 4)))
    assert (2, Flaw.BAD_HANDS) in found


def test_the_wrong_dealer_is_found_out() -> None:
    """A deal left out shows in the next one."""
    first, _, third = HONEST.deals
    assert (2, Flaw.OTHER_DEALER) in flaws(replace(HONEST, deals=(first, third)))


def test_a_winner_who_has_not_won_is_found_out() -> None:
    """And so is a match that went on after it was won."""
    assert flaws(replace(HONEST, winner=Side.NORTH_SOUTH)) == [(0, Flaw.OTHER_WINNER)]
    over = replace(HONEST, rules=replace(CHALLENGE, deal_limit=2))
    points = [score.after.points for score in HONEST.deals[1].score.sides]
    assert points[0] != points[1]
    assert (3, Flaw.MATCH_WAS_OVER) in flaws(over)
    assert (0, Flaw.OTHER_WINNER) in flaws(over)


def test_contradictory_rules_are_the_only_finding() -> None:
    """Nothing can be judged by them."""
    assert flaws(replace(HONEST, rules=RuleSet(exchange_cards=2))) == [(0, Flaw.BAD_RULES)]


def test_a_gift_that_never_was_is_found_out() -> None:
    """An exchange that the rules demand and the record lacks."""
    record = next(
        record
        for seed in range(50)
        for record in [record_of(GIVING, Random(seed), deals=1)]
        if record.deals[0].passes
    )
    assert verify(record) == []
    (deal,) = record.deals
    assert flaws(replace(record, deals=(replace(deal, passes=()),))) == [(1, Flaw.ILLEGAL_CARD)]
    given = replace(deal.passes[0], cards=CardSet())
    forged = replace(deal, passes=(given, *deal.passes[1:]))
    assert flaws(replace(record, deals=(forged,))) == [(1, Flaw.ILLEGAL_GIFT)]


def test_a_finding_is_a_sentence() -> None:
    """For people, with the reason of the rules in it."""
    (finding,) = verify(with_second(lambda deal: replace(deal, tricks=deal.tricks[:12])))
    assert finding == Finding(2, Flaw.UNFINISHED, "The deal stops before its last card.")


def test_a_blind_nil_is_replayed_without_a_look() -> None:
    """Looks are not in the record; a bid of a number implies one."""
    rules = replace(CLASSIC, blind_nil_behind=None)
    blind = 0
    for seed in range(20):
        record = record_of(rules, Random(seed), deals=1)
        blind += any(bid.blind for bid in record.deals[0].bids)
        assert verify(record) == []
    assert blind > 5
