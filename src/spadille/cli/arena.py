"""``arena``: how strong are two players, on the same deals with the seats swapped?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from spadille.bots.arena.contest import Contest, Figures, Pair, figures, results
from spadille.bots.arena.players import ANSWER_SECONDS, NAMES, player
from spadille.bots.arena.report import report
from spadille.bots.lines.program import ProgramError, close_programs
from spadille.core.rules import PRESETS

if TYPE_CHECKING:
    from spadille.bots.arena.playing import SideTally

EVERY: Final = 10
"""Pairs between two updates of the progress line."""
MOST_SECONDS: Final = 3600


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Offer ``arena``."""
    parser = subparsers.add_parser(
        "arena",
        help="measure the strength of computer players",
        description="Play every deal twice with the seats swapped; give the mean difference and "
        f"its 95 % interval. Players: {', '.join(NAMES)}; a level's fields may be changed, as in "
        'expert:tries=1,card_playouts=5000, or ismcts:simulations=500. "cmd:python mybot.py" is a '
        "program that answers in JSON lines (docs/bots.md); if it gives no legal move in time, the "
        "arena stops, for a fault is no measure of strength.",
    )
    parser.add_argument("a", metavar="A", nargs="?", default="expert")
    parser.add_argument("b", metavar="B", nargs="*", default=["rules"])
    parser.add_argument(
        "--report", type=Path, metavar="DIR", help="write a page of the results kept there"
    )
    parser.add_argument("--pairs", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1_000_000, metavar="S")
    parser.add_argument("--rules", choices=sorted(PRESETS), default="challenge")
    parser.add_argument("--matches", action="store_true", help="whole matches, not single deals")
    parser.add_argument("--same-bids", metavar="PLAYER", help="who bids for both sides")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=ANSWER_SECONDS,
        metavar="S",
        help="the longest that a program may take for a move (default: %(default)g)",
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    parser.add_argument(
        "--save", type=Path, metavar="DIR", help="keep results, and go on from them"
    )
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"give a number above 0, and at most {MOST_SECONDS}")
    return seconds


def run(options: argparse.Namespace) -> int:
    """Play A against each B in turn, or report what was played before."""
    if options.report:
        print(report(options.report), end="")
        return 0
    try:
        contests = [_contest(options, opponent) for opponent in options.b]
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        for contest in contests:
            found = _play(contest, options)
            print(msgspec.json.encode(found).decode() if options.json else table(found))
    except ProgramError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        close_programs()
    return 0


def _contest(options: argparse.Namespace, opponent: str) -> Contest:
    """A against *opponent*; raises `ValueError` where one of them is no player."""
    contest = Contest(
        a=options.a,
        b=opponent,
        rules=options.rules,
        matches=options.matches,
        bidder=options.same_bids,
        seed=options.seed,
        seconds=options.seconds,
    )
    for spec in (contest.a, contest.b, contest.bidder or "rules"):
        player(spec, 0)
    return contest


def _play(contest: Contest, options: argparse.Namespace) -> Figures:
    pairs: list[Pair] = []
    for pair in results(contest, options.pairs, options.workers, _file(contest, options.save)):
        pairs.append(pair)
        if sys.stderr.isatty() and len(pairs) % EVERY == 0:
            now = figures(contest, pairs)
            line = f"{len(pairs)}/{options.pairs}  {now.mean:+.2f} ± {now.error:.2f}"
            print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    return figures(contest, pairs)


def _file(contest: Contest, directory: Path | None) -> Path | None:
    if directory is None:
        return None
    directory.mkdir(parents=True, exist_ok=True)
    kind = ("matches" if contest.matches else "deals") + (
        f"-{contest.bidder}" if contest.bidder else ""
    )
    name = f"{contest.a}-{contest.b}-{kind}-{contest.rules}-{contest.seed}.jsonl"
    return directory / "".join(c if c.isalnum() or c in "-._=" else "_" for c in name)


def table(found: Figures) -> str:
    """The figures as lines of text."""
    unit = "share of matches won" if found.contest.matches else "points a deal"
    mean, error = found.mean, found.error
    size = f"{mean:.3f} ± {error:.3f}" if found.contest.matches else f"{mean:+.2f} ± {error:.2f}"
    head = f"{found.contest.a} against {found.contest.b}: {size} {unit}, {found.pairs} pairs"
    bids = f", bids by {found.contest.bidder}" if found.contest.bidder else ""
    lines = [head + bids, _line("A", found.a), _line("B", found.b)]
    if not found.contest.matches:
        lines.insert(1, f"  bags charged: {found.charged:+.2f} ± {found.charged_error:.2f}")
    return "\n".join(lines)


def _line(name: str, side: SideTally) -> str:
    deals, moves = max(1, side.deals), max(1, side.moves)
    return (
        f"  {name}: bid {side.bid / deals:.2f} a side, set {side.sets / deals:.1%}, "
        f"bags {side.bags / deals:.2f}, nils {side.nils_made} of {side.nils} made, "
        f"{side.milliseconds / moves:.1f} ms a move, slowest {side.slowest:.0f}"
    )
