"""Spades for four agents, as PettingZoo's agent-environment cycle."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING, Any, Final

from gymnasium.spaces import Box, Dict, Discrete
from numpy import int8
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from spadille.core.cards import CardSet
from spadille.core.commands import Command, StartDeal
from spadille.core.match import Match, apply, decide
from spadille.core.rules import PRESETS, RuleSet
from spadille.core.seats import SEATS, Seat
from spadille.core.shuffle import SEED_BYTES, deal_hands
from spadille.core.validation import checked
from spadille.core.view import PlayerView, view
from spadille.env.actions import ACTIONS, action_mask, move_of
from spadille.env.observing import bounds, observation
from spadille.env.picture import picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Observation = dict[str, NDArray[Any]]

AGENTS: Final = tuple(f"player_{seat.value}" for seat in SEATS)
"""North, east, south, west; the even ones are partners, and the odd ones."""
MODES: Final = ["human", "ansi"]
MOST_DEALS: Final = 100
"""A whole match is cut short after so many deals: players at random may never end it."""


def env(
    rules: RuleSet | str = "challenge", *, deals: int | None = 1, render_mode: str | None = None
) -> OrderEnforcingWrapper:
    """A `SpadesEnv` that also complains when it is used before its reset."""
    return OrderEnforcingWrapper(SpadesEnv(rules, deals=deals, render_mode=render_mode))


class SpadesEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """Spades under any rules, for so many *deals* (``None``: a whole match).

    *rules* is a rule set or the name of a preset. An observation is a dictionary of
    ``observation``, the numbers of `spadille.env.observing.FIELDS`, and ``action_mask``,
    1 for each legal action of `spadille.env.actions`. When a deal ends, each agent is
    rewarded with the points of its side in the deal less those of the other side, so that
    all rewards add up to nothing; else rewards are 0. A whole match is truncated after
    100 deals. Equal seeds of `reset` deal equal cards.

    `step` raises `ValueError` for an action that is not legal; PettingZoo's
    ``TerminateIllegalWrapper`` makes it a loss instead.
    """

    metadata: Final = {
        "name": "spadille_v1",
        "render_modes": MODES,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: RuleSet | str = "challenge",
        *,
        deals: int | None = 1,
        render_mode: str | None = None,
    ) -> None:
        """Raise `ValueError`, telling what to give, for rules or modes that are none."""
        super().__init__()
        self.rules: Final = _rules(rules)
        if deals is not None and deals < 1:
            raise ValueError("deals must be 1 or more, or None for a whole match")
        if render_mode not in {None, *MODES}:
            raise ValueError(f"render_mode {render_mode!r} is none of None, 'human', 'ansi'")
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._deals = deals
        self._chance = Random()  # noqa: S311 - to be repeated, not to be secret
        self._match = Match(self.rules, Seat.NORTH)
        self._giving = CardSet()
        low, high = bounds()
        self._observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(low, high),
                    "action_mask": Box(0, 1, (ACTIONS,), int8),
                }
            )
            for agent in AGENTS
        }
        self._action_spaces = {agent: Discrete(ACTIONS) for agent in AGENTS}

    def observation_space(self, agent: str) -> Dict:
        """The same for all."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """The same for all."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's signature
        """Begin again; without *seed*, with other cards than before."""
        if seed is not None:
            self._chance = Random(seed)  # noqa: S311 - as above
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self._match = Match(self.rules, SEATS[self._chance.randrange(4)])
        self._giving = CardSet()
        self._deal()

    def view(self, agent: str) -> PlayerView:
        """All that *agent* may know, as Spadille's own players get it."""
        return view(self._match, SEATS[AGENTS.index(agent)])

    def observe(self, agent: str) -> Observation:
        """What *agent* sees; nothing of it depends on what is hidden from it."""
        seen = self.view(agent)
        mine = self._giving if seen.public.turn is SEATS[AGENTS.index(agent)] else CardSet()
        return {"observation": observation(seen, mine), "action_mask": action_mask(seen, mine)}

    def step(self, action: int | None) -> None:
        """Make the move of the agent selected; ``None`` for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._act(agent, action)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as text, all hands open: printed for ``human``, else returned."""
        text = picture(self._match)
        if self.render_mode != "human":
            return text
        sys.stdout.write(text)
        sys.stdout.flush()
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def _act(self, agent: str, action: int | None) -> None:
        seen = self.view(agent)
        mask = action_mask(seen, self._giving)
        if action is None or not 0 <= action < ACTIONS or not mask[action]:
            legal = ", ".join(map(str, mask.nonzero()[0]))
            raise ValueError(f"action {action} of {agent} is not legal; these are: {legal}")
        move = move_of(int(action), seen, self._giving)
        if move is None:
            self._giving |= CardSet(1 << int(action))
            return
        self._giving = CardSet()
        self._obey(move)
        if self._match.deal is None:
            self._end_deal()
        else:
            self._select()

    def _obey(self, command: Command) -> None:
        for event in decide(self._match, command):
            self._match = apply(self._match, event)

    def _deal(self) -> None:
        self._obey(StartDeal(deal_hands(self._chance.randbytes(SEED_BYTES))))
        self._select()

    def _select(self) -> None:
        assert self._match.deal is not None
        turn = self._match.deal.turn(self.rules)
        assert turn is not None
        self.agent_selection = AGENTS[turn]

    def _end_deal(self) -> None:
        row = self._match.sheet[-1]
        ahead = row.sides[0].points - row.sides[1].points
        self.rewards = dict(zip(AGENTS, (ahead, -ahead, ahead, -ahead), strict=True))
        number = len(self._match.sheet)
        if self._match.winner is not None or number == self._deals:
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self._deals is None and number == MOST_DEALS:
            self.truncations = dict.fromkeys(AGENTS, True)
        else:
            self._deal()


def _rules(rules: RuleSet | str) -> RuleSet:
    if isinstance(rules, str):
        if rules not in PRESETS:
            raise ValueError(f"no rules {rules!r}: give a RuleSet, or one of {', '.join(PRESETS)}")
        return PRESETS[rules]
    return checked(rules)
