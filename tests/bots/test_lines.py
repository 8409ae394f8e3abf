from __future__ import annotations

import json
import pickle
import re
import shlex
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spadille.__main__ import main
from spadille.bots.arena.contest import Contest, figures, play_pair, results
from spadille.bots.arena.players import BidsLike, player
from spadille.bots.bot import Bot, ask
from spadille.bots.lines.messages import (
    PROTOCOL,
    Answer,
    Hello,
    Question,
    decode_answer,
    decode_ready,
    decode_to_program,
    encode,
    of_move,
    question,
    to_move,
)
from spadille.bots.lines.program import ProgramError, close_programs
from spadille.bots.lines.program_bot import ProgramBot
from spadille.bots.lines.serving import serve
from spadille.core.cards import Card
from spadille.core.commands import PlaceBid, PlayCard, StartDeal
from spadille.core.match import Match
from spadille.core.rules import CHALLENGE, CLASSIC, RuleSet
from spadille.core.seats import Seat
from spadille.core.shuffle import deal_hands
from spadille.core.value import replace
from spadille.core.view import PlayerView, view
from tests.kit.builders import begin, obey

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
BLINDLY = replace(CLASSIC, blind_nil_behind=None)
"""Rules under which a deal may have every kind of move."""
CHEAP = "quick:card_playouts=30,bid_playouts=30"


def program(*words: str) -> str:
    return f"cmd:{shlex.join([sys.executable, *words])}"


EXAMPLE = program(str(ROOT / "examples" / "simple_bot.py"))


def says(answer: str) -> str:
    """A program that greets properly, and answers every question with *answer*."""
    return program(
        "-c",
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['type'] == 'hello': print('{\"type\":\"ready\",\"protocol\":1}')\n"
        f"    else: {answer}\n"
        "    sys.stdout.flush()\n",
    )


@pytest.fixture(autouse=True)
def _nothing_left_running() -> Iterator[None]:
    yield
    close_programs()


def views(rules: RuleSet, bot: Bot, deals: int) -> Iterator[PlayerView]:
    """Every place of some deals in which *bot* plays, as the seat to move sees it."""
    for seed in range(deals):
        match = obey(Match(rules, Seat(seed & 3)), StartDeal(deal_hands(bytes([seed] * 32))))
        while match.deal is not None:
            seen = view(match, match.deal.turn(rules))
            yield seen
            match = obey(match, ask(bot, seen))


def test_our_players_play_the_same_through_a_process() -> None:
    """Move by move, with bids blind and seen, cards given and played, and with any seed."""
    kinds = set()
    for seed in (3, 1 << 70):
        outside = player(program("-m", "spadille", "bot", "random"), seed)
        inside = player("random", seed)
        for seen in views(BLINDLY, inside, 4):
            move = ask(inside, seen)
            kinds.add(type(move).__name__ + str(isinstance(move, PlaceBid) and move.bid.blind))
            assert ask(outside, seen) == move
    assert len(kinds) == 5


@pytest.mark.slow
def test_a_searching_player_plays_the_same_through_a_process() -> None:
    """What it searches is what the lines tell."""
    outside = player(program("-m", "spadille", "bot", CHEAP), 3)
    inside = player(CHEAP, 3)
    for seen in views(CHALLENGE, inside, 1):
        assert ask(outside, seen) == ask(inside, seen)


def test_a_contest_between_programs_is_that_between_players() -> None:
    """On workers of a pool, each of which starts its own."""
    contest = Contest(a=program("-m", "spadille", "bot", "rules"), b="random", seed=4)
    same = Contest(a="rules", b="random", seed=4)
    margins = [pair.margin for pair in results(contest, 4, 2, None)]
    assert margins == [play_pair(same, seed).margin for seed in range(4, 8)]


def test_the_example_plays_by_the_rules_and_well() -> None:
    """Under every kind of question."""
    for rules in ("challenge", "classic"):
        contest = Contest(a=EXAMPLE, b="random", rules=rules)
        found = figures(contest, [play_pair(contest, seed) for seed in range(6)])
        assert found.mean - found.error > 0
    bot, again = player(EXAMPLE, 1), pickle.loads(pickle.dumps(player(EXAMPLE, 1)))  # noqa: S301
    for seen in views(BLINDLY, player("random", 1), 3):
        assert ask(bot, seen) == ask(again, seen)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("print('hello')", "line 2 of its output: 'hello' is no answer"),
        ("print('{\"id\": 1}')", "missing required field `move`"),
        ('print(\'{"id": 7, "move": "3"}\')', "it answers question 7, and 1 was asked"),
        ('print(\'{"id": 1, "move": "S1"}\')', "'S1' is none of the legal moves: 0, 1, 2"),
        ('print(\'{"id": 1, "move": ["3", "4"]}\')', "give 1 different of the moves, not 2"),
        ("print('x' * 99999)", "is no answer"),
        ("sys.exit(3)", r"line 2 of its output: the program ended \(exit code 3\)"),
        ("pass", "nothing came within 0.2 seconds, .* flush each line"),
    ],
)
def test_a_bad_answer_stops_the_arena_and_is_explained(answer: str, told: str) -> None:
    """With the line, what was wrong, and what to print."""
    seconds = 0.2 if answer == "pass" else 30.0
    bot = player(says(answer), 0, seconds)
    with pytest.raises(ProgramError, match=told) as raised:
        ask(bot, view(begin(), Seat.NORTH))
    assert pickle.loads(pickle.dumps(raised.value)).args == raised.value.args  # noqa: S301


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("cmd:", "no program"),
        ("cmd:no-such-program-here", "cannot be started"),
        ("cmd:unpaired '", "quotation"),
        (program("-c", "pass"), "the program ended"),
        (program("-c", 'print(\'{"type":"ready","protocol":9}\')'), "speaks protocol 9"),
        (says("print(7)"), "7"),
    ],
)
def test_the_command_tells_what_is_wrong_with_a_program(
    command: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether it fails in this process or in a worker."""
    for workers in ("1", "2"):
        given = ["arena", command, "random", "--pairs", "2", "--workers", workers]
        assert main(given) == 1
        assert told in capsys.readouterr().err


def test_how_programs_are_named() -> None:
    """Slashes in a command part no players; a bidder may stand before."""
    assert player("cmd:python bots/mine.py", 3, 5.0) == ProgramBot("python bots/mine.py", 3, 5.0)
    mixed = player("rules/cmd:python bots/mine.py", 3)
    assert isinstance(mixed, BidsLike)
    assert mixed.cards == ProgramBot("python bots/mine.py", 3)
    contest = Contest(a=EXAMPLE, b="random", bidder=program("-m", "spadille", "bot", "rules"))
    assert play_pair(contest, 1).a.bid == play_pair(Contest(a="rules", b="random"), 1).a.bid


def test_time_must_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    """More than none."""
    with pytest.raises(SystemExit):
        main(["arena", "rules", "rules", "--seconds", "0"])
    assert "above 0" in capsys.readouterr().err


def test_every_move_is_told_and_read_back() -> None:
    """Of every kind, in lines that hold nothing but the view."""
    for number, seen in enumerate(views(BLINDLY, player("random", 5), 3)):
        assert seen.own is not None
        asked = question(number, 5, seen)
        assert decode_to_program(encode(asked)) == asked
        move = ask(player("rules", 0), seen)
        assert to_move(asked, seen.own, Answer(number, of_move(move))) == move


def test_serving_answers_with_reasons_and_refuses_what_is_no_question() -> None:
    """A greeting, a question, and then nonsense, which is named by its line."""
    hello = encode(Hello(PROTOCOL, CHALLENGE, 10.0))
    asked = encode(question(8, 0, view(begin(), Seat.NORTH)))
    out = BytesIO()
    with pytest.raises(ValueError, match="line 3 is neither"):
        serve(
            "rules",
            lambda seed: player("rules", seed),
            BytesIO(b"\n".join([hello, asked, b"?"])),
            out,
        )
    ready, answer = (json.loads(line) for line in out.getvalue().splitlines())
    assert ready == {"type": "ready", "protocol": 1, "name": "rules"}
    assert (answer["id"], answer["move"]) == (8, "2")
    assert "tricks" in answer["reason"]
    later = BytesIO(encode(Hello(PROTOCOL + 1, CHALLENGE, 10.0)))
    with pytest.raises(ValueError, match="protocol 2 is asked for"):
        serve("rules", lambda seed: player("rules", seed), later, out)


@pytest.mark.parametrize("spec", ["cheat", "rules/cheat", "nobody", EXAMPLE])
def test_only_players_of_views_are_served(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The others are refused before a question is read."""
    assert main(["bot", spec]) == 2
    assert capsys.readouterr().err.strip()


def test_the_page_shows_lines_as_they_are() -> None:
    """What docs/bots.md says to a program, and what a program says, is read as it stands."""
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    hello, ready, asked, answer = (block.encode() for block in blocks)
    greeting, shown = decode_to_program(hello), decode_to_program(asked)
    assert isinstance(greeting, Hello)
    assert isinstance(shown, Question)
    assert (greeting.protocol, greeting.rules) == (PROTOCOL, CHALLENGE)
    assert decode_ready(ready).protocol == PROTOCOL
    assert shown == question(shown.id, shown.seed, shown.view)
    assert shown.view.own is not None
    assert to_move(shown, shown.view.own, decode_answer(answer)) == PlayCard(Seat.SOUTH, Card.H3)


def test_a_program_that_ends_by_itself_leaves_no_trace() -> None:
    """Once its input ends: the exit code is that of a good end."""
    done = subprocess.run(
        [sys.executable, "-m", "spadille", "bot", "rules"],
        input=encode(Hello(PROTOCOL, CHALLENGE, 1.0)) + b"\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["type"] == "ready"
