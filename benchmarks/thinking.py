"""How long tables wait for their computer players when many think at once.

``python -m benchmarks.thinking`` lets computers play at 1, 10 and 50 tables, and prints how
long a move took at worst, and how long the event loop stood still meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from spadille.bots.warming import warm_up
from spadille.core.commands import Command, StartDeal
from spadille.core.match import Match, apply, decide
from spadille.core.rules import CHALLENGE
from spadille.core.seats import Seat
from spadille.core.shuffle import deal_hands
from spadille.core.view import view
from spadille.protocol.levels import BotLevel
from spadille.server.players import searching
from spadille.server.tables.house import THINKERS, House

PAUSE = 0.7
"""Seconds between a move and the next thought, as at a real table."""
LOOK = 0.01
"""Seconds between two looks at the event loop."""


async def play(
    house: House, level: BotLevel, number: int, until: float, waits: list[float]
) -> None:
    """Let four computers of *level* play on at one table until the time is up."""
    match, deals = Match(CHALLENGE, Seat(number % 4)), 0
    while perf_counter() < until:
        if match.winner is not None:
            match = Match(CHALLENGE, Seat.NORTH)
        if match.deal is None:
            deals += 1
            command: Command = StartDeal(deal_hands(bytes([number, deals % 256]) * 16))
        else:
            turn = match.deal.turn(match.rules)
            assert turn is not None
            await asyncio.sleep(PAUSE)
            begun = perf_counter()
            command = await house.move(view(match, turn), level)
            waits.append(perf_counter() - begun)
        for event in decide(match, command):
            match = apply(match, event)


async def watch(until: float, lags: list[float]) -> None:
    """Note how late the event loop comes to what is due."""
    while perf_counter() < until:
        begun = perf_counter()
        await asyncio.sleep(LOOK)
        lags.append(perf_counter() - begun - LOOK)


def _at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


async def measure(tables: int, level: BotLevel, seconds: float) -> str:
    """One row of the table."""
    waits: list[float] = []
    lags: list[float] = []
    with ThreadPoolExecutor(THINKERS) as pool:
        house = House(searching, pool)
        until = perf_counter() + seconds
        await asyncio.gather(
            watch(until, lags),
            *(play(house, level, number, until, waits) for number in range(tables)),
        )
    cells = (
        f"{len(waits) / seconds:.1f}",
        *(f"{_at(waits, share):.2f}" for share in (0.5, 0.99, 1.0)),
        *(f"{1000 * _at(lags, share):.0f}" for share in (0.99, 1.0)),
    )
    return f"| {tables} | {' | '.join(cells)} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 10, 50])
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--level", type=BotLevel, default=BotLevel.EXPERT)
    options = parser.parse_args()
    warm_up()
    print("| tables | moves/s | wait p50 s | p99 s | worst s | loop lag p99 ms | worst ms |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for tables in options.tables:
        print(asyncio.run(measure(tables, options.level, options.seconds)), flush=True)


if __name__ == "__main__":
    main()
