"""The corrections of bids that self-play taught."""

from __future__ import annotations

import json
from importlib import resources
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np
import pytest

from spadille.bots import bid_thinking, thinking
from spadille.bots.bid_model import FILE, BidModel, bid_model
from spadille.bots.bid_place import (
    BID_FEATURES,
    NIL_FEATURES,
    BidPlace,
    bid_features,
    nil_features,
    place_of,
    urgency,
)
from spadille.bots.kernel.bridge import question_of
from spadille.bots.kernel.draw import prepare
from spadille.bots.kernel.layout import BLIND
from spadille.bots.kernel.question import Care
from spadille.bots.kernel.sample import TABLE
from spadille.bots.kernel.search import try_bids
from spadille.bots.levels import QUICK
from spadille.bots.nil_outlook import NilOutlook, outlook
from spadille.bots.thinking import AS_GOOD, sensible_bids, think_of_bid
from spadille.bots.win_tables import point_table, win_table
from spadille.core.cards import CardSet
from spadille.core.rules import CHALLENGE
from spadille.core.value import replace
from spadille.core.view import view
from tests.kit.builders import begin, cases, hands, view_of_bid

if TYPE_CHECKING:
    from spadille.bots.levels import Level
    from spadille.core.view import PlayerView

SAFE = "S2 H2345 D2346 C2345"
RISKY = "SK3 H25Q D24TJ C268K"
BRIEF = replace(QUICK, bid_playouts=600, seconds=60.0, learned=True, nil_model=True)
OLD = replace(BRIEF, learned=False, nil_model=False)


def place(hand: str = SAFE, partner: int | None = None, stake: float = 0.18) -> BidPlace:
    """A turn to bid with this hand."""
    return BidPlace(CardSet.parse(hand).mask, partner, None, None, stake)


def seen_with(hand: str) -> PlayerView:
    """North to bid first with *hand*, the others with what is left in order."""
    mine = CardSet.parse(hand)
    rest = [card for card in CardSet((1 << 52) - 1) if card not in mine]
    others = " / ".join(str(CardSet.of_cards(rest[n::3])) for n in range(3))
    match = begin(CHALLENGE, hands(f"{mine} / {others}"))
    return view(match, match.deal.turn(CHALLENGE) if match.deal else None)


def nil_outlook(seen: PlayerView) -> NilOutlook:
    """The outlook of a nil in *seen*."""
    question, table = question_of(seen, win_table(seen.rules)), np.zeros(TABLE)
    prepare(question, table)
    care = Care(4, 1.0, 2000, 5, habits=True, doubt=0.0)
    return outlook(question, care, 0, table, place_of(question).stake)


def test_the_model_shipped_is_whole_and_says_where_it_comes_from() -> None:
    """Every weight is named, finite and of a size that corrects rather than commands."""
    model = bid_model()
    assert set(model.bids) == set(BID_FEATURES)
    assert set(model.nil) == set(NIL_FEATURES)
    assert set(model.blind) == set(NIL_FEATURES[:2])
    weights = [*model.bids.values(), *model.nil.values(), *model.blind.values()]
    assert all(isfinite(weight) and abs(weight) < 2 for weight in weights)
    about = json.loads(resources.files("spadille.bots").joinpath(FILE).read_text())["about"]
    assert about["commands"]
    assert isinstance(about["seed"], int)


def test_a_safer_nil_has_the_higher_chance() -> None:
    """By the playouts, by the hand, and by both together."""
    model = bid_model()
    chances = [model.nil_chance(place(), searched) for searched in np.linspace(0, 1, 11)]
    assert chances == sorted(chances)
    assert all(0 < chance < 1 for chance in chances)
    assert model.nil_chance(place(SAFE), 0.7) >= model.nil_chance(place(RISKY), 0.7)
    blind = [model.nil_chance(place(), share, blind=True) for share in (0.4, 0.6, 0.8)]
    assert blind == sorted(blind)
    safe, risky = nil_outlook(seen_with(SAFE)), nil_outlook(seen_with(RISKY))
    assert safe.made > 0.9 > risky.made
    assert model.nil_chance(place(SAFE), safe.made) > model.nil_chance(place(RISKY), risky.made)


def test_a_nil_is_worth_more_made_than_failed() -> None:
    """Also where the playouts saw only one of the two."""
    for hand in (SAFE, RISKY, "SAKQJ HAKQ DAKQ CAKQ"):
        found = nil_outlook(seen_with(hand))
        assert found.worth_made > found.worth_failed
        assert found.value(0.25) == pytest.approx(
            0.25 * found.worth_made + 0.75 * found.worth_failed
        )


def test_corrections_grow_with_what_is_at_stake() -> None:
    """In another match, or under other rules, the same correction in points."""
    model = bid_model()
    low, high = place(RISKY, 3, stake=0.05), place(RISKY, 3, stake=0.2)
    assert model.correction(high, 2, 0.4) == pytest.approx(4 * model.correction(low, 2, 0.1))
    question = question_of(seen_with(RISKY), win_table(CHALLENGE))
    assert 0.1 < place_of(question).stake < 0.3
    points = question_of(seen_with(RISKY), point_table(CHALLENGE))
    assert place_of(points).stake > 0


def test_points_matter_less_where_the_match_is_nearly_decided() -> None:
    """As much as at the start where it is the start; more where it is close to the end."""
    question = question_of(seen_with(RISKY), win_table(CHALLENGE))

    def at(ours: int, theirs: int) -> float:
        scores = [ours, 0, theirs, 0]
        sides = scores if question.seat & 1 == 0 else scores[2:] + scores[:2]
        return urgency(question._replace(scores=np.array(sides)))

    assert at(0, 0) == 1
    assert at(400, 400) > 1.5
    assert at(480, 0) < 0.7
    assert at(-100, 450) < 0.7


def test_a_nil_is_bid_just_where_it_promises_enough() -> None:
    """Enough is more than the best count by a margin; below 0, it may be less by as much."""
    seen = seen_with("S42 HK2 D865 CT98765")
    level = replace(BRIEF, learned=False)
    free = _values(seen, replace(level, nil_care=0.0))
    ahead = free[0] - max(value for bid, value in free.items() if bid)
    for care, wanted in ((ahead - 0.001, True), (ahead + 0.001, False)):
        found = think_of_bid(seen, replace(level, nil_care=care), 1)
        assert (found.best == 0) is wanted
        assert dict(zip(found.choices, found.values, strict=True)) == free


def test_features_tell_what_was_bid() -> None:
    """Named, and zero where nothing is known."""
    first = dict(zip(BID_FEATURES, bid_features(place(), 3, 0.5), strict=True))
    assert first["offset_after_partner"] == first["total"] == first["offset_beside_nil"] == 0
    beside = BidPlace(CardSet.parse(SAFE).mask, 0, 4, None, 0.18)
    later = dict(zip(BID_FEATURES, bid_features(beside, 3, 0.5), strict=True))
    assert later["offset_beside_nil"] == later["offset"] > 0
    nil = dict(zip(NIL_FEATURES, nil_features(beside, 0.5), strict=True))
    assert (nil["partner_nil"], nil["opponents"], nil["first"]) == (1, 1, 0)


@pytest.mark.parametrize("case", cases("bots.json", "bids")[:8], ids=lambda case: case["why"])
def test_switched_off_it_bids_as_the_search_alone(
    case: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The highest mean, the higher of two as good, and nil only by its margin."""
    monkeypatch.setattr(bid_thinking, "bid_model", lambda: pytest.fail("the model was asked"))
    seen = view_of_bid(case)
    found = think_of_bid(seen, OLD, 3)
    assert found == think_of_bid(seen, OLD, 3)
    question, care, table = thinking.prepared(seen, OLD, 3)
    bids = sensible_bids(seen)
    raced = thinking.race(
        bids,
        lambda choices, first, values: try_bids(question, care, choices, first, values, table),
        OLD.bid_playouts,
        60.0,
    )
    values = dict(zip(raced.choices, raced.values, strict=True))
    assert values == dict(zip(found.choices, found.values, strict=True))
    best, margin = raced.best, OLD.nil_margin * (seen.rules.nil_points or 0) / 100
    if best > 0:
        best = max(bid for bid in bids if bid >= best and values[bid] >= values[best] - AS_GOOD)
    elif len(bids) > 1 and values[0] - raced.values[1] < margin:
        best = raced.choices[1]
    assert found.best == best


def test_each_switch_changes_its_part_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts by one, nil by the other."""
    model = BidModel({"offset": -1.0}, dict.fromkeys(NIL_FEATURES, 0.0), {"constant": 9.0})
    monkeypatch.setattr(bid_thinking, "bid_model", lambda: model)
    seen = seen_with("S42 HK2 D865 CT98765")
    plain = _values(seen, OLD)
    counts = _values(seen, replace(OLD, learned=True))
    nils = _values(seen, replace(OLD, nil_model=True))
    assert counts[0] == plain[0] != nils[0]
    assert {bid: nils[bid] for bid in nils if bid} == {bid: plain[bid] for bid in plain if bid}
    lower = [bid for bid in plain if bid > 0]
    gains = [counts[bid] - plain[bid] for bid in sorted(lower)]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > gains[-1]


def _values(seen: PlayerView, level: Level) -> dict[int, float]:
    found = think_of_bid(seen, level, 1)
    return dict(zip(found.choices, found.values, strict=True))


def test_hidden_cards_make_no_difference_to_corrected_bids() -> None:
    """With the cards of the others swapped among them, every value is the same."""
    mine = "S42 HK2 D865 CT98765"
    seen = seen_with(mine)
    rest = [card for card in CardSet((1 << 52) - 1) if card not in CardSet.parse(mine)]
    others = " / ".join(str(CardSet.of_cards(rest[13 * n : 13 * n + 13])) for n in (2, 0, 1))
    match = begin(CHALLENGE, hands(f"{mine} / {others}"))
    other = view(match, match.deal.turn(CHALLENGE) if match.deal else None)
    assert think_of_bid(seen, BRIEF, 2) == think_of_bid(other, BRIEF, 2)


def test_a_blind_nil_is_weighed_by_its_own_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Certain to be made, it is bid; certain to fail, it is not."""
    rules = replace(CHALLENGE, blind_nil_points=200)
    match = begin(rules, points=(0, 300))
    seen = view(match, match.deal.turn(rules) if match.deal else None)
    assert seen.own is not None
    assert seen.own.hand is None
    for constant, expected in ((30.0, True), (-30.0, False)):
        model = BidModel({}, {}, {"constant": constant})
        monkeypatch.setattr(bid_thinking, "bid_model", lambda model=model: model)
        assert (thinking.think_of_blind(seen, BRIEF, 1).best == BLIND) is expected
