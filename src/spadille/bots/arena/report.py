"""Writes the page of strengths from the results that were kept."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Final

import msgspec

from spadille.bots.arena.contest import Contest, Figures, Pair, figures
from spadille.bots.arena.players import ANSWER_SECONDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spadille.bots.arena.playing import SideTally

HEAD: Final = """\
# How strong the computer players are

Every deal is played twice, with the seats swapped; a difference is that of A less B, in points
a deal from 0:0 or as the share of whole matches won, with its 95 % interval over pairs of deals.
A deal from 0:0 never sees the penalty for ten bags, so a player that bids low does better in it
than in a match: the column beside charges each bag its share of the penalty.
Each row comes from the command beside it; with `--save docs/strength` it goes on from the pairs
that are kept there, and `python -m spadille arena --report docs/strength` writes this page.
`seconds=60` sets no level's playouts, only the clock that would cut them on a busy machine.
Times are of the machine it was played on, with whatever else ran there. Rows with few pairs have
wide intervals: read those, not the means.

"""
COLUMNS: Final = (
    "A",
    "B",
    "bids",
    "A less B",
    "bags charged",
    "pairs",
    "set A, B",
    "bags A, B",
    "nils made A, B",
    "ms a move A",
    "command",
)


def report(directory: Path) -> str:
    """The page for all results under *directory*."""
    found = sorted((_read(path) for path in _files(directory)), key=_order)
    top = _line(COLUMNS) + _line(("---",) * len(COLUMNS))
    return HEAD + top + "".join(_row(one) for one in found if one.pairs)


def _files(directory: Path) -> list[Path]:
    """The files that hold anything: one is empty until its first pair is played."""
    return [path for path in directory.rglob("*.jsonl") if path.stat().st_size]


def _read(path: Path) -> Figures:
    first, *lines = path.read_bytes().splitlines()
    contest = msgspec.json.decode(first, type=Contest)
    return figures(contest, [msgspec.json.decode(line, type=Pair) for line in lines])


def _order(found: Figures) -> tuple[bool, str, str, str]:
    contest = found.contest
    return contest.matches, contest.a, contest.bidder or "", contest.b


def _row(found: Figures) -> str:
    contest, a, b = found.contest, found.a, found.b
    size = (
        f"{found.mean:.1%} ± {found.error:.1%}"
        if contest.matches
        else f"{found.mean:+.1f} ± {found.error:.1f}"
    )
    cells = (
        contest.a,
        contest.b,
        contest.bidder or "own",
        size,
        "" if contest.matches else f"{found.charged:+.1f} ± {found.charged_error:.1f}",
        str(found.pairs),
        f"{_share(a.sets, a.deals)}, {_share(b.sets, b.deals)}",
        f"{a.bags / max(1, a.deals):.2f}, {b.bags / max(1, b.deals):.2f}",
        f"{_nils(a)}, {_nils(b)}",
        f"{a.milliseconds / max(1, a.moves):.0f}",
        f"`{command(found)}`",
    )
    return _line(cells)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def command(found: Figures) -> str:
    """The command that plays this contest again."""
    contest = found.contest
    players = " ".join(quote(spec) for spec in (contest.a, contest.b))
    parts = [f"python -m spadille arena {players} --pairs {found.pairs}"]
    parts.append(f"--seed {contest.seed}")
    if contest.rules != "challenge":
        parts.append(f"--rules {contest.rules}")
    if contest.bidder:
        parts.append(f"--same-bids {quote(contest.bidder)}")
    if contest.seconds != ANSWER_SECONDS:
        parts.append(f"--seconds {contest.seconds:g}")
    return " ".join(parts + ["--matches"] * contest.matches)


def _share(part: int, whole: int) -> str:
    return f"{part / max(1, whole):.1%}"


def _nils(side: SideTally) -> str:
    return f"{side.nils_made} of {side.nils}"
