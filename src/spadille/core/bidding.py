"""Which bids are legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.bids import BIDS, NIL, Bid
from spadille.core.cards import CardSet, Suit
from spadille.core.errors import Reason
from spadille.core.rules import Bidding, RuleSet
from spadille.core.seats import SEATS, BySide, Seat
from spadille.core.validation import offers_nil

if TYPE_CHECKING:
    from spadille.core.deal import Deal
    from spadille.core.scoring import Score


def legal_bids(deal: Deal, seat: Seat, rules: RuleSet) -> tuple[Bid, ...]:
    """The bids that *seat* may make with its cards seen, from low to high.

    For rules without contradictions there is always at least one: the last bidder's
    ban on a total of 13 gives way where it would leave none.
    """
    return tuple(bid for bid in BIDS if bid_refusal(deal, seat, bid, rules) is None)


def bid_refusal(deal: Deal, seat: Seat, bid: Bid, rules: RuleSet) -> Reason | None:
    """Why *seat*, having seen its cards, may not make *bid*; ``None``: it may."""
    if reason := _refusal_but_for_total(deal, seat, bid, rules):
        return reason
    return Reason.TOTAL_OF_THIRTEEN if _makes_thirteen(deal, seat, bid, rules) else None


def may_bid_blind(deal: Deal, seat: Seat, rules: RuleSet, scores: BySide[Score]) -> bool:
    """Whether *seat* may still bid blind nil, now or when its turn to bid comes.

    Its cards are hidden from everyone, itself included, as long as this holds.
    """
    if deal.seen[seat] or deal.bids[seat] is not None:
        return False
    if not blind_nil_offered(seat, rules, scores) or _makes_thirteen(deal, seat, NIL, rules):
        return False
    return _partner_allows_blind(deal, seat, rules)


def blind_nil_offered(seat: Seat, rules: RuleSet, scores: BySide[Score]) -> bool:
    """Whether *rules* and *scores* offer blind nil to *seat* in this deal."""
    if rules.blind_nil_points is None:
        return False
    behind = scores[seat.side.other].points - scores[seat.side].points
    return rules.blind_nil_behind is None or behind >= rules.blind_nil_behind


def _partner_allows_blind(deal: Deal, seat: Seat, rules: RuleSet) -> bool:
    partner = deal.bids[seat.partner]
    if partner is None:
        return True
    if partner.blind and rules.blind_nils_a_side == 1:
        return False
    return _pair_refusal(NIL, partner, rules) is None


def _makes_thirteen(deal: Deal, seat: Seat, bid: Bid, rules: RuleSet) -> bool:
    """Whether *bid* makes the four bids total 13 where that is banned and avoidable."""
    if not rules.no_total_of_thirteen or deal.bids_made < len(SEATS) - 1:
        return False
    banned = 13 - sum(other.tricks for other in deal.bids if other is not None)
    others = (b for b in BIDS if b.tricks != banned)
    return bid.tricks == banned and any(
        _refusal_but_for_total(deal, seat, other, rules) is None for other in others
    )


def _refusal_but_for_total(deal: Deal, seat: Seat, bid: Bid, rules: RuleSet) -> Reason | None:
    reason = _own_refusal(deal.hands[seat], bid, rules)
    if reason is not None:
        return reason
    partner = deal.bids[seat.partner]
    if partner is not None:
        return _pair_refusal(bid, partner, rules)
    if rules.bidding in (Bidding.MIRROR, Bidding.WHIZ):
        return None
    return _refusal_before_partner(bid, rules)


def _own_refusal(hand: CardSet, bid: Bid, rules: RuleSet) -> Reason | None:
    if bid not in BIDS:
        return Reason.NOT_A_BID
    if bid.is_nil and not offers_nil(rules):
        return Reason.NIL_NOT_OFFERED if rules.nil_points is None else Reason.BID_TOO_LOW
    if bid.tricks == 1 and rules.no_bid_of_one:
        return Reason.NO_BID_OF_ONE
    if rules.bidding in (Bidding.MIRROR, Bidding.WHIZ):
        may_be_nil = bid.is_nil and rules.bidding is Bidding.WHIZ
        if bid.tricks != len(hand.of(Suit.SPADES)) and not may_be_nil:
            return Reason.MUST_BID_SPADES
    return None


def _refusal_before_partner(bid: Bid, rules: RuleSet) -> Reason | None:
    """A first bid must leave the partner one: judge it by the answer that fits best."""
    reason: Reason | None = None
    for answer in BIDS:
        if _own_refusal(CardSet(), answer, rules) is not None:
            continue
        reason = _pair_refusal(answer, bid, rules)
        if reason is None:
            return None
    return reason


def _pair_refusal(bid: Bid, partner: Bid, rules: RuleSet) -> Reason | None:
    """Why a side may not bid *partner* and *bid* together."""
    both_nil = bid.is_nil and partner.is_nil
    if both_nil and not rules.both_nil:
        return Reason.BOTH_NIL
    if rules.bidding is Bidding.SUICIDE and not (bid.is_nil or partner.is_nil):
        return Reason.MUST_BID_NIL
    total = bid.tricks + partner.tricks
    if rules.side_bid_most is not None and total > rules.side_bid_most:
        return Reason.SIDE_BID_TOO_HIGH
    return Reason.SIDE_BID_TOO_LOW if total < rules.side_bid_least else None
