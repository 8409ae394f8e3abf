"""What a deal scores, and whether it ends the match."""

from __future__ import annotations

from spadille.bots.kernel.jit import Ints, bare
from spadille.bots.kernel.layout import (
    BAG_LIMIT,
    BAG_PENALTY,
    BAG_POINTS,
    BAG_RESET,
    BIDS,
    BLIND_POINTS,
    BOSTON,
    DEAL_LIMIT,
    FAILED_NIL,
    LOSING,
    NIL_BAGS,
    NIL_HELPS,
    NIL_POINTS,
    SET_COSTS,
    TARGET,
    TEN_TWO_HUNDRED,
    TRICKS,
    WON,
)


@bare
def score_side(
    rules: Ints, bids: tuple[int, int], tricks: tuple[int, int], bags_before: int
) -> tuple[int, int]:
    """Mirror of `spadille.core.scoring.score_side`: the points, and the bags afterwards."""
    bid, counting, by_nils, points = 0, 0, 0, 0
    for place in range(2):
        if bids[place] > 0:
            bid += bids[place]
            counting += tricks[place]
            continue
        by_nils += tricks[place]
        worth = int(rules[NIL_POINTS] if bids[place] == 0 else rules[BLIND_POINTS])
        points += worth if tricks[place] == 0 else -worth
    if rules[FAILED_NIL] == NIL_HELPS:
        counting += by_nils
    made = counting >= bid
    bags = counting - bid if made else 0
    if rules[FAILED_NIL] == NIL_BAGS:
        bags += by_nils
    points += contract_points(rules, bid, made=made) + bags * int(rules[BAG_POINTS])
    penalties, bags_after = bag_count(rules, bags_before + bags)
    return points - penalties * int(rules[BAG_PENALTY]), bags_after


@bare
def contract_points(rules: Ints, bid: int, made: bool) -> int:
    """Mirror of `spadille.core.scoring.contract_points`."""
    if rules[TEN_TWO_HUNDRED] and bid >= 10:  # noqa: PLR2004 - the ten of the rule's name
        return 200 if made else -200
    if made:
        return 10 * bid
    return -10 * bid * int(rules[SET_COSTS])


@bare
def bag_count(rules: Ints, bags: int) -> tuple[int, int]:
    """Mirror of `spadille.core.scoring.bag_count`."""
    limit = int(rules[BAG_LIMIT])
    if limit == 0 or bags < limit:
        return 0, bags
    return bags // limit, 0 if rules[BAG_RESET] else bags % limit


@bare
def score_position(rules: Ints, position: Ints, side: int, bags_before: int) -> tuple[int, int]:
    """Mirror of `spadille.core.scoring.score_deal`, for *side* of a deal played out."""
    return score_side(
        rules,
        (int(position[BIDS + side]), int(position[BIDS + side + 2])),
        (int(position[WON + side]), int(position[WON + side + 2])),
        bags_before,
    )


@bare
def match_winner(rules: Ints, points: tuple[int, int], deals: int, taken: int) -> int:
    """Mirror of `spadille.core.scoring.match_winner`: the side, or -1 to play on.

    *deals* have been scored; in the last one side 0 has *taken* so many tricks.
    """
    if rules[BOSTON] and taken in (0, TRICKS):
        return 0 if taken == TRICKS else 1
    if points[0] == points[1]:
        return -1
    limit = int(rules[DEAL_LIMIT])
    over = max(points) >= rules[TARGET] or min(points) <= rules[LOSING]
    if over or (limit > 0 and deals >= limit):
        return 0 if points[0] > points[1] else 1
    return -1
