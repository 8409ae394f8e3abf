"""A match as text."""

from __future__ import annotations

from random import Random

import pytest

from spadille.core.notation import NotationError, read, write
from spadille.core.rules import CHALLENGE, CLASSIC, RuleSet
from spadille.core.value import replace
from tests.kit.records import record_of

RECORD = record_of(CLASSIC, Random(5), deals=2)
TEXT = write(RECORD)


def line_of(beginning: str) -> int:
    """The number of the first line with this beginning."""
    return next(n for n, line in enumerate(TEXT.split("\n"), 1) if line.startswith(beginning))


def test_a_match_reads_from_its_rules_to_its_last_seed() -> None:
    """Header, then deal by deal: commitment, hands, bids, tricks, score, seed."""
    lines = TEXT.split("\n")
    assert lines[:7] == [
        "spadille 1",
        "rules: classic",
        'player N: "Ann"',
        'player E: "Bo"',
        'player S: "Cleo"',
        'player W: "Dan"',
        "winner: none",
    ]
    keys = [line.split(":")[0].split(" ")[0] for line in lines[8 : lines.index("", 8)]]
    expected = ["deal", "commitment", *["hand"] * 4, "bids"]
    assert keys == [*expected, *["trick"] * 13, *["score"] * 2, "seed"]


def test_house_rules_are_told_by_what_they_change() -> None:
    """A preset is its name; other rules are their fields."""
    rules = RuleSet(name="Friday", target=250, bag_limit=None, blind_nil_points=100)
    text = write(replace(RECORD, rules=rules, deals=()))
    assert text.split("\n")[1:6] == [
        "rules: house",
        'rule name: "Friday"',
        "rule target: 250",
        "rule bag_limit: null",
        "rule blind_nil_points: 100",
    ]
    assert read(text).rules == rules
    assert "rules: challenge\n" in write(replace(RECORD, rules=CHALLENGE))


def test_rules_that_borrow_a_presets_name_are_still_told_in_full() -> None:
    """A name proves nothing."""
    record = replace(RECORD, rules=replace(CLASSIC, target=300))
    assert read(write(record)) == record


def test_comments_and_empty_lines_mean_nothing() -> None:
    """So that a game can be annotated."""
    assert read("# a good one\n\n" + TEXT.replace("\nbids", "\n\n  # bold\n  bids")) == RECORD


@pytest.mark.parametrize(
    ("old", "new", "beginning", "message"),
    [
        ("spadille 1", "spadille 9", "spadille", "a match begins with 'spadille 1'"),
        ("rules: classic", "rules: bridge", "rules", "'bridge' is none of"),
        ("rules: classic", "rules: house\nrule x: 1", "player N", "no rule of this name"),
        ("rules: classic", "rules: house\nrule target: 1", "player N", "target"),
        ("rules: classic", "rules: house\nrule target: x", "player N", "malformed"),
        ("player E", "player X", "player E", "expected 'player E: ...'"),
        ('"Bo"', "Bo", "player E", "malformed"),
        ("winner: none", "winner: me", "winner", "NS, EW or none"),
        ("deal 1:", "deal 7:", "deal 1", "expected 'deal 1: ...'"),
        (" deals", " starts", "deal 1", "a seat's letter and 'deals'"),
        ("deal 1: ", "deal 1: X", "deal 1", "none of N, E, S, W"),
        ("hand N: ", "hand N: X2 ", "hand N", "not a valid Card"),
        ("hand S: ", "hand W: ", "hand S", "expected 'hand S: ...'"),
        ("bids: ", "bids: X 3, ", "bids", "none of N, E, S, W"),
        ("bids: ", "bids: N 14, ", "bids", "no bid"),
        (", S ", ", E ", "bids", "one bid of each seat"),
        ("trick ", "trick X", "trick", "one of N, E, S, W"),
        ("score NS: bid", "score NS: bad", "score NS", "no score"),
        ("penalty 0", "penalty ₀", "score NS", "no score"),
    ],
)
def test_an_error_names_the_line_and_what_is_wrong_with_it(
    old: str, new: str, beginning: str, message: str
) -> None:
    """The first line that cannot be read."""
    assert old in TEXT
    with pytest.raises(NotationError, match=message) as error:
        read(TEXT.replace(old, new, 1))
    assert error.value.line == line_of(beginning)
    assert str(error.value).startswith(f"line {error.value.line}: ")


def test_a_text_that_stops_short_is_missed_at_its_end() -> None:
    """The error points behind the last line."""
    with pytest.raises(NotationError, match="expected 'winner") as error:
        read("\n".join(TEXT.split("\n")[:6]))
    assert error.value.line == 7
    with pytest.raises(NotationError, match="line 1: "):
        read("")
