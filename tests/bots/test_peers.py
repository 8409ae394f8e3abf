from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from spadille.bots.arena.contest import Contest, figures, play_pair
from spadille.bots.arena.players import player
from spadille.bots.bot import ask
from spadille.bots.peers.ismcts import IsmctsBot
from spadille.bots.peers.worlds import Game, Root
from spadille.core.commands import LookAtHand, StartDeal
from spadille.core.deal import Phase
from spadille.core.match import Match, apply, decide
from spadille.core.rules import PRESETS
from spadille.core.seats import Seat
from spadille.core.shuffle import SEED_BYTES, deal_hands
from spadille.core.view import PlayerView, view

pytest.importorskip("pyspiel")

FEW = "ismcts:simulations=40"


def views(rules: str, seed: int) -> list[tuple[Match, PlayerView]]:
    """Every place of a deal in which thumb rules play, as the seat to move sees it."""
    match, bot, found = Match(PRESETS[rules], Seat.WEST), player("rules", 0), []
    for event in decide(match, StartDeal(deal_hands(Random(seed).randbytes(SEED_BYTES)))):
        match = apply(match, event)
    while match.deal is not None:
        seen = view(match, match.deal.turn(match.rules))
        found.append((match, seen))
        for event in decide(match, ask(bot, seen)):
            match = apply(match, event)
    return found


@pytest.mark.slow
def test_the_peer_plays_by_the_rules_and_better_than_chance() -> None:
    """Under both presets; an illegal move would raise."""
    for rules in ("challenge", "classic"):
        contest = Contest(a=FEW, b="random", rules=rules)
        found = figures(contest, [play_pair(contest, seed) for seed in range(4)])
        assert found.mean - found.error > 0


def test_equal_views_get_equal_answers() -> None:
    """From another player of the same seed, for bids and for cards."""
    places = views("challenge", 5)
    for _, seen in (places[0], places[2], places[8], places[30]):
        assert ask(player(FEW, 3), seen) == ask(player(FEW, 3), seen)
    bids = {ask(player("ismcts:simulations=5", seed), places[1][1]) for seed in range(30)}
    assert len(bids) > 1


@pytest.mark.parametrize("rules", ["challenge", "classic"])
def test_its_game_is_ours(rules: str) -> None:
    """Walked along a real deal, its world has the same turns, choices, and reward as ours."""
    places = views(rules, 11)
    bids = [place for place in places if place[1].public.phase is Phase.BIDDING]
    first = next(seen for _, seen in bids if seen.own is not None and seen.own.bids)
    world = Root(first, 1, Game(None, None)).here()
    deal = bids[0][0].deal
    assert deal is not None
    world.position[:4] = [hand.mask for hand in deal.hands]
    for match, seen in places:
        assert match.deal is not None
        assert seen.own is not None
        move = ask(player("rules", 0), seen)
        assert not isinstance(move, LookAtHand)
        assert world.current_player() == seen.own.seat
        assert not world.is_terminal()
        if seen.public.phase is Phase.BIDDING:
            assert world.legal_actions() == [52 + bid.tricks for bid in seen.own.bids]
            world.apply_action(52 + move.bid.tricks)  # type: ignore[union-attr]
        else:
            assert world.legal_actions() == [card.index for card in seen.own.plays]
            world.apply_action(move.card.index)  # type: ignore[union-attr]
    assert world.is_terminal()
    row = decide(places[-1][0], ask(player("rules", 0), places[-1][1]))[-1].score  # type: ignore[union-attr]
    ahead = row.sides[0].points - row.sides[1].points
    assert world.returns() == [ahead, -ahead, ahead, -ahead]


def test_the_deals_it_searches_fit_what_is_known() -> None:
    """Same place, own cards kept, the others' of the right number and without shown voids."""
    for _match, seen in views("challenge", 7)[4::9]:
        assert seen.own is not None
        assert seen.own.hand is not None
        root = Root(seen, 3, Game(None, None))
        key = root.here().observation_string()
        different = set()
        for world in root.worlds(20):
            assert world.observation_string() == key
            hands = [int(mask) for mask in world.position[:4]]
            assert hands[seen.own.seat] == seen.own.hand.mask
            assert [mask.bit_count() for mask in hands] == list(seen.public.cards_held)
            assert sum(hands) == hands[0] | hands[1] | hands[2] | hands[3]
            different.add(tuple(hands))
        assert len(different) > 1 or len(seen.own.hand) <= 2


def test_what_cannot_be_made_is_said_clearly() -> None:
    """A number that is none, a field that is none, and OpenSpiel missing."""
    bot = player("ismcts:simulations=7", 2)
    assert bot == IsmctsBot(seed=2, simulations=7)
    wrong = ("ismcts:simulations=0", "ismcts:simulations=2.5", "ismcts:rollouts=3")
    for spec in wrong:
        with pytest.raises(ValueError, match="simulations=500"):
            player(spec, 0)


def test_without_openspiel_the_arena_says_what_to_do() -> None:
    """In a Python that cannot find it."""
    program = (
        "import sys; sys.modules['pyspiel'] = None; from spadille.__main__ import main; "
        "sys.exit(main(['arena', 'ismcts', 'rules']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install spadille[peers]" in done.stderr
    assert "Traceback" not in done.stderr
