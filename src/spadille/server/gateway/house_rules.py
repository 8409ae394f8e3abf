"""Rule sets as people hand them in."""

from __future__ import annotations

from spadille.core.rules import PRESETS, RuleSet
from spadille.core.validation import RuleProblem, problems


def all_problems(rules: RuleSet) -> tuple[RuleProblem, ...]:
    """What keeps *rules* from being played here: contradictions, and a name that deceives."""
    preset = PRESETS.get(rules.name.strip().lower())
    if not rules.name.isprintable() or not rules.name.strip():
        message = "it may only have characters that can be seen"
    elif preset not in (None, rules):
        message = f"other rules are known as {preset.name}"
    else:
        return problems(rules)
    return (RuleProblem("name", message), *problems(rules))
