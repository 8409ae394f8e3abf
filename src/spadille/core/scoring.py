"""What a deal scores, item by item, and who has won."""

from __future__ import annotations

from typing import Final

from spadille.core.bids import Bid
from spadille.core.rules import BagRemainder, NilTricks, RuleSet, SetContract, WinAt
from spadille.core.seats import BySeat, BySide, Side
from spadille.core.value import Value

TRICK_POINTS: Final = 10
ALL_TRICKS: Final = 13
TEN: Final = 10
TEN_POINTS: Final = 200
"""Paid or lost for a bid of ten or more under *ten for two hundred*."""


class Score(Value):
    """What a side has: points and bags are counts of their own."""

    points: int = 0
    bags: int = 0


class SideScore(Value):
    """One side's line of the score sheet for one deal; the items add up to its points."""

    contract: int
    """Points won or lost for the tricks bid."""
    nils: tuple[int, ...]
    """Points won or lost for each nil of the side, in the order of `Seat`."""
    bags: int
    """Bags taken in this deal."""
    bag_points: int
    """Points for those bags."""
    bag_penalty: int
    """Points lost (0 or below) because the bags reached the limit."""
    after: Score
    """The side's score once this deal is added."""

    @property
    def points(self) -> int:
        """Points of this deal, penalty included."""
        return self.contract + sum(self.nils) + self.bag_points + self.bag_penalty


class DealScore(Value):
    """One row of the score sheet: what was bid and taken, and what it scores."""

    bids: BySeat[Bid]
    tricks: BySeat[int]
    sides: BySide[SideScore]


def score_deal(
    rules: RuleSet, bids: BySeat[Bid], tricks: BySeat[int], before: BySide[Score]
) -> DealScore:
    """Score a finished deal for both sides."""
    north_south, east_west = (
        score_side(
            rules,
            tuple(bids[seat] for seat in side.seats),
            tuple(tricks[seat] for seat in side.seats),
            before[side],
        )
        for side in Side
    )
    return DealScore(bids, tricks, (north_south, east_west))


def score_side(
    rules: RuleSet, bids: tuple[Bid, ...], tricks: tuple[int, ...], before: Score
) -> SideScore:
    """Score the deal of one side, given its two *bids* and the *tricks* of each bidder."""
    pairs = tuple(zip(bids, tricks, strict=True))
    bid = sum(b.tricks for b in bids)
    by_nils = sum(taken for b, taken in pairs if b.is_nil)
    counting = sum(tricks) - by_nils
    if rules.failed_nil_tricks is NilTricks.HELP_PARTNER:
        counting += by_nils
    made = counting >= bid
    bags = counting - bid if made else 0
    if rules.failed_nil_tricks is NilTricks.BAGS:
        bags += by_nils
    nils = tuple(nil_points(rules, b, taken) for b, taken in pairs if b.is_nil)
    contract = contract_points(rules, bid, made=made)
    penalties, bags_after = bag_count(rules, before.bags + bags)
    bag_points = bags * rules.bag_points
    penalty = -penalties * rules.bag_penalty
    points = before.points + contract + sum(nils) + bag_points + penalty
    return SideScore(contract, nils, bags, bag_points, penalty, Score(points, bags_after))


def contract_points(rules: RuleSet, bid: int, *, made: bool) -> int:
    """Points for a side's contract of *bid* tricks."""
    if rules.ten_for_two_hundred and bid >= TEN:
        return TEN_POINTS if made else -TEN_POINTS
    if made:
        return TRICK_POINTS * bid
    return -TRICK_POINTS * bid if rules.set_contract is SetContract.LOSES_BID else 0


def nil_points(rules: RuleSet, bid: Bid, taken: int) -> int:
    """Points for one nil whose bidder took *taken* tricks."""
    worth = (rules.blind_nil_points if bid.blind else rules.nil_points) or 0
    return -worth if taken else worth


def bag_count(rules: RuleSet, bags: int) -> tuple[int, int]:
    """How many penalties *bags* cost, and the count that is kept."""
    if rules.bag_limit is None or bags < rules.bag_limit:
        return 0, bags
    penalties, left = divmod(bags, rules.bag_limit)
    return penalties, left if rules.bag_remainder is BagRemainder.CARRIED else 0


def match_winner(rules: RuleSet, sheet: tuple[DealScore, ...]) -> Side | None:
    """Who has won after the deals of *sheet*; ``None``: play on."""
    last = sheet[-1]
    north_south, east_west = last.sides
    points = (north_south.after.points, east_west.after.points)
    return winner_at(rules, points, last.tricks, deals=len(sheet))


def winner_at(
    rules: RuleSet, points: BySide[int], tricks: BySeat[int], *, deals: int
) -> Side | None:
    """Who has won with these *points* after *deals* deals, the last one taken by *tricks*.

    Once a target, losing score or deal limit is there, the higher score wins; equal
    scores play on.
    """
    taken = [sum(tricks[seat] for seat in side.seats) for side in Side]
    if rules.boston and ALL_TRICKS in taken:
        return Side(taken.index(ALL_TRICKS))
    if points[0] == points[1] or not _ends(rules, points, deals):
        return None
    return Side(points.index(max(points)))


def _ends(rules: RuleSet, points: BySide[int], deals: int) -> bool:
    if rules.deal_limit is not None and deals >= rules.deal_limit:
        return True
    target = rules.target + (rules.win_at is WinAt.EXCEEDS)
    if max(points) >= target:
        return True
    return rules.losing_score is not None and min(points) <= rules.losing_score
