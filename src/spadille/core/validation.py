"""Judges a rule set as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from spadille.core.rules import Bidding, Exchange, RuleSet
from spadille.core.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator


class RuleProblem(Value):
    """A contradiction in a rule set: the field to change, and why."""

    field: str
    message: str


class InvalidRules(ValueError):  # noqa: N818 - it names what was given
    """A rule set contradicts itself; ``problems`` names each field to change."""

    def __init__(self, problems: tuple[RuleProblem, ...]) -> None:
        """Say every problem in one message."""
        super().__init__("; ".join(f"{p.field}: {p.message}" for p in problems))
        self.problems = problems


def problems(rules: RuleSet) -> tuple[RuleProblem, ...]:
    """List every contradiction in *rules*; none means that they can be played."""
    found = (*_out_of_range(rules), *_nil_problems(rules), *_bid_problems(rules))
    return tuple(RuleProblem(field, message) for field, message in found)


def checked(rules: RuleSet) -> RuleSet:
    """Return *rules* if they can be played, else raise `InvalidRules`."""
    if found := problems(rules):
        raise InvalidRules(found)
    return rules


def _out_of_range(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Repeat the field ranges, for rule sets that were not decoded."""
    for name in rules.__struct_fields__:
        value = getattr(rules, name)
        try:
            msgspec.convert({name: value}, RuleSet, builtin_types=())
        except msgspec.ValidationError as error:
            yield name, str(error).split(" - at")[0].replace("`", "")


def _nil_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    exchangeable = rules.blind_nil_points is not None or (
        rules.exchange_for is Exchange.ANY_NIL and offers_nil(rules)
    )
    if rules.exchange_cards and not exchangeable:
        yield "exchange_cards", "there is no nil to exchange for; set it to 0 or offer that nil"
    if rules.blind_nils_a_side > 1 and not rules.both_nil:
        yield "blind_nils_a_side", "two blind nils a side need both partners to be allowed nil"
    if rules.bidding is Bidding.MIRROR and rules.blind_nil_points is not None:
        yield "blind_nil_points", "mirror bidding counts spades, so no bid can be made blind"
    if rules.bidding is not Bidding.FREE and not offers_nil(rules):
        yield "bidding", f"{rules.bidding} needs nil to be offered, with a least bid of 0"


def _bid_problems(rules: RuleSet) -> Iterator[tuple[str, str]]:
    most = 26 if rules.side_bid_most is None else rules.side_bid_most
    by_spades = rules.bidding in (Bidding.MIRROR, Bidding.WHIZ)
    if rules.side_bid_least > min(most, 13):
        yield "side_bid_least", f"it is above the {min(most, 13)} that a side may bid together"
    if not offers_nil(rules) and most < (4 if rules.no_bid_of_one else 2):
        yield "side_bid_most", "without nil both partners must find room for a bid"
    elif rules.no_bid_of_one and most == 1:
        yield "side_bid_most", "with no bid of one it leaves a side nothing but nils"
    if rules.ten_for_two_hundred and most < 10:  # noqa: PLR2004 - the ten of the rule's name
        yield "ten_for_two_hundred", f"a side may bid no more than {most} together"
    if not by_spades:
        return
    for field in ("no_bid_of_one", "no_total_of_thirteen", "side_bid_least"):
        if getattr(rules, field):
            yield field, f"{rules.bidding} bidding sets the bid, so this cannot be asked for too"
    if not rules.both_nil:
        yield "both_nil", f"{rules.bidding} bidding may force nil on both partners"
    if most < 13:  # noqa: PLR2004 - a side may hold all 13 spades
        yield "side_bid_most", f"{rules.bidding} bidding may force a side to bid 13 together"


def offers_nil(rules: RuleSet) -> bool:
    """Whether a player who has seen the cards may ever bid nil under *rules*."""
    return rules.nil_points is not None and rules.bid_least == 0
