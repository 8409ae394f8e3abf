"""``simulate``: play whole matches at random, to see that the rules hold and how fast."""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter
from typing import Final

from spadille.bots.bot import ask
from spadille.bots.random_bot import RandomBot
from spadille.bots.rule_bot import RuleBot
from spadille.cli.house_rules import random_rules
from spadille.core.commands import Command, StartDeal
from spadille.core.match import Match, apply, decide
from spadille.core.rules import PRESETS, RuleSet
from spadille.core.seats import Seat
from spadille.core.shuffle import SEED_BYTES, deal_hands
from spadille.core.view import view

MOST_DEALS: Final = 200
"""Odd rules let a match go on for ever; after so many deals it is left."""
WHIM: Final = 0.1
"""How often a player makes any legal move rather than a good one."""
_MOST_DIGITS: Final = 9


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Offer ``simulate``."""
    parser = subparsers.add_parser(
        "simulate",
        help="play random matches through the rules",
        description="Play whole matches, a good part of the moves at random, and tell how fast.",
    )
    parser.add_argument("--matches", type=_how_many, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--rules", choices=[*sorted(PRESETS), "random"], default="challenge")
    parser.set_defaults(run=run)


def _how_many(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else 0
    if not number:
        raise argparse.ArgumentTypeError("give a whole number, 1 or more")
    return number


def run(options: argparse.Namespace) -> int:
    """Play the matches and print the figures; give the exit code."""
    dice = Random(options.seed)  # noqa: S311 - to be repeated, not to be secret
    start = perf_counter()
    deals = commands = unfinished = 0
    for _ in range(options.matches):
        rules = random_rules(dice) if options.rules == "random" else PRESETS[options.rules]
        match, given = play_match(rules, dice)
        deals, commands = deals + len(match.sheet), commands + given
        unfinished += match.winner is None
    seconds = perf_counter() - start
    print(f"{options.matches} matches, {deals} deals, {commands} commands in {seconds:.2f} s")
    print(f"{options.matches / seconds:.1f} matches/s, {commands / seconds:.0f} commands/s")
    if unfinished:
        print(f"{unfinished} left without a winner after {MOST_DEALS} deals")
    return 0


def play_match(rules: RuleSet, dice: Random) -> tuple[Match, int]:
    """Play one match; give its last state and the number of commands."""
    match, commands = Match(rules, Seat(dice.randrange(4))), 0
    while match.winner is None and len(match.sheet) < MOST_DEALS:
        for event in decide(match, _command(match, dice)):
            match = apply(match, event)
        commands += 1
    return match, commands


def _command(match: Match, dice: Random) -> Command:
    turn = None if match.deal is None else match.deal.turn(match.rules)
    if turn is None:
        return StartDeal(deal_hands(dice.randbytes(SEED_BYTES)))
    whim = dice.random() < WHIM
    return ask(RandomBot(dice.getrandbits(32)) if whim else RuleBot(), view(match, turn))
