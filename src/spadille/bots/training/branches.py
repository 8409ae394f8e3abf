"""Deals played on from other bids than the one chosen, to see what really comes of each."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final
from zlib import crc32

import msgspec
import numpy as np

from spadille.bots.bid_place import BidPlace, place_of
from spadille.bots.bot import ask
from spadille.bots.kernel.bridge import bid_number, bid_of, question_of, rules_array
from spadille.bots.kernel.chances import win_chance
from spadille.bots.kernel.draw import prepare
from spadille.bots.kernel.layout import BLIND
from spadille.bots.kernel.question import Care
from spadille.bots.kernel.sample import TABLE
from spadille.bots.levels import QUICK
from spadille.bots.nil_outlook import NilOutlook, outlook
from spadille.bots.search_bot import SearchBot
from spadille.bots.thinking import sensible_bids, think_of_bid
from spadille.bots.win_tables import win_table
from spadille.core.bids import Bid
from spadille.core.commands import LookAtHand, PlaceBid, StartDeal
from spadille.core.deal import Phase
from spadille.core.match import Match, apply, decide
from spadille.core.rules import CHALLENGE, CLASSIC
from spadille.core.scoring import DealScore, Score, SideScore
from spadille.core.seats import SEATS, Seat
from spadille.core.shuffle import SEED_BYTES, deal_hands
from spadille.core.value import replace
from spadille.core.view import view

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from spadille.bots.bot import Move
    from spadille.core.rules import RuleSet
    from spadille.core.view import PlayerView

THINKS: Final = replace(QUICK, seconds=60.0, learned=False, nil_model=False)
"""The bidder to be corrected."""
PLAYS: Final = replace(THINKS, card_playouts=400, bid_playouts=1500)
"""Who plays every branch to its end, and bids after the seat in question."""
NIL_HOPE: Final = 0.35
"""A nil made in fewer playouts is nobody's choice, and not tried."""

NIL_LIKELY: Final = 0.5
"""The same where nothing but nils is tried."""


class Branch(msgspec.Struct):
    """One bid, what the search gave for it, and what came of it."""

    bid: int
    predicted: float
    won: float
    """The chance to win the match after the deal, or 1 or 0."""
    points: int
    """Points of the side less those of the other side in the deal."""
    made: bool
    """Whether the seat took no trick."""


class Decision(msgspec.Struct):
    """A turn to bid and its branches, the search's choice first."""

    deal: int
    rules: str
    place: BidPlace
    nil: NilOutlook | None
    branches: list[Branch]


def decisions(number: int, seed: int) -> Iterator[Decision]:
    """All decisions of deal *number*, each from the bids that the search chose before."""
    dice = Random(f"{seed} {number}")
    match = _begun(CHALLENGE if number % 3 else CLASSIC, dice, behind=False)
    while match.deal is not None and match.deal.phase(match.rules) is Phase.BIDDING:
        turn = match.deal.turn(match.rules)
        assert turn is not None
        if _is_blind(match, turn):
            match = _after(match, LookAtHand(turn))
        bid, decision = _decision(match, turn, number)
        if decision is not None:
            yield decision
        match = _after(match, PlaceBid(turn, bid))


def blind_decisions(number: int, seed: int) -> Iterator[Decision]:
    """In deal *number*, with north and south far behind: whether to look at the cards."""
    dice = Random(f"{seed} {number} blind")
    match = _begun(CLASSIC, dice, behind=True)
    while match.deal is not None and match.deal.phase(match.rules) is Phase.BIDDING:
        turn = match.deal.turn(match.rules)
        assert turn is not None
        if _is_blind(match, turn):
            yield _blind_decision(match, turn, number)
        match = _after(match, LookAtHand(turn)) if _is_blind(match, turn) else match
        match = _after(match, ask(SearchBot(PLAYS, number), view(match, turn)))


def nil_decisions(number: int, seed: int) -> Iterator[Decision]:
    """In deal *number*: nil beside the best count, wherever nil is made in half the playouts."""
    dice = Random(f"{seed} {number} nil")
    match = _begun(CHALLENGE if number % 3 else CLASSIC, dice, behind=False)
    while match.deal is not None and match.deal.phase(match.rules) is Phase.BIDDING:
        turn = match.deal.turn(match.rules)
        assert turn is not None
        if _is_blind(match, turn):
            match = _after(match, LookAtHand(turn))
        seen = view(match, turn)
        place, nil = _outlooks(seen, number, 0 if 0 in sensible_bids(seen) else None)
        if nil is not None and nil.made > NIL_LIKELY:
            found = think_of_bid(seen, THINKS, number)
            values = dict(zip(found.choices, found.values, strict=True))
            best = max((bid for bid in values if bid), key=lambda bid: values[bid], default=1)
            tried = [bid for bid in (best, 0) if bid in values]
            branches = _branches(match, turn, tried, number, values)
            yield Decision(number, match.rules.name, place, nil, branches)
        match = _after(match, ask(SearchBot(PLAYS, number), seen))


def _is_blind(match: Match, turn: Seat) -> bool:
    own = view(match, turn).own
    return own is not None and own.hand is None


def _begun(rules: RuleSet, dice: Random, *, behind: bool) -> Match:
    """A deal at a score that is often even and early, and else any; *behind*: north is."""
    match = Match(rules, Seat(dice.randrange(4)))
    if behind:
        scores = (Score(10 * dice.randrange(0, 25)), Score(10 * dice.randrange(36, 50)))
        match = _at(match, scores)
    elif dice.random() < 0.6:  # noqa: PLR2004 - see above
        one, two = (
            Score(10 * dice.randrange(-8, 48) + bags, bags) for bags in dice.choices(range(10), k=2)
        )
        match = _at(match, (one, two))
    return _after(match, StartDeal(deal_hands(dice.randbytes(SEED_BYTES))))


def _at(match: Match, scores: tuple[Score, Score]) -> Match:
    """*match* as if a deal had led to *scores*."""
    one, two = (SideScore(0, (), 0, 0, 0, score) for score in scores)
    bid = Bid(3)
    return replace(match, sheet=(DealScore((bid, bid, bid, bid), (4, 3, 3, 3), (one, two)),))


def _after(match: Match, move: Move | StartDeal) -> Match:
    for event in decide(match, move):
        match = apply(match, event)
    return match


def _decision(match: Match, turn: Seat, number: int) -> tuple[Bid, Decision | None]:
    seen = view(match, turn)
    found = think_of_bid(seen, THINKS, number)
    values = dict(zip(found.choices, found.values, strict=True))
    place, nil = _outlooks(seen, number, 0 if 0 in values else None)
    near = [bid for bid in (found.best, found.best - 1, found.best + 1) if bid in values]
    if found.best == 0:
        counted = max((bid for bid in values if bid), key=lambda bid: values[bid], default=0)
        near = [bid for bid in (0, counted, counted + 1) if bid in values]
    tried = [bid for bid in near if bid]
    if nil is not None and nil.made > NIL_HOPE:
        tried.append(0)
    if len(tried) < 2:  # noqa: PLR2004 - nothing to compare
        return bid_of(found.best), None
    branches = _branches(match, turn, tried, number, values)
    return bid_of(found.best), Decision(number, match.rules.name, place, nil, branches)


def _branches(
    match: Match, turn: Seat, tried: Sequence[int], number: int, values: Mapping[int, float]
) -> list[Branch]:
    return [_branch(match, PlaceBid(turn, bid_of(bid)), values[bid], number) for bid in tried]


def _blind_decision(match: Match, turn: Seat, number: int) -> Decision:
    place, nil = _outlooks(view(match, turn), number, BLIND)
    assert nil is not None
    branches = [
        _branch(match, PlaceBid(turn, bid_of(BLIND)), nil.value(nil.made), number),
        _branch(match, LookAtHand(turn), 0.0, number),
    ]
    return Decision(number, match.rules.name, place, nil, branches)


def _outlooks(
    seen: PlayerView, number: int, nil_bid: int | None
) -> tuple[BidPlace, NilOutlook | None]:
    question = question_of(seen, win_table(seen.rules))
    place = place_of(question)
    if nil_bid is None:
        return place, None
    table = np.zeros(TABLE)
    prepare(question, table)
    dice = crc32(b"nil", number)
    care = Care(THINKS.tries, THINKS.surprise, THINKS.noise, dice, THINKS.habits, THINKS.doubt)
    return place, outlook(question, care, nil_bid, table, place.stake)


def _branch(match: Match, move: Move, predicted: float, number: int) -> Branch:
    """Play on after *move*; all branches of a deal roll the same dice."""
    seat, before = move.seat, match.scores
    bots = [SearchBot(PLAYS, 4 * number + other) for other in SEATS]
    number_of_bid = bid_number(move.bid) if isinstance(move, PlaceBid) else BLIND - 1
    match = _after(match, move)
    while match.deal is not None:
        turn = match.deal.turn(match.rules)
        assert turn is not None
        match = _after(match, ask(bots[turn], view(match, turn)))
    ours, theirs = match.scores[seat.side], match.scores[seat.side.other]
    points = ours.points - theirs.points - before[seat.side].points
    return Branch(
        bid=number_of_bid,
        predicted=predicted,
        won=_won(match, seat),
        points=points + before[seat.side.other].points,
        made=match.sheet[-1].tricks[seat] == 0,
    )


def _won(match: Match, seat: Seat) -> float:
    if match.winner is not None:
        return float(match.winner is seat.side)
    ours, theirs = match.scores[seat.side], match.scores[seat.side.other]
    return win_chance(
        win_table(match.rules),
        rules_array(match.rules),
        (ours.points, ours.bags),
        (theirs.points, theirs.bags),
    )
