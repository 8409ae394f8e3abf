"""A match as text that people can read and edit, and back.

One line a fact: rules, players, then deal by deal the hands, bids, cards and score.
Empty lines and lines that begin with ``#`` mean nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet
from spadille.core.deal import Pass, Trick
from spadille.core.record import DealRecord, MatchRecord
from spadille.core.rules import PRESETS, RuleSet
from spadille.core.scoring import DealScore, Score, SideScore
from spadille.core.seats import BySeat, Seat, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    T = TypeVar("T")

TITLE: Final = "spadille 1"
"""The first line: what this is, and the version of the notation."""
SIDES: Final = ("NS", "EW")
SCORE: Final = re.compile(
    r"bid (\w+)\+(\w+), took (\d{1,2})\+(\d{1,2}), contract (-?\d{1,9}), nils ([-\d ]+|none), "
    r"bags (\d{1,9}) for (-?\d{1,9}), penalty (-?\d{1,9}), total (-?\d{1,9}) with (\d{1,9}) bags",
    re.ASCII,
)


class NotationError(ValueError):
    """A text is no match; ``line`` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        """Say *message* of that line."""
        super().__init__(f"line {line}: {message}")
        self.line = line


def write(record: MatchRecord) -> str:
    """The text of *record*."""
    return "\n".join([*_header(record), *_deals(record), ""])


def _header(record: MatchRecord) -> Iterator[str]:
    yield TITLE
    rules = record.rules
    if PRESETS.get(rules.name) == rules:
        yield f"rules: {rules.name}"
    else:
        yield "rules: house"
        default = RuleSet()
        for field in RuleSet.__struct_fields__:
            value = getattr(rules, field)
            if value != getattr(default, field):
                yield f"rule {field}: {_quoted(value)}"
    for seat in Seat:
        yield f"player {seat.letter}: {_quoted(record.players[seat])}"
    yield f"winner: {'none' if record.winner is None else SIDES[record.winner]}"


def _deals(record: MatchRecord) -> Iterator[str]:
    for number, deal in enumerate(record.deals, 1):
        yield ""
        yield f"deal {number}: {deal.dealer.letter} deals"
        if deal.commitment:
            yield f"commitment: {deal.commitment}"
        for seat in Seat:
            yield f"hand {seat.letter}: {deal.hands[seat]}"
        bidders = (deal.dealer.after(steps) for steps in range(1, 5))
        yield "bids: " + ", ".join(f"{seat.letter} {deal.bids[seat]}" for seat in bidders)
        for given in deal.passes:
            yield f"gives {given.seat.letter}: {given.cards}"
        for trick in deal.tricks:
            yield f"trick {trick.leader.letter}: {' '.join(map(str, trick.cards))}"
        for side in Side:
            yield f"score {SIDES[side]}: {_score_line(deal.score, side)}"
        if deal.seed:
            yield f"seed: {deal.seed}"


def _score_line(score: DealScore, side: Side) -> str:
    line = score.sides[side]
    bids = "+".join(str(score.bids[seat]) for seat in side.seats)
    took = "+".join(str(score.tricks[seat]) for seat in side.seats)
    nils = " ".join(map(str, line.nils)) or "none"
    return (
        f"bid {bids}, took {took}, contract {line.contract}, nils {nils}, "
        f"bags {line.bags} for {line.bag_points}, penalty {line.bag_penalty}, "
        f"total {line.after.points} with {line.after.bags} bags"
    )


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


def read(text: str) -> MatchRecord:
    """The record that *text* tells; raises `NotationError` where it does not.

    Only the form is judged here; `spadille.core.review.verify` judges the match.
    """
    lines = _Lines(text)
    if not lines.next_is(TITLE):
        raise lines.error(f"a match begins with {TITLE!r}")
    rules = _read_rules(lines)
    players = _by_seat(lambda seat: lines.value(f"player {seat.letter}", _unquoted))
    winner = lines.value("winner", _winner)
    deals: list[DealRecord] = []
    while not lines.at_end:
        deals.append(_read_deal(lines, len(deals) + 1))
    return MatchRecord(rules, players, tuple(deals), winner)


class _Lines:
    """The lines of a text that mean something, one after the other."""

    def __init__(self, text: str) -> None:
        numbered = enumerate((line.strip() for line in text.split("\n")), 1)
        self._lines = [(n, line) for n, line in numbered if line and not line.startswith("#")]
        self._place = 0

    @property
    def at_end(self) -> bool:
        return self._place == len(self._lines)

    def error(self, message: str) -> NotationError:
        """An error of the line that comes next."""
        last = self._lines[-1][0] + 1 if self._lines else 1
        return NotationError(last if self.at_end else self._lines[self._place][0], message)

    def next_is(self, line: str) -> bool:
        """Step over the next line if it is *line*."""
        found = not self.at_end and self._lines[self._place][1] == line
        self._place += found
        return found

    def begins(self, key: str) -> bool:
        """Whether the next line's key begins with *key*."""
        return not self.at_end and self._lines[self._place][1].startswith(key)

    def value(self, key: str, parse: Callable[[str], T]) -> T:
        """Read the next line, which must be *key*, a colon, and what *parse* takes."""
        if not self.begins(f"{key}:"):
            raise self.error(f"expected '{key}: ...'")
        try:
            value = parse(self._lines[self._place][1][len(key) + 1 :].strip())
        except (ValueError, msgspec.MsgspecError) as error:
            raise self.error(f"{key}: {error}") from None
        self._place += 1
        return value

    def tagged(self, key: str, parse: Callable[[str], T]) -> Iterator[tuple[Seat, T]]:
        """Read all next lines of *key*, a seat's letter, a colon, and what *parse* takes."""
        while self.begins(f"{key} "):
            rest = self._lines[self._place][1][len(key) + 1 :]
            seat = next((seat for seat in Seat if rest.startswith(f"{seat.letter}:")), None)
            if seat is None:
                raise self.error(f"expected '{key} ' and one of N, E, S, W")
            yield seat, self.value(f"{key} {seat.letter}", parse)


def _read_rules(lines: _Lines) -> RuleSet:
    name = lines.value("rules", _rules_name)
    if name in PRESETS:
        return PRESETS[name]
    fields: dict[str, object] = {}
    for field in RuleSet.__struct_fields__:
        if lines.begins(f"rule {field}:"):
            fields[field] = lines.value(f"rule {field}", _rule_value(field))
    if lines.begins("rule "):
        raise lines.error("no rule of this name is due here")
    return msgspec.convert(fields, RuleSet)


def _rules_name(text: str) -> str:
    if text not in {*PRESETS, "house"}:
        raise ValueError(f"{text!r} is none of {', '.join(PRESETS)}, house")
    return text


def _rule_value(field: str) -> Callable[[str], object]:
    def parse(text: str) -> object:
        value: object = msgspec.json.decode(text)
        msgspec.convert({field: value}, RuleSet)
        return value

    return parse


def _read_deal(lines: _Lines, number: int) -> DealRecord:
    dealer = lines.value(f"deal {number}", _dealer)
    commitment = lines.value("commitment", str) if lines.begins("commitment:") else ""
    return DealRecord(
        dealer,
        _by_seat(lambda seat: lines.value(f"hand {seat.letter}", _card_set)),
        lines.value("bids", _bids),
        tuple(Pass(seat, cards) for seat, cards in lines.tagged("gives", _card_set)),
        tuple(Trick(seat, cards) for seat, cards in lines.tagged("trick", _cards)),
        _read_score(lines),
        commitment,
        lines.value("seed", str) if lines.begins("seed:") else "",
    )


def _read_score(lines: _Lines) -> DealScore:
    bids_ns, tricks_ns, north_south = lines.value("score NS", _side_score)
    bids_ew, tricks_ew, east_west = lines.value("score EW", _side_score)
    return DealScore(
        (bids_ns[0], bids_ew[0], bids_ns[1], bids_ew[1]),
        (tricks_ns[0], tricks_ew[0], tricks_ns[1], tricks_ew[1]),
        (north_south, east_west),
    )


def _side_score(text: str) -> tuple[tuple[Bid, Bid], tuple[int, int], SideScore]:
    match = SCORE.fullmatch(text)
    if match is None:
        raise ValueError("no score; see a written match for its form")
    one, two, took, also, contract, nils, bags, bag_points, penalty, points, kept = match.groups()
    items = SideScore(
        int(contract),
        () if nils == "none" else tuple(int(nil) for nil in nils.split()),
        int(bags),
        int(bag_points),
        int(penalty),
        Score(int(points), int(kept)),
    )
    return (Bid.parse(one), Bid.parse(two)), (int(took), int(also)), items


def _by_seat(read_one: Callable[[Seat], T]) -> BySeat[T]:
    north, east, south, west = (read_one(seat) for seat in Seat)
    return north, east, south, west


def _unquoted(text: str) -> str:
    return msgspec.json.decode(text, type=str)


def _winner(text: str) -> Side | None:
    if text == "none":
        return None
    if text in SIDES:
        return Side(SIDES.index(text))
    raise ValueError("expected NS, EW or none")


def _seat(letter: str) -> Seat:
    found = next((seat for seat in Seat if seat.letter == letter), None)
    if found is None:
        raise ValueError(f"{letter!r} is none of N, E, S, W")
    return found


def _dealer(text: str) -> Seat:
    letter, _, verb = text.partition(" ")
    if verb != "deals":
        raise ValueError("expected a seat's letter and 'deals'")
    return _seat(letter)


def _card_set(text: str) -> CardSet:
    return CardSet.parse(text)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(name) for name in text.split())


def _bids(text: str) -> BySeat[Bid]:
    bids: dict[Seat, Bid] = {}
    for part in text.split(","):
        letter, _, bid = part.strip().partition(" ")
        bids[_seat(letter)] = Bid.parse(bid)
    if len(bids) != len(Seat):
        raise ValueError("expected one bid of each seat")
    return bids[Seat.NORTH], bids[Seat.EAST], bids[Seat.SOUTH], bids[Seat.WEST]
