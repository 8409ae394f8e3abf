"""OpenSpiel's search over information sets, as a player of the arena."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import numpy as np

from spadille.bots.rule_bot import RuleBot
from spadille.bots.table_sense import own_view
from spadille.core.bids import BIDS
from spadille.core.cards import DECK
from spadille.core.codec import encoder

if TYPE_CHECKING:
    from spadille.bots.peers.worlds import World
    from spadille.core.bids import Bid
    from spadille.core.cards import Card
    from spadille.core.view import PlayerView

EXPLORE: Final = 100.0
"""The constant of UCT, in points: about what a contract or a nil moves a deal's result."""


@dataclass(frozen=True)
class IsmctsBot(RuleBot):
    """Bids and plays as ``open_spiel.python.algorithms.ismcts.ISMCTSBot`` says.

    The search is OpenSpiel's own, unchanged, with as many *simulations* for every bid and
    card. What it searches is ours, for OpenSpiel's game of Spades never breaks spades,
    compares its target with the points of one deal, and cannot deal the hidden cards
    again. Chosen so that the peer is as strong as it can be:

    - the true rules, from the kernel that our own players search with;
    - each simulation in a fresh deal, drawn exactly evenly from all that fit the cards
      seen, the suits shown to be out, and the cards given: the sampler of our players;
    - a reward of its side's points in the deal less the other side's, bags of the match
      included, so that setting the others is worth what it is worth;
    - an evaluation by one random rest of the play, as by OpenSpiel's own evaluator, but with
      the bids not yet made counted from the cards, for nobody bids at random (bids drawn at
      random made it neither better nor worse as far as 20 pairs of deals can show);
    - the most visited move, and perfect memory of the play in its tree.

    A blind nil and the cards of an exchange are chosen by thumb rules: its game has none.
    It sees only the view, and answers equal views alike for the same seed.
    """

    seed: int = 0
    simulations: int = 1000

    def __post_init__(self) -> None:
        """Say so at once where OpenSpiel is missing."""
        if self.simulations < 1 or self.simulations % 1:
            raise ValueError("ismcts makes 1 or more simulations, as in ismcts:simulations=500")
        if find_spec("pyspiel") is None:
            raise ValueError("ismcts needs OpenSpiel: run 'pip install spadille[peers]'")

    def bid(self, view: PlayerView) -> Bid:
        """The bid most visited."""
        from spadille.bots.peers.worlds import FIRST_BID  # noqa: PLC0415 - compiled, so when needed

        bids = own_view(view).bids
        return bids[0] if len(bids) == 1 else BIDS[self._search(view) - FIRST_BID]

    def play(self, view: PlayerView) -> Card:
        """The card most visited."""
        plays = own_view(view).plays
        return next(iter(plays)) if len(plays) == 1 else DECK[self._search(view)]

    def _search(self, view: PlayerView) -> int:
        # OpenSpiel takes a moment to load, and not everyone has it.
        import pyspiel  # noqa: PLC0415
        from open_spiel.python.algorithms import ismcts  # noqa: PLC0415

        from spadille.bots.peers.worlds import Game, Root  # noqa: PLC0415 - as above

        # Another place in the match rolls other dice, the same place the same ones.
        seed = crc32(encoder().encode(view.public), self.seed)
        kinds = pyspiel.GameType
        game = Game(kinds.Dynamics.SEQUENTIAL, kinds.Information.IMPERFECT_INFORMATION)
        root = Root(view, seed, game)
        worlds = root.worlds(self.simulations)
        here = root.here()
        bot: Any = ismcts.ISMCTSBot(
            game,
            _RandomRest(),
            uct_c=EXPLORE,
            max_simulations=self.simulations,
            random_state=np.random.RandomState(seed),
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            use_observation_string=True,
        )
        bot.set_resampler(lambda _state, _player: next(worlds))
        return int(bot.step(here))


class _RandomRest:
    """What OpenSpiel calls an evaluator."""

    def evaluate(self, world: World) -> list[int]:
        """The rewards after a random rest of the play."""
        from spadille.bots.peers.worlds import by_seat  # noqa: PLC0415 - as above

        return by_seat(world.root.ahead_at_random(world))

    def prior(self, world: World) -> list[tuple[int, float]]:
        """All legal moves alike."""
        legal = world.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]
