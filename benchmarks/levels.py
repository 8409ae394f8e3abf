"""How long each level thinks, on one core: ``python -m benchmarks.levels``.

Every level plays whole deals with itself. Times are of the processor, so that what else runs
on the machine counts little. The clock that stops a level in play is left out, so that the
slowest moves show what it cuts; with ``--clock`` it runs.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from spadille.bots.bot import ask
from spadille.bots.levels import LEVELS
from spadille.bots.search_bot import SearchBot
from spadille.core.commands import PlayCard, StartDeal
from spadille.core.match import Match, apply, decide
from spadille.core.rules import CHALLENGE
from spadille.core.seats import SEATS
from spadille.core.shuffle import SEED_BYTES, deal_hands
from spadille.core.value import replace
from spadille.core.view import view

if TYPE_CHECKING:
    from spadille.bots.bot import Bot

UNTIMED = 60.0
"""Seconds: longer than any level thinks."""


def times_of(bot: Bot, seed: int) -> tuple[list[float], list[float]]:
    """Milliseconds for each bid and each card of one deal that *bot* plays with itself."""
    bids: list[float] = []
    cards: list[float] = []
    match = Match(CHALLENGE, SEATS[seed & 3])
    for event in decide(match, StartDeal(deal_hands(Random(seed).randbytes(SEED_BYTES)))):
        match = apply(match, event)
    while match.deal is not None:
        seat = match.deal.turn(CHALLENGE)
        assert seat is not None
        seen = view(match, seat)
        begun = process_time()
        move = ask(bot, seen)
        spent = (process_time() - begun) * 1000
        (cards if isinstance(move, PlayCard) else bids).append(spent)
        for event in decide(match, move):
            match = apply(match, event)
    return bids, cards


def line(name: str, kind: str, times: list[float]) -> str:
    """A row of the table."""
    ranked = sorted(times)
    middle, high = ranked[len(ranked) // 2], ranked[int(len(ranked) * 0.95)]
    mean = sum(ranked) / len(ranked)
    figures = f"{mean:8.1f} {middle:8.1f} {high:8.1f} {ranked[-1]:8.1f}"
    return f"{name:10} {kind:5} {len(times):6} {figures}"


def main() -> None:
    """Measure all levels, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="*", default=list(LEVELS), metavar="LEVEL")
    parser.add_argument("--deals", type=int, default=5)
    parser.add_argument("--clock", action="store_true", help="stop each level as in play")
    options = parser.parse_args()
    print("level      kind    moves     mean   median     95 %  slowest   (ms of one core)")
    for name in options.levels:
        level = LEVELS[name]
        bot = SearchBot(level if options.clock else replace(level, seconds=UNTIMED), 0)
        times_of(bot, 0)  # code is compiled or loaded in the first deal
        bids: list[float] = []
        cards: list[float] = []
        for seed in range(1, options.deals + 1):
            more_bids, more_cards = times_of(bot, seed)
            bids += more_bids
            cards += more_cards
        print(line(name, "bid", bids))
        print(line(name, "card", cards), flush=True)


if __name__ == "__main__":
    main()
