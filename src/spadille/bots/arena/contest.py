"""Two players over many deals, each deal played twice with the seats swapped."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final

import msgspec

from spadille.bots.arena.players import ANSWER_SECONDS, BidsLike, bids_like, player
from spadille.bots.arena.playing import MOST_DEALS, SideTally, play_deals
from spadille.bots.lines.program_bot import ProgramBot
from spadille.core.rules import PRESETS
from spadille.core.seats import Seat, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadille.bots.bot import Bot

TWO_SIDED_95: Final = 1.96


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played; a saved file of results belongs to one of these."""

    a: str
    b: str
    rules: str = "challenge"
    matches: bool = False
    """Whole matches instead of single deals from 0:0."""
    bidder: str | None = None
    """The player that bids for both, so that only the play of the cards is compared."""
    seed: int = 0
    seconds: float = ANSWER_SECONDS
    """The longest that a player which is a program may take for an answer."""


class Pair(msgspec.Struct):
    """The result of one seed played both ways round."""

    seed: int
    margin: float
    """Points of A less those of B a deal; in matches, the share that A won."""
    a: SideTally
    b: SideTally


class Figures(msgspec.Struct, kw_only=True):
    """The results of a contest, added up."""

    contest: Contest
    pairs: int
    mean: float
    error: float
    """Half the width of the 95 % interval, with the pair as the unit."""
    charged: float = 0.0
    """As *mean*, with each bag charged its share of the penalty that comes in later deals."""
    charged_error: float = 0.0
    a: SideTally
    b: SideTally


def play_pair(contest: Contest, seed: int) -> Pair:
    """Play one seed both ways round."""
    rules = PRESETS[contest.rules]
    dealer = Seat(seed & 3)
    totals = (SideTally(), SideTally())
    margin = 0.0
    for swapped in (False, True):
        a, b = _bot(contest, contest.a, seed), _bot(contest, contest.b, seed + 1)
        sides = (b, a) if swapped else (a, b)
        most = MOST_DEALS if contest.matches else 1
        match, tallies = play_deals(rules, sides, seed, dealer, most)
        mine = Side.EAST_WEST if swapped else Side.NORTH_SOUTH
        if not contest.matches:
            margin += (tallies[mine].points - tallies[mine.other].points) / 2
        elif match.winner is None:
            margin += 0.25
        else:
            margin += (match.winner is mine) / 2
        totals[0].add(tallies[mine])
        totals[1].add(tallies[mine.other])
    return Pair(seed, margin, *totals)


def _bot(contest: Contest, spec: str, seed: int) -> Bot:
    bot = player(spec, seed, contest.seconds)
    if contest.bidder is not None:
        bot = bids_like(player(contest.bidder, seed, contest.seconds), bot)
    # A program is started here, so that its start counts for no move.
    for part in (bot.bidder, bot.cards) if isinstance(bot, BidsLike) else (bot,):
        if isinstance(part, ProgramBot):
            part.greet(PRESETS[contest.rules])
    return bot


def results(contest: Contest, pairs: int, workers: int, file: Path | None) -> Iterator[Pair]:
    """Play *pairs* seeds on *workers* processes; those that *file* holds are read from it."""
    done = _read(contest, file) if file else {}
    seeds = range(contest.seed, contest.seed + pairs)
    yield from (done[seed] for seed in seeds if seed in done)
    to_do = [seed for seed in seeds if seed not in done]
    if workers == 1:
        fresh = (play_pair(contest, seed) for seed in to_do)
        yield from _kept(fresh, file)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from _kept(pool.map(play_pair, [contest] * len(to_do), to_do), file)


def _kept(pairs: Iterator[Pair], file: Path | None) -> Iterator[Pair]:
    for pair in pairs:
        if file:
            with file.open("ab") as lines:
                lines.write(msgspec.json.encode(pair) + b"\n")
        yield pair


def _read(contest: Contest, file: Path) -> dict[int, Pair]:
    """The pairs in *file*; an empty or missing one is begun with the contest's line."""
    if not file.exists() or not file.stat().st_size:
        file.write_bytes(msgspec.json.encode(contest) + b"\n")
        return {}
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        # The last line was cut short when the arena was stopped.
        file.write_bytes(whole)
    first, *lines = whole.splitlines()
    if msgspec.json.decode(first, type=Contest) != contest:
        msg = f"{file} holds the results of another contest"
        raise ValueError(msg)
    pairs = (msgspec.json.decode(line, type=Pair) for line in lines)
    return {pair.seed: pair for pair in pairs}


def figures(contest: Contest, pairs: list[Pair]) -> Figures:
    """Add up *pairs*."""
    mean, error = _interval([pair.margin for pair in pairs])
    charged, charged_error = _interval([_charged(contest, pair) for pair in pairs])
    a, b = SideTally(), SideTally()
    for pair in pairs:
        a.add(pair.a)
        b.add(pair.b)
    return Figures(
        contest=contest,
        pairs=len(pairs),
        mean=mean,
        error=error,
        charged=charged,
        charged_error=charged_error,
        a=a,
        b=b,
    )


def _interval(margins: list[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    if not margins:
        return 0.0, 0.0
    spread = stdev(margins) if len(margins) > 1 else 0.0
    return fmean(margins), TWO_SIDED_95 * spread / sqrt(len(margins))


def _charged(contest: Contest, pair: Pair) -> float:
    """The margin of *pair* less what its bags will cost: a deal from 0:0 sees no penalty."""
    rules = PRESETS[contest.rules]
    if contest.matches or rules.bag_limit is None:
        return pair.margin
    charge = rules.bag_penalty / rules.bag_limit
    deals = max(1, pair.a.deals)
    return pair.margin - charge * (pair.a.bags - pair.b.bags) / deals
