"""House rules drawn at random, from every value that each field may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import inspect

from spadille.core.rules import RuleSet
from spadille.core.validation import problems

if TYPE_CHECKING:
    from random import Random

CHANGED: Final = 0.4
"""The chance that a field differs from its default."""


def random_rules(dice: Random) -> RuleSet:
    """Draw rules until some can be played."""
    while True:
        rules = msgspec.convert(_values(dice), RuleSet)
        if not problems(rules):
            return rules


def _values(dice: Random) -> dict[str, object]:
    shape = inspect.type_info(RuleSet)
    assert isinstance(shape, inspect.StructType)
    return {
        field.name: _value(dice, field.type)
        for field in shape.fields
        if field.name != "name" and dice.random() < CHANGED
    }


def _value(dice: Random, kind: inspect.Type) -> object:
    match kind:
        case inspect.UnionType(types=types):
            return _value(dice, dice.choice(types))
        case inspect.IntType(ge=int(least), le=int(most)):
            return dice.randint(least, most)
        case inspect.EnumType(cls=enum):
            return dice.choice(list(enum)).value
        case inspect.BoolType():
            return dice.random() < 0.5  # noqa: PLR2004 - a coin
        case inspect.NoneType():
            return None
        case _:
            raise TypeError(f"no values of {kind} are known")
