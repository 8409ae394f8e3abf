from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spadille.__main__ import main
from spadille.bots.arena.contest import Contest, Pair, figures, play_pair, results
from spadille.bots.arena.players import BidsLike, player
from spadille.bots.arena.playing import SideTally
from spadille.bots.levels import QUICK
from spadille.bots.search_bot import SearchBot
from spadille.bots.warming import warm_up

if TYPE_CHECKING:
    from pathlib import Path

CHEAP = "quick:card_playouts=30,bid_playouts=30"


def test_a_player_is_level_with_itself() -> None:
    """With the seats swapped on the same deals, equal players differ by exactly nothing."""
    pairs = [play_pair(Contest(a="rules", b="rules"), seed) for seed in range(5)]
    assert [pair.margin for pair in pairs] == [0.0] * 5


def test_thumb_rules_beat_chance() -> None:
    """By far, and the figures say so."""
    contest = Contest(a="rules", b="random", bidder="rules")
    found = figures(contest, [play_pair(contest, seed) for seed in range(10)])
    assert found.mean - found.error > 0
    assert found.a.deals == found.b.deals == 20
    assert found.a.bid == found.b.bid


def test_a_match_pair_gives_the_share_that_was_won() -> None:
    """Each of the two matches counts a half."""
    pair = play_pair(Contest(a="rules", b="random", matches=True), 3)
    assert pair.margin in {0.0, 0.25, 0.5, 0.75, 1.0}
    assert pair.a.deals > 2


def test_results_are_kept_and_gone_on_from(tmp_path: Path) -> None:
    """Pairs in the file are not played again, and a torn last line is."""
    file = tmp_path / "kept.jsonl"
    contest = Contest(a="rules", b="random")
    first = list(results(contest, 2, 1, file))
    file.write_bytes(file.read_bytes()[:-20])
    again = list(results(contest, 3, 1, file))
    assert again[0] == first[0]
    assert [pair.seed for pair in again] == [0, 1, 2]
    assert list(results(contest, 3, 1, file)) == again
    with pytest.raises(ValueError, match="another contest"):
        list(results(Contest(a="rules", b="bis"), 1, 1, file))


def test_players_are_named() -> None:
    """By a name, with fields changed, or with the bids of another."""
    bot = player("quick:tries=1,plays_score=false", 4)
    assert isinstance(bot, SearchBot)
    assert (bot.level.tries, bot.level.plays_score, bot.level.card_playouts) == (
        1,
        False,
        QUICK.card_playouts,
    )
    assert isinstance(player("bis/flat", 0), BidsLike)
    with pytest.raises(ValueError, match="names no player"):
        player("nobody", 0)
    for spec in ("quick:tries", "quick:trials=1", 'quick:tries="many"'):
        with pytest.raises(ValueError, match="is not understood"):
            player(spec, 0)


def test_bags_are_charged_their_share_of_the_penalty() -> None:
    """A pair is two deals: two bags more in it are one more a deal, which costs ten points."""
    contest = Contest(a="rules", b="random")
    pair = Pair(1, 5.0, SideTally(deals=2, bags=3), SideTally(deals=2, bags=1))
    found = figures(contest, [pair])
    assert (found.mean, found.charged) == (5.0, -5.0)
    matches = figures(Contest(a="rules", b="random", matches=True), [pair])
    assert matches.charged == matches.mean


def test_the_command_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    """With the figures people ask for."""
    assert main(["arena", "bis", "rules", "random", "--pairs", "2", "--workers", "1"]) == 0
    assert capsys.readouterr().out.count("points a deal, 2 pairs") == 2
    assert main(["arena", "rules", "rules", "--pairs", "1", "--workers", "1", "--json"]) == 0
    assert '"nils_made"' in capsys.readouterr().out


def test_a_page_is_written_from_the_results_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the command that plays each contest again."""
    command = ["arena", "rules", "random", "--pairs", "2", "--seed", "7", "--same-bids", "bis"]
    assert main([*command, "--workers", "1", "--save", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["arena", "--report", str(tmp_path)]) == 0
    assert f"`python -m spadille {' '.join(command)}`" in capsys.readouterr().out


@pytest.mark.slow
def test_every_player_plays_a_deal() -> None:
    """Also the ones that think, the one that sees all, and under both presets."""
    warm_up()
    for name in ("flat", "cheat", CHEAP, "quick:card_playouts=0", "beginner"):
        for rules in ("challenge", "classic"):
            assert play_pair(Contest(a=name, b="rules", rules=rules), 1).a.deals == 2
