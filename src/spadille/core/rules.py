"""A rule set as data: everything two tables of Spades may disagree about."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from spadille.core.value import Value


class WinAt(StrEnum):
    """How a score wins against the target."""

    REACHES = "reaches"
    EXCEEDS = "exceeds"


class BagRemainder(StrEnum):
    """What becomes of the bags beyond a penalty."""

    CARRIED = "carried"
    RESET = "reset"


class SetContract(StrEnum):
    """What a contract that is set scores."""

    LOSES_BID = "loses_bid"
    SCORES_NOTHING = "scores_nothing"


class NilTricks(StrEnum):
    """What the tricks taken by a failed nil count for."""

    BAGS = "bags"
    """Each is a bag; none helps the partner's contract."""
    HELP_PARTNER = "help_partner"
    """They count for the contract like the partner's own."""
    NOTHING = "nothing"


class Exchange(StrEnum):
    """Which bid brings an exchange of cards between the partners."""

    BLIND_NIL = "blind_nil"
    ANY_NIL = "any_nil"


class ExchangeOrder(StrEnum):
    """Who gives cards first in an exchange."""

    BIDDER_FIRST = "bidder_first"
    PARTNER_FIRST = "partner_first"


class FirstTrickSpades(StrEnum):
    """Whether spades may fall on the first trick."""

    FORBIDDEN = "forbidden"
    """Neither led nor played, unless nothing else is legal."""
    ALLOWED = "allowed"


class SpadesLead(StrEnum):
    """When spades may be led."""

    WHEN_BROKEN = "when_broken"
    ANY_TIME = "any_time"


class Bidding(StrEnum):
    """How free the bids are."""

    FREE = "free"
    MIRROR = "mirror"
    """Bid the number of spades held."""
    WHIZ = "whiz"
    """Bid the number of spades held, or nil."""
    SUICIDE = "suicide"
    """One partner of each side must bid nil."""


class RuleSet(Value, kw_only=True):
    """The rules in force at a table. The defaults are those of *Challenge*.

    Ranges given here hold for one field; `spadille.core.validation.problems`
    judges the set as a whole.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)] = "House rules"
    target: Annotated[int, Meta(ge=50, le=2000)] = 500
    """The score that wins the match."""
    win_at: WinAt = WinAt.REACHES
    losing_score: Annotated[int, Meta(ge=-2000, le=-50)] | None = None
    """A side at or below this score ends the match."""
    deal_limit: Annotated[int, Meta(ge=1, le=100)] | None = None
    """After this many deals the higher score wins."""
    bag_points: Annotated[int, Meta(ge=-1, le=1)] = 1
    """Points for each bag."""
    bag_limit: Annotated[int, Meta(ge=2, le=20)] | None = 10
    """So many bags cost a penalty; ``None``: bags never do."""
    bag_penalty: Annotated[int, Meta(ge=1, le=500)] = 100
    """Points lost each time the bags reach the limit."""
    bag_remainder: BagRemainder = BagRemainder.CARRIED
    set_contract: SetContract = SetContract.LOSES_BID
    nil_points: Annotated[int, Meta(ge=10, le=500)] | None = 100
    """Won by a nil made, lost by a nil set; ``None``: nil is not offered."""
    failed_nil_tricks: NilTricks = NilTricks.BAGS
    both_nil: bool = True
    """Whether both partners may bid nil."""
    blind_nil_points: Annotated[int, Meta(ge=10, le=500)] | None = None
    """Won or lost by a blind nil; ``None``: blind nil is not offered."""
    blind_nil_behind: Annotated[int, Meta(ge=1, le=1000)] | None = 100
    """Offered to a side that trails by this much; ``None``: at any time."""
    blind_nils_a_side: Annotated[int, Meta(ge=1, le=2)] = 1
    """How many partners of one side may bid blind nil in a deal."""
    exchange_cards: Annotated[int, Meta(ge=0, le=3)] = 0
    """Cards that the bidder of a nil and the partner exchange before play."""
    exchange_for: Exchange = Exchange.BLIND_NIL
    exchange_order: ExchangeOrder = ExchangeOrder.BIDDER_FIRST
    side_bid_most: Annotated[int, Meta(ge=1, le=26)] | None = None
    """The most a side may bid together."""
    side_bid_least: Annotated[int, Meta(ge=0, le=13)] = 0
    """The least a side must bid together ("board")."""
    bid_least: Annotated[int, Meta(ge=0, le=1)] = 0
    """The least a player may bid; 1 rules out nil, but not blind nil."""
    no_bid_of_one: bool = False
    no_total_of_thirteen: bool = False
    """The last bidder may not make the four bids total 13."""
    ten_for_two_hundred: bool = False
    """A side's bid of 10 or more pays 200 made and costs 200 set."""
    boston: bool = False
    """A side that takes all 13 tricks of a deal wins the match."""
    first_trick_spades: FirstTrickSpades = FirstTrickSpades.FORBIDDEN
    spades_lead: SpadesLead = SpadesLead.WHEN_BROKEN
    bidding: Bidding = Bidding.FREE


CHALLENGE: Final = RuleSet(name="challenge")
CLASSIC: Final = RuleSet(
    name="classic",
    win_at=WinAt.EXCEEDS,
    nil_points=50,
    blind_nil_points=100,
    exchange_cards=2,
    side_bid_most=13,
    first_trick_spades=FirstTrickSpades.ALLOWED,
)
PRESETS: Final[dict[str, RuleSet]] = {rules.name: rules for rules in (CHALLENGE, CLASSIC)}
