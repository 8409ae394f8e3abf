"""What Hypothesis draws: seeds, rules, and matches under way."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from spadille.core.deal import Phase
from spadille.core.match import Match
from spadille.core.rules import CHALLENGE, CLASSIC, RuleSet
from spadille.core.validation import problems
from spadille.core.value import replace
from tests.kit.walking import states

dice: st.SearchStrategy[Random] = st.integers(0, 2**64 - 1).map(Random)
"""A source of chance that shows up as one number in a failing example."""
seeds = st.binary(min_size=32, max_size=32)
presets = st.sampled_from([CHALLENGE, CLASSIC])


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Every value that a rule of this type may have."""
    match kind:
        case inspect.UnionType(types=types):
            return st.one_of([values(part) for part in types])
        case inspect.IntType(ge=int(least), le=int(most)):
            return st.integers(least, most)
        case inspect.EnumType(cls=enum):
            return st.sampled_from(list(enum))
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.StrType(min_length=int(least), max_length=int(most)):
            return st.text(min_size=least, max_size=most)
        case _:
            raise TypeError(f"no values of {kind} are known")


def any_rules() -> st.SearchStrategy[RuleSet]:
    """Rules with any fields, contradictions and all."""
    shape = inspect.type_info(RuleSet)
    assert isinstance(shape, inspect.StructType)
    fields = {field.name: values(field.type) for field in shape.fields}
    return st.fixed_dictionaries({}, optional=fields).map(lambda given: RuleSet(**given))


def mended(rules: RuleSet) -> RuleSet:
    """*rules* with every field that takes part in a contradiction put back."""
    default = RuleSet()
    while found := problems(rules):
        back = {problem.field: getattr(default, problem.field) for problem in found}
        rules = replace(rules, **back)
    return rules


rule_sets: st.SearchStrategy[RuleSet] = any_rules().map(mended)
"""House rules that can be played."""
some_rules = st.one_of(presets, rule_sets)
hiding_rules = rule_sets.map(
    lambda rules: mended(replace(rules, blind_nil_points=100, blind_nil_behind=None))
)
"""House rules by which most hands stay hidden until their owners bid."""


@st.composite
def matches(
    draw: st.DrawFn, deals: int = 2, rules_from: st.SearchStrategy[RuleSet] = some_rules
) -> Match:
    """A match at any moment of its first *deals* deals, the short phases as often as the long."""
    rules, chance = draw(rules_from), draw(dice)
    moments: dict[Phase | None, list[Match]] = {}
    for match in states(rules, chance, deals):
        phase = None if match.deal is None else match.deal.phase(rules)
        moments.setdefault(phase, []).append(match)
    return draw(st.sampled_from(list(moments.values())).flatmap(st.sampled_from))
