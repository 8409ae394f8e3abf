"""Names that others can read, and guests that have one from the start."""

from __future__ import annotations

import pytest

from spadille.server.accounts.names import (
    AVATARS,
    LONGEST,
    BadName,
    checked_name,
    guest_avatar,
    guest_name,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann  Lee ", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("李小龍", "李小龍"),
        ("🂡 Ace", "🂡 Ace"),
        ("x" * 20, "x" * 20),
        ("7", "7"),
    ],
)
def test_a_name_is_trimmed_and_composed(text: str, name: str) -> None:
    assert checked_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * 21,
        "a\tb",
        "a\nb",
        "a\x00b",
        "a\u202eb",  # turns the direction of writing
        "a\u200bb",  # no width
        "\u2800",  # looks like nothing
        "\u3164",
        "\xa0",
        "\u0301",  # an accent on nothing
        "a\ud800",  # half a character
        "a\U000e0041b",  # an invisible tag
        "a\u00adb",  # a hyphen that hides
        "a" + "\u0301" * 6,  # accents that climb over the line above
    ],
)
def test_a_name_that_could_fool_others_is_refused(text: str) -> None:
    with pytest.raises(BadName):
        checked_name(text)


def test_guests_have_friendly_names_that_will_do() -> None:
    names = [guest_name(str(number)) for number in range(2000)]
    assert all(checked_name(name) == name for name in names)
    assert max(map(len, names)) <= LONGEST
    assert len(set(names)) > 1000
    assert names == [guest_name(str(number)) for number in range(2000)]


def test_guests_have_all_kinds_of_avatars() -> None:
    assert {guest_avatar(str(number)) for number in range(2000)} == set(AVATARS)
