"""What a look at one thing has found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from spadille.core.value import Value

if TYPE_CHECKING:
    from collections.abc import Sequence

State: TypeAlias = Literal["ok", "warning", "fault"]


class Finding(Value):
    """One line of a check-up."""

    topic: str
    """What was looked at."""
    state: State
    """``fault``: the server cannot do its work, or may lose what was played."""
    found: str
    """What there is, as a sentence without its full stop."""
    advice: str = ""
    """What to do, where that is needed."""


def ok(topic: str, found: str) -> Finding:
    """All is well."""
    return Finding(topic, "ok", found)


def warning(topic: str, found: str, advice: str) -> Finding:
    """It will do, but not for everything."""
    return Finding(topic, "warning", found, advice)


def fault(topic: str, found: str, advice: str) -> Finding:
    """It will not do."""
    return Finding(topic, "fault", found, advice)


def worst(findings: Sequence[Finding]) -> State:
    """The state of all *findings* together."""
    states = {finding.state for finding in findings}
    return "fault" if "fault" in states else "warning" if "warning" in states else "ok"
