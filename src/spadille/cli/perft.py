"""``perft``: count how many ways cards can be played out, and compare with known counts."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Final

from spadille.core.cards import CardSet
from spadille.core.perft import count_lines
from spadille.core.rules import PRESETS, RuleSet
from spadille.core.seats import BySeat, Seat

if TYPE_CHECKING:
    import argparse

ROWS: Final = (
    ("H6 CK / S9 HK / D8 CA / H2 D5", 10),
    ("ST D3 C4 / SJ D5 C3 / HQ8 D9 / S2 H2 C9", 70),
    ("S5 H963 / H2 D8 CA6 / S7 HQ D6 CT / SK H7 D5 C8", 1122),
    ("SAK3 HAJ / SQJ CK83 / HT D96 C92 / S975 D2 C5", 2601792),
)
"""Hands and their counts, worked out by several programs; east leads, by classic rules."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Offer ``perft``."""
    parser = subparsers.add_parser(
        "perft",
        help="count the ways to play cards out",
        description="Without --hands, count some known endings and exit with 1 if a count is off.",
    )
    parser.add_argument("--hands", metavar='"N / E / S / W"', help='such as "SA / H2 / D3 / CK"')
    parser.add_argument("--leader", choices="NESW", default="E", help="who leads (default E)")
    parser.add_argument("--rules", choices=sorted(PRESETS), default="classic")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count the given hands, or the known rows; give the exit code."""
    leader, rules = Seat("NESW".index(options.leader)), PRESETS[options.rules]
    if options.hands is None:
        results = [_row(hands, known) for hands, known in ROWS]
        return 0 if all(results) else 1
    try:
        hands = read_hands(options.hands)
    except ValueError as error:
        print(f"--hands: {error}", file=sys.stderr)
        return 2
    lines, seconds = _timed(hands, leader, rules)
    print(f"{lines:,} lines in {seconds:.2f} s")
    return 0


def _row(text: str, known: int) -> bool:
    lines, seconds = _timed(read_hands(text), Seat.EAST, PRESETS["classic"])
    verdict = "ok  " if lines == known else "FAIL"
    print(f"{verdict} {text}: expected {known:,}, got {lines:,} in {seconds:.2f} s")
    return lines == known


def _timed(hands: BySeat[CardSet], leader: Seat, rules: RuleSet) -> tuple[int, float]:
    start = perf_counter()
    return count_lines(hands, leader, rules), perf_counter() - start


def read_hands(text: str) -> BySeat[CardSet]:
    """Read four hands of as many cards each, with no card twice; raises `ValueError`."""
    hands = [CardSet.parse(part) for part in text.split("/")]
    if len(hands) != len(Seat):
        raise ValueError("give four hands with a / between them")
    north, east, south, west = hands
    if len({len(hand) for hand in hands}) != 1:
        raise ValueError("the four hands must hold as many cards each")
    if not north:
        raise ValueError("the hands hold no cards")
    if len(north | east | south | west) != 4 * len(north):
        raise ValueError("two hands hold the same card")
    return north, east, south, west
