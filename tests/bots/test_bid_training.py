"""Learning to bid: branches played on, and models fitted to them."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

import pytest

from spadille.bots.bid_model import bid_model
from spadille.bots.bid_place import BidPlace
from spadille.bots.kernel.layout import BLIND
from spadille.bots.nil_outlook import NilOutlook
from spadille.bots.training import bidding, branches
from spadille.bots.training.bid_fit import corrected, fit
from spadille.bots.training.branches import (
    Branch,
    Decision,
    blind_decisions,
    decisions,
    nil_decisions,
)
from spadille.core.value import replace

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking cut short: what is played does not matter here."""
    brief = replace(branches.PLAYS, card_playouts=30, bid_playouts=60)
    monkeypatch.setattr(branches, "PLAYS", brief)
    monkeypatch.setattr(branches, "THINKS", brief)


@pytest.mark.usefixtures("cheap")
def test_each_turn_to_bid_is_played_on_from_several_bids() -> None:
    """The search's choice first; the same again from the same seed."""
    found = list(decisions(1, 7))
    assert found == list(decisions(1, 7))
    assert 1 <= len(found) <= 4
    for decision in found:
        bids = [branch.bid for branch in decision.branches]
        assert len(set(bids)) == len(bids) >= 2
        assert all(0 <= branch.won <= 1 for branch in decision.branches)
        assert all(-400 < branch.points < 400 for branch in decision.branches)


@pytest.mark.usefixtures("cheap")
def test_blind_nils_are_tried_by_the_side_behind() -> None:
    """Against looking at the cards."""
    found = list(blind_decisions(2, 7))
    assert 1 <= len(found) <= 2
    for decision in found:
        assert [branch.bid for branch in decision.branches] == [BLIND, BLIND - 1]
        assert decision.place.hand == 0


@pytest.mark.usefixtures("cheap")
def test_likely_nils_are_tried_beside_the_best_count() -> None:
    """And nothing else; hands of no likely nil are passed over."""
    found = [one for number in range(3) for one in nil_decisions(number, 7)]
    assert found
    for decision in found:
        counted, nil = decision.branches
        assert (counted.bid > 0, nil.bid) == (True, 0)
        assert decision.nil is not None
        assert decision.nil.made > branches.NIL_LIKELY


@pytest.mark.usefixtures("cheap")
def test_deals_in_the_file_are_not_played_again(tmp_path: Path) -> None:
    """And a last line cut short is played anew."""
    file = tmp_path / "played.jsonl"
    bidding.play(file, range(1), tried="bids")
    whole = file.read_bytes()
    bidding.play(file, range(1), tried="bids")
    assert file.read_bytes() == whole
    file.write_bytes(whole + b'{"deal":1,"rul')
    bidding.play(file, range(1, 2), tried="bids")
    assert {decision.deal for decision in bidding.read(file)} == {0, 1}


def made_up(number: int, dice: Random) -> Decision:
    """Each trick more is worth 10 points less than the search thinks, and nils are rarely made.

    The search thinks that half of them are, and it is one of five.
    """
    hand = sum(1 << card for card in dice.sample(range(52), 13))
    place = BidPlace(hand, None, None, None, 0.2)
    tried = [
        Branch(bid, 0.5, 0.5 - 0.02 * bid + dice.gauss(0, 0.01), 0, made=False) for bid in (3, 2, 4)
    ]
    made = dice.random() < 0.2
    outlook = NilOutlook(0.5, 0.6, 0.4)
    nil = Branch(0, 0.5, (0.6 if made else 0.4) - 0.06, 0, made=made)
    return Decision(number, "challenge", place, outlook, [*tried, nil])


def test_a_fit_finds_what_was_put_into_made_up_branches() -> None:
    """The slope of the bids, the chance of nils, and that choices made by both win more."""
    dice = Random(3)
    found = [made_up(number, dice) for number in range(400)]
    blind = [
        replace(one, branches=[replace(one.branches[3], bid=BLIND), one.branches[0]])
        for one in found
    ]
    model, about = fit(found, blind)
    for bid in (2, 3):
        steps = []
        for one in found:
            values = {branch.bid: value for value, branch in corrected(one, model)}
            steps.append(values[bid] - values[bid + 1])
        assert fmean(steps) == pytest.approx(0.02, abs=0.004)
    assert model.nil_chance(found[0].place, 0.5) == pytest.approx(0.2, abs=0.06)
    assert model.nil_chance(found[0].place, 0.5, blind=True) == pytest.approx(0.2, abs=0.06)
    assert about["decisions"] == 400
    assert about["nils"] == 400
    assert set(model.bids) == set(bid_model().bids)
