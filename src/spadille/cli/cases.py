"""Rows of a file of cases, each judged by the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet, Suit
from spadille.core.deal import Trick
from spadille.core.play import legal_cards
from spadille.core.rules import CHALLENGE, PRESETS, RuleSet
from spadille.core.scoring import DealScore, Score, SideScore, score_deal, winner_at
from spadille.core.seats import BySeat, BySide, Seat, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Case = Mapping[str, Any]
    Judge = Callable[[Case], Iterator[str]]

SIDES: Final = ("NS", "EW")
ITEMS: Final[dict[str, Callable[[SideScore], object]]] = {
    "points": lambda side: side.after.points,
    "bags": lambda side: side.after.bags,
    "contract": lambda side: side.contract,
    "nils": lambda side: list(side.nils),
    "bag_points": lambda side: side.bag_points,
    "bag_penalty": lambda side: side.bag_penalty,
}
"""What ``after`` may ask of a side, by its key."""


class Malformed(ValueError):  # noqa: N818 - it names the case
    """A case is not understood; ``key`` is where."""

    def __init__(self, key: str, message: str) -> None:
        """Say what is wrong with *key*."""
        super().__init__(f"{key!r} {message}")
        self.key = key


def judge(case: object) -> list[str]:
    """Tell in what the core disagrees with *case*; raises `Malformed`."""
    if not isinstance(case, dict):
        raise Malformed("case", "is no object")
    for keys, judge_kind in KINDS:
        if keys <= case.keys():
            return list(judge_kind(case))
    known = "; or ".join(" and ".join(sorted(keys)) for keys, _ in KINDS)
    raise Malformed("case", f"is of no known kind; give {known}")


def _judge_deal(case: Case) -> Iterator[str]:
    """A scored deal: ``bids`` and ``tricks`` bring ``after`` and ``winner``."""
    if "after" not in case and "winner" not in case:
        raise Malformed("after", "is missing, and so is 'winner': nothing is expected")
    rules, tricks = _rules(case), _tricks(case)
    score = score_deal(rules, _bids(case), tricks, _before(case))
    after = _object(case, "after")
    for name, expected in after.items():
        yield from _judge_side(score, f"after.{name}", _side(f"after.{name}", name), expected)
    if "winner" in case:
        north_south, east_west = score.sides
        points = (north_south.after.points, east_west.after.points)
        deals = _whole(case.get("deal", 1), "deal")
        found = winner_at(rules, points, tricks, deals=deals)
        winner = None if found is None else SIDES[found]
        if case["winner"] not in (*SIDES, None):
            raise Malformed("winner", "is none of NS, EW, null")
        if winner != case["winner"]:
            yield f"winner: expected {case['winner']}, got {winner}"


def _judge_side(score: DealScore, key: str, side: Side, expected: object) -> Iterator[str]:
    if isinstance(expected, list):
        expected = dict(zip(("points", "bags"), expected, strict=False))
    if not isinstance(expected, dict):
        raise Malformed(key, "is no object")
    for item, value in expected.items():
        if item not in ITEMS:
            raise Malformed(f"{key}.{item}", f"is none of {', '.join(ITEMS)}")
        found = ITEMS[item](score.sides[side])
        if found != value:
            yield f"{SIDES[side]} {item}: expected {value}, got {found}"


def _judge_legal(case: Case) -> Iterator[str]:
    """The legal cards: ``hand`` and ``trick`` bring ``legal``."""
    hand, trick = _card_set(case, "hand"), _cards(case, "trick")
    expected = _card_set(case, "legal")
    found = legal_cards(
        hand,
        led=trick[0].suit if trick else None,
        broken=_flag(case, "spades_broken") or any(card.suit is Suit.SPADES for card in trick),
        first_trick=_flag(case, "first_trick"),
        rules=_rules(case),
    )
    if found != expected:
        yield f"legal: expected {expected or 'no card'}, got {found or 'no card'}"


def _judge_taken(case: Case) -> Iterator[str]:
    """The taker of a trick: ``trick`` brings ``taken_by``, counted from the leader."""
    trick = _cards(case, "trick")
    if len(trick) != len(Seat):
        raise Malformed("trick", "has not four cards")
    expected, found = _whole(case["taken_by"], "taken_by"), int(Trick(Seat.NORTH, trick).winner)
    if found != expected:
        yield f"taken_by: expected {expected}, got {found}"


KINDS: Final[tuple[tuple[frozenset[str], Judge], ...]] = (
    (frozenset({"bids", "tricks"}), _judge_deal),
    (frozenset({"hand", "legal"}), _judge_legal),
    (frozenset({"trick", "taken_by"}), _judge_taken),
)
"""Each kind of case: the keys that tell it, and its judge."""


def _rules(case: Case) -> RuleSet:
    rules = case.get("rules", CHALLENGE.name)
    if isinstance(rules, str):
        if rules not in PRESETS:
            raise Malformed("rules", f"{rules!r} is none of {', '.join(PRESETS)}")
        return PRESETS[rules]
    try:
        return msgspec.convert(rules, RuleSet)
    except msgspec.ValidationError as error:
        raise Malformed("rules", f"cannot be used: {error}") from None


def _bids(case: Case) -> BySeat[Bid]:
    try:
        north, east, south, west = (_bid(bid) for bid in _list(case, "bids"))
    except ValueError as error:
        raise Malformed("bids", f"are not four bids, 0 to 13 or B0: {error}") from None
    return north, east, south, west


def _bid(value: object) -> Bid:
    return Bid.parse(str(value).strip().upper())


def _tricks(case: Case) -> BySeat[int]:
    tricks = [_whole(taken, "tricks") for taken in _list(case, "tricks")]
    if len(tricks) != len(Seat) or min(tricks) < 0:
        raise Malformed("tricks", "are not four counts")
    north, east, south, west = tricks
    return north, east, south, west


def _before(case: Case) -> BySide[Score]:
    scores = [Score(), Score()]
    for name, value in _object(case, "before").items():
        scores[_side(f"before.{name}", name)] = _score(f"before.{name}", value)
    return scores[0], scores[1]


def _score(key: str, value: object) -> Score:
    if isinstance(value, dict):
        value = [value.get("points", 0), value.get("bags", 0)]
    if not isinstance(value, list) or len(value) != len(Side):
        raise Malformed(key, "is not [points, bags]")
    points, bags = (_whole(item, key) for item in value)
    return Score(points, bags)


def _side(key: str, name: object) -> Side:
    if name not in SIDES:
        raise Malformed(key, "is neither NS nor EW")
    return Side(SIDES.index(name))


def _cards(case: Case, key: str) -> tuple[Card, ...]:
    try:
        cards = tuple(Card(str(name)) for name in _list(case, key))
    except ValueError as error:
        raise Malformed(key, f"has no cards: {error}") from None
    if len(set(cards)) != len(cards):
        raise Malformed(key, "names a card twice")
    return cards


def _card_set(case: Case, key: str) -> CardSet:
    if isinstance(case[key], str):
        try:
            return CardSet.parse(case[key])
        except ValueError as error:
            raise Malformed(key, f"has no cards: {error}") from None
    return CardSet.of_cards(_cards(case, key))


def _flag(case: Case, key: str) -> bool:
    value = case.get(key, False)
    if not isinstance(value, bool):
        raise Malformed(key, "is neither true nor false")
    return value


def _whole(value: object, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed(key, "is no whole number")
    return value


def _list(case: Case, key: str) -> list[object]:
    value = case.get(key, [])
    if not isinstance(value, list):
        raise Malformed(key, "is no list")
    return value


def _object(case: Case, key: str) -> dict[str, Any]:
    value = case.get(key) or {}
    if not isinstance(value, dict):
        raise Malformed(key, "is no object")
    return value
