"""``bot``: one of our computer players as a program that other arenas can use."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from spadille.bots.arena.baselines import CheatBot
from spadille.bots.arena.players import NAMES, PROGRAM, BidsLike, player
from spadille.bots.levels import LEVELS
from spadille.bots.lines.serving import serve
from spadille.bots.search_bot import SearchBot
from spadille.bots.warming import warm_up

if TYPE_CHECKING:
    import argparse

    from spadille.bots.bot import Bot


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Offer ``bot``."""
    parser = subparsers.add_parser(
        "bot",
        help="a computer player that answers in JSON lines",
        description="Read questions from standard input and write moves to standard output, one "
        "line of JSON each, as docs/bots.md tells. Players: those of the arena but cheat: "
        f"{', '.join(name for name in NAMES if name != 'cheat')}.",
    )
    parser.add_argument("level", metavar="LEVEL", help=f"{', '.join(LEVELS)}, rules, ...")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Answer until the input ends; give the exit code."""
    spec: str = options.level
    try:
        if isinstance(_checked(spec), SearchBot):
            warm_up()
        serve(spec, lambda seed: player(spec, seed), sys.stdin.buffer, sys.stdout.buffer)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    except (KeyboardInterrupt, BrokenPipeError):
        return 0
    return 0


def _checked(spec: str) -> Bot:
    """One player of *spec*, to see early that there is one which needs a view alone."""
    if PROGRAM in spec:
        raise ValueError("that is a program already: run it as it is")
    bot = player(spec, 0)
    parts = (bot.bidder, bot.cards) if isinstance(bot, BidsLike) else (bot,)
    if any(isinstance(part, CheatBot) for part in parts):
        raise ValueError("cheat looks into all hands, which no question tells: choose another")
    return bot
