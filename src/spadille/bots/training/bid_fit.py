"""Fits the bid model to branches that were played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from spadille.bots.bid_model import BidModel
from spadille.bots.bid_place import BID_FEATURES, NIL_FEATURES, bid_features, nil_features
from spadille.bots.kernel.layout import BLIND
from spadille.bots.levels import QUICK
from spadille.core.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.bots.kernel.jit import Floats
    from spadille.bots.training.branches import Branch, Decision

RIDGES: Final = (3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)
"""In decisions at the usual stake: so many speak against any correction."""
USUAL_STAKE: Final = 0.18
NIL_RIDGE: Final = 5.0
FOLDS: Final = 5
STEPS: Final = 30
"""Newton's steps: far more than the few it takes."""


def fit(
    decisions: Sequence[Decision], blind: Sequence[Decision]
) -> tuple[BidModel, dict[str, Any]]:
    """The model, and figures that tell how well it does on deals it was not fitted to."""
    x, y, deals = _excess(decisions)
    errors = {ridge: _error(x, y, deals, ridge) for ridge in RIDGES}
    ridge = min(RIDGES, key=lambda one: errors[one])
    model = _model(decisions, blind, ridge)
    nils = [nil for one in decisions if (nil := _nil_of(one))]
    about: dict[str, Any] = {
        "decisions": len(decisions),
        "branches": sum(len(one.branches) for one in decisions),
        "ridge": ridge,
        "held_out_error": {str(one): round(errors[one], 5) for one in RIDGES},
        "held_out_gain": _held_out(decisions, ridge),
        "nils": len(nils),
        "nils_made": sum(nil.made for nil in nils),
        "nil_table": _nil_table(decisions, model),
        "blind_nils": len(blind),
        "blind_nils_made": sum(one.branches[0].made for one in blind),
        "blind_nils_searched": round(sum(one.nil.made for one in blind if one.nil), 1),
    }
    return model, about


def _model(decisions: Sequence[Decision], blind: Sequence[Decision], ridge: float) -> BidModel:
    return BidModel(
        _named(BID_FEATURES, _ridge(*_excess(decisions)[:2], ridge)),
        _named(NIL_FEATURES, _fit_nil(decisions, len(NIL_FEATURES))),
        _named(NIL_FEATURES[:2], _fit_nil(blind, 2)),
    )


def _named(names: Sequence[str], weights: Floats) -> dict[str, float]:
    return {name: round(float(weight), 5) for name, weight in zip(names, weights, strict=True)}


def _nil_of(decision: Decision) -> Branch | None:
    return next((one for one in decision.branches if one.bid == 0), None)


def _excess(decisions: Sequence[Decision]) -> tuple[Floats, Floats, Floats]:
    """By branch: features, what it brought beyond the search's value, and its deal.

    Each less the mean of its decision, so that what all bids of a deal share cancels.
    """
    rows, goals, deals = [], [], []
    for one in decisions:
        counted = [branch for branch in one.branches if branch.bid > 0]
        if len(counted) < 2:  # noqa: PLR2004 - nothing to compare
            continue
        features = np.array([bid_features(one.place, b.bid, b.predicted) for b in counted])
        excess = np.array([b.won - b.predicted for b in counted])
        rows.append(one.place.stake * (features - features.mean(axis=0)))
        goals.append(excess - excess.mean())
        deals.append(np.full(len(counted), float(one.deal)))
    return np.concatenate(rows), np.concatenate(goals), np.concatenate(deals)


def _ridge(x: Floats, y: Floats, ridge: float) -> Floats:
    penalty = ridge * USUAL_STAKE**2 * np.eye(x.shape[1])
    weights: Floats = np.linalg.solve(x.T @ x + penalty, x.T @ y).astype(np.float64)
    return weights


def _error(x: Floats, y: Floats, deals: Floats, ridge: float) -> float:
    """The mean squared error on deals left out, as a share of that without a correction."""
    total = 0.0
    for fold in range(FOLDS):
        out = deals % FOLDS == fold
        weights = _ridge(x[~out], y[~out], ridge)
        total += float(((y[out] - x[out] @ weights) ** 2).sum())
    return total / float((y**2).sum())


def _fit_nil(decisions: Sequence[Decision], width: int) -> Floats:
    """Logistic regression, held near what the search says."""
    prior = np.zeros(width)
    prior[1] = 1.0
    rows, goals = [], []
    for one in decisions:
        tried = [branch for branch in one.branches if branch.bid in (0, BLIND)]
        if tried and one.nil is not None:
            rows.append(nil_features(one.place, one.nil.made)[:width])
            goals.append(float(tried[0].made))
    if not rows:
        return prior
    x, y = np.array(rows), np.array(goals)
    weights: Floats = prior.copy()
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-x @ weights))
        slope = x.T @ (y - chance) - NIL_RIDGE * (weights - prior)
        bend = (x.T * (chance * (1 - chance))) @ x + NIL_RIDGE * np.eye(width)
        weights += np.linalg.solve(bend, slope)
    return weights


def corrected(decision: Decision, model: BidModel) -> list[tuple[float, Branch]]:
    """The branches with their corrected values; that of a nil less what it must be better by."""
    place, found = decision.place, []
    anchor = next((b for b in decision.branches if b.bid > 0), None)
    base = 0.0 if anchor is None else model.correction(place, anchor.bid, anchor.predicted)
    for branch in decision.branches:
        if branch.bid > 0:
            value = branch.predicted + model.correction(place, branch.bid, branch.predicted) - base
        elif decision.nil is not None:
            chance = model.nil_chance(place, decision.nil.made)
            points = PRESETS[decision.rules].nil_points or 0
            care = QUICK.nil_care * place.stake / USUAL_STAKE
            value = decision.nil.value(chance) - care * points / 100
        else:
            value = branch.predicted
        found.append((value, branch))
    return found


def _held_out(decisions: Sequence[Decision], ridge: float) -> dict[str, str]:
    """What corrected choices won beyond the search's, by deal, as points at the usual stake."""
    by_all: dict[int, float] = {}
    by_counts: dict[int, float] = {}
    for fold in range(FOLDS):
        model = _model([one for one in decisions if one.deal % FOLDS != fold], [], ridge)
        for one in (one for one in decisions if one.deal % FOLDS == fold):
            found = corrected(one, model)
            _add(by_all, one.deal, max(found, key=_value)[1], _searched(one))
            counted = [pair for pair in found if pair[1].bid > 0]
            if len(counted) > 1:
                _add(by_counts, one.deal, max(counted, key=_value)[1], counted[0][1])
    return {"all": _mean_of(by_all), "without_nils": _mean_of(by_counts)}


def _value(pair: tuple[float, Branch]) -> float:
    return pair[0]


def _add(gains: dict[int, float], deal: int, chosen: Branch, before: Branch) -> None:
    gains[deal] = gains.get(deal, 0.0) + (chosen.won - before.won) / USUAL_STAKE * 100


def _searched(decision: Decision) -> Branch:
    """What the search would have bid, with its margin for nils."""
    best = max(decision.branches, key=lambda branch: branch.predicted)
    counted = decision.branches[0]
    margin = QUICK.nil_margin * (PRESETS[decision.rules].nil_points or 0) / 100
    return best if best.bid == 0 and best.predicted - counted.predicted >= margin else counted


def _mean_of(gains: dict[int, float]) -> str:
    values = np.array(list(gains.values()))
    return f"{values.mean():+.2f} ± {1.96 * values.std() / np.sqrt(len(values)):.2f}"


def _nil_table(decisions: Sequence[Decision], model: BidModel) -> list[str]:
    """Nils by the chance of the search: how many, the share made, the mean of the model."""
    lines = []
    nils = [(one, nil) for one in decisions if (nil := _nil_of(one)) and one.nil]
    for low in np.arange(0.3, 1.0, 0.1):
        here = [
            (one.nil.made, nil.made, model.nil_chance(one.place, one.nil.made))
            for one, nil in nils
            if one.nil and low <= one.nil.made < low + 0.1
        ]
        if here:
            searched, made, modelled = np.mean(here, axis=0)
            lines.append(
                f"{len(here)}: search {searched:.2f}, made {made:.2f}, model {modelled:.2f}"
            )
    return lines
