"""The rule bot's bids: count the tricks, weigh a nil, look at the score."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from spadille.bots.counting import expected_tricks
from spadille.bots.nil_odds import nil_chance
from spadille.bots.table_sense import own_hand, own_view
from spadille.core.rules import Bidding
from spadille.core.scoring import TRICK_POINTS

if TYPE_CHECKING:
    from spadille.core.bids import Bid
    from spadille.core.view import PlayerView

ROUND_UP: Final = 0.35
"""How much of a trick short one still bids it."""
NIL_MARGIN: Final = 20
"""By how many points a nil must promise to be better than counting tricks."""
HOPELESS: Final = 150
"""How far behind, with the others about to win, blind nil is all that is left."""
A_GOOD_DEAL: Final = 70
"""Points that a side may well make in one deal."""


def choose_bid(view: PlayerView) -> Bid:
    """The legal bid closest to what the cards and the score ask for."""
    legal = own_view(view).bids
    nil = next((bid for bid in legal if bid.is_nil), None)
    if nil is not None and _nil_pays(view):
        return nil
    wanted = max(1, _count(view))
    return min(legal, key=lambda bid: (abs(bid.tricks - wanted), bid.is_nil, bid.tricks))


def choose_blind(view: PlayerView) -> bool:
    """Whether only a gamble is left: far behind, and the others are about to win."""
    side = own_view(view).seat.side
    ours, theirs = view.public.scores[side].points, view.public.scores[side.other].points
    about_to_win = theirs + A_GOOD_DEAL >= view.rules.target
    return about_to_win and theirs - ours >= HOPELESS


def _count(view: PlayerView) -> int:
    """The tricks to bid, fewer where fewer win the match."""
    tricks = floor(expected_tricks(own_hand(view)) + ROUND_UP)
    enough = _enough_to_win(view)
    return tricks if enough is None else min(tricks, max(1, enough))


def _enough_to_win(view: PlayerView) -> int | None:
    """The bid that wins the match if it is made; ``None`` where the others may too."""
    seat = own_view(view).seat
    partner = view.public.bids[seat.partner]
    if partner is None:
        return None
    us, them = (view.public.scores[side].points for side in (seat.side, seat.side.other))
    opponents = (view.public.bids[seat.after(1)], view.public.bids[seat.after(3)])
    theirs = them + TRICK_POINTS * sum(bid.tricks for bid in opponents if bid is not None)
    missing = view.rules.target + 1 - us
    if None in opponents or theirs >= view.rules.target:
        return None
    return -(-missing // TRICK_POINTS) - partner.tricks


def _nil_pays(view: PlayerView) -> bool:
    worth = view.rules.nil_points
    if worth is None or view.rules.bidding is Bidding.MIRROR:
        return False
    seat, hand = own_view(view).seat, own_hand(view)
    partner = view.public.bids[seat.partner]
    enough = _enough_to_win(view)
    if enough is not None and enough <= _count(view):
        return False
    chance = nil_chance(hand)
    if partner is not None and partner.is_nil:
        chance *= chance
    gain = (2 * chance - 1) * worth
    return gain > TRICK_POINTS * expected_tricks(hand) + NIL_MARGIN
