from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from spadille.bots.arena.players import player
from spadille.bots.bot import ask
from spadille.core.deal import Phase
from spadille.core.match import Match
from spadille.core.rules import CHALLENGE, CLASSIC, Bidding, RuleSet
from spadille.core.value import replace

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from spadille.env import SpadesEnv, env
from spadille.env.actions import LOOK_ACTION, actions_of
from spadille.env.observing import FIELDS, SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

BLINDLY = replace(CLASSIC, blind_nil_behind=None)
"""Rules under which a deal may have every kind of move."""
UNUSUAL = (
    BLINDLY,
    replace(CHALLENGE, bidding=Bidding.SUICIDE, no_total_of_thirteen=True),
    replace(CHALLENGE, bidding=Bidding.WHIZ, boston=True),
)


def by_field(numbers: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """An observation cut into its fields."""
    ends = np.cumsum(list(FIELDS.values()))[:-1]
    return dict(zip(FIELDS, np.split(numbers, ends), strict=True))


def played_by(spades: SpadesEnv, name: str, seed: int) -> Iterator[str]:
    """Every agent in turn, while players called *name* act for all."""
    bot = player(name, seed)
    spades.reset(seed=seed)
    for agent in spades.agent_iter():
        yield agent
        if spades.terminations[agent] or spades.truncations[agent]:
            spades.step(None)
            continue
        seen = spades.view(agent)
        assert seen.public.turn is not None
        assert agent == f"player_{seen.public.turn.value}"
        for action in actions_of(ask(bot, seen)):
            assert spades.agent_selection == agent
            spades.step(action)


@pytest.mark.parametrize("rules", ["challenge", *UNUSUAL], ids=lambda rules: str(rules)[:9])
@pytest.mark.parametrize("deals", [1, 3])
def test_it_passes_pettingzoos_own_tests(rules: RuleSet | str, deals: int) -> None:
    """Both that of the interface and that of the seeds."""
    with warnings.catch_warnings():
        # A dictionary with a mask is how PettingZoo's own card games observe too; the mask
        # of an agent whose game is over is empty.
        for known in ("not a NumPy array", "probably should be", "all zeros"):
            warnings.filterwarnings("ignore", message=f".*{known}")
        api_test(env(rules, deals=deals), num_cycles=300)
        seed_test(lambda: env(rules, deals=deals), num_cycles=200)


def test_rewards_are_the_points_ahead_of_each_deal() -> None:
    """They add up to nothing at any time, and over the deals to the score."""
    spades = SpadesEnv(deals=3)
    total, times, ahead = np.zeros(4), 0, 0
    for agent in played_by(spades, "rules", 5):
        rewards = [spades.rewards[name] for name in spades.agents]
        assert sum(rewards) == 0 or len(rewards) < 4
        if len(rewards) == 4 and any(rewards):
            total += rewards
            times += 1
        north_south, east_west = spades.view(agent).public.scores
        ahead = north_south.points - east_west.points
    assert times == 3
    assert list(total) == [ahead, -ahead, ahead, -ahead]
    assert spades.agents == []


def test_a_whole_match_ends_with_its_winner() -> None:
    """Or is cut short, where nobody ever wins."""
    spades = SpadesEnv(deals=None)
    ends = 0
    for agent in played_by(spades, "rules", 1):
        assert spades.terminations[agent] == (spades.view(agent).public.winner is not None)
        ends += spades.terminations[agent]
    assert ends == 4
    endless = SpadesEnv(replace(CHALLENGE, target=2000, losing_score=None), deals=None)
    cut = [endless.truncations[agent] for agent in played_by(endless, "random", 1)]
    assert sum(cut) == 4
    assert not any(cut[:-4])


@pytest.mark.parametrize("rules", [CHALLENGE, *UNUSUAL], ids=["challenge", "blind", "2", "3"])
def test_the_mask_has_what_the_players_may_do(rules: RuleSet) -> None:
    """At every turn, and nothing out of turn."""
    spades = SpadesEnv(rules, deals=4)
    phases, looked = set(), False
    for agent in played_by(spades, "random", 2):
        if spades.terminations[agent]:
            continue
        seen = spades.view(agent)
        assert seen.own is not None
        phases.add(seen.public.phase)
        legal = spades.observe(agent)["action_mask"].nonzero()[0]
        if seen.public.phase is Phase.PASSING:
            assert seen.own.hand is not None
            assert list(legal) == [card.index for card in seen.own.hand]
        else:
            assert len(legal) == len(seen.own.plays) + len(seen.own.bids) + seen.own.may_look
        looked |= LOOK_ACTION in legal
        for other in set(spades.agents) - {agent}:
            assert not spades.observe(other)["action_mask"].any()
    assert looked == (rules is BLINDLY)
    assert (Phase.PASSING in phases) == (rules is BLINDLY)


def test_an_observation_tells_what_the_view_tells() -> None:
    """Field by field, with the seats counted from the observer."""
    spades = SpadesEnv(BLINDLY, deals=4)
    gifts = 0
    for agent in played_by(spades, "random", 2):
        seen = spades.view(agent)
        own, public = seen.own, seen.public
        assert own is not None
        numbers = spades.observe(agent)["observation"]
        assert numbers.shape == (SIZE,)
        fields = by_field(numbers)
        assert list(fields["hand"].nonzero()[0]) == [card.index for card in own.hand or ()]
        assert list(fields["giving"].nonzero()[0]) == [card.index for card in own.gave or ()]
        assert list(fields["received"].nonzero()[0]) == [card.index for card in own.received or ()]
        gifts += bool(own.gave)
        for step in range(4):
            seat = own.seat.after(step)
            tricks = (*public.tricks, public.trick)
            cards = {
                card.index
                for trick in tricks
                for place, card in enumerate(trick.cards)
                if trick.leader.after(place) is seat
            }
            assert set(fields["played"].reshape(4, 52)[step].nonzero()[0]) == cards
            bid = public.bids[seat]
            told = fields["bids"].reshape(4, 15)[step]
            assert told.sum() == (bid is not None)
            assert bid is None or told[14 if bid.blind else bid.tricks] == 1
            assert fields["won"][step] * 13 == pytest.approx(public.tricks_won[seat])
        assert own.seat.after(int(fields["dealer"].argmax())) is public.dealer
        on_table = fields["table"].reshape(4, 52).nonzero()[1]
        assert set(on_table) == {card.index for card in public.trick.cards}
        ours = public.scores[own.seat.side].points
        assert fields["points"][0] == pytest.approx(np.clip(ours / 500, -4, 4))
    assert gifts


def test_nothing_hidden_is_observed() -> None:
    """Two deals that differ in the others' cards alone look the same."""
    spades = SpadesEnv()
    spades.reset(seed=3)
    agent = spades.agent_selection
    before = spades.observe(agent)
    deal = spades._match.deal
    assert deal is not None
    seat = int(agent[-1])
    hands = list(deal.hands)
    hands[(seat + 1) % 4], hands[(seat + 2) % 4] = hands[(seat + 2) % 4], hands[(seat + 1) % 4]
    north, east, south, west = hands
    swapped = replace(deal, hands=(north, east, south, west))
    spades._match = Match(spades._match.rules, spades._match.dealer, swapped)
    for key, value in spades.observe(agent).items():
        assert (value == before[key]).all()


def test_cards_are_given_one_by_one() -> None:
    """A card picked shows as given and may not be picked again; nobody else sees it yet."""
    spades = SpadesEnv(BLINDLY)
    for agent in played_by(spades, "random", 2):
        if spades.view(agent).public.phase is Phase.PASSING:
            break
    first = int(spades.observe(agent)["action_mask"].argmax())
    spades.step(first)
    assert spades.agent_selection == agent
    after = spades.observe(agent)
    assert not after["action_mask"][first]
    assert by_field(after["observation"])["giving"].nonzero()[0] == [first]
    partner = f"player_{(int(agent[-1]) + 2) % 4}"
    assert not by_field(spades.observe(partner)["observation"])["received"].any()
    with pytest.raises(ValueError, match=f"action {first} of {agent} is not legal; these are:"):
        spades.step(first)
    spades.step(int(after["action_mask"].argmax()))
    assert by_field(spades.observe(partner)["observation"])["received"].sum() == 2


def test_it_is_shown_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    """Printed at every step, or returned."""
    spades = SpadesEnv(render_mode="human")
    for _ in played_by(spades, "rules", 1):
        pass
    shown = capsys.readouterr().out
    assert shown.count("trick 13, led by") == 4
    assert "deal 1, NS " in shown
    spades = SpadesEnv("classic", render_mode="ansi")
    spades.reset(seed=1)
    text = spades.render()
    assert text is not None
    assert "> " in text
    assert text.count("\n") == 6
    spades.close()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"rules": "bridge"}, "challenge, classic"),
        ({"rules": replace(CHALLENGE, exchange_cards=2)}, "exchange_cards: "),
        ({"deals": 0}, "1 or more, or None"),
        ({"render_mode": "rgb_array"}, "none of None, 'human', 'ansi'"),
    ],
)
def test_options_that_cannot_be_are_explained(options: dict[str, object], told: str) -> None:
    """When it is made."""
    with pytest.raises(ValueError, match=told):
        SpadesEnv(**options)  # type: ignore[arg-type]


def test_the_example_of_the_page_runs() -> None:
    """As it stands in docs/bots.md: it plays a deal to its end."""
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)  # noqa: S102 - our own page
    assert names["spades"].agents == []


def test_without_pettingzoo_it_says_what_to_do() -> None:
    """In a Python that cannot find it."""
    program = "import sys; sys.modules['pettingzoo'] = None; import spadille.env"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert "pip install spadille[env]" in done.stderr
