"""What a seat may know, as numbers; seats are counted from the observer, clockwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from spadille.core.cards import CardSet
from spadille.core.deal import TRICKS, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from spadille.core.cards import Card
    from spadille.core.seats import Seat
    from spadille.core.view import PlayerView

FIELDS: Final[dict[str, int]] = {
    "hand": 52,  # the cards held, once seen
    "giving": 52,  # cards given to the partner, or picked so far
    "received": 52,  # cards the partner gave
    "played": 4 * 52,  # by each seat, in this deal
    "table": 4 * 52,  # by each seat, to the trick on the table
    "voids": 4 * 4,  # suits each seat has shown to be out of: clubs, diamonds, hearts, spades
    "bids": 4 * 15,  # of each seat: nil, 1 to 13, blind nil; all 0: none yet
    "won": 4,  # tricks taken by each seat, over 13
    "unseen": 4,  # whether each seat has yet to look at its cards
    "dealer": 4,
    "leader": 4,  # of the trick on the table
    "phase": 3,  # bidding, passing, playing
    "broken": 1,  # whether spades are broken
    "points": 2,  # of one's own side and of the other, over the target
    "bags": 2,  # the same for bags, over the limit (10 where there is none)
}
"""The fields of an observation in order, and how many numbers each takes."""
SIZE: Final = sum(FIELDS.values())
MOST: Final = 4.0
"""Points and bags are cut off here, and at minus this."""
WITHOUT_LIMIT: Final = 10
_PHASES: Final = (Phase.BIDDING, Phase.PASSING, Phase.PLAYING)


def bounds() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The least and the most that each number can be."""
    low, high = np.zeros(SIZE, np.float32), np.ones(SIZE, np.float32)
    scores = FIELDS["points"] + FIELDS["bags"]
    low[-scores:], high[-scores:] = -MOST, MOST
    return low, high


def observation(view: PlayerView, giving: CardSet) -> NDArray[np.float32]:
    """*view* in the fields above; *giving* are cards picked for the partner and not yet given."""
    own, public = view.own, view.public
    assert own is not None
    me = own.seat
    played, table = np.zeros((4, 52)), np.zeros((4, 52))
    voids, bids = np.zeros((4, 4)), np.zeros((4, 15))
    for trick in (*public.tricks, public.trick):
        for place, card in enumerate(trick.cards):
            seat = _from(me, trick.leader.after(place))
            played[seat, card.index] = 1
            if card.suit is not trick.led:
                voids[seat, trick.cards[0].suit] = 1
            if trick is public.trick:
                table[seat, card.index] = 1
    for seat, bid in enumerate(public.bids):
        if bid is not None:
            bids[(seat - me) & 3, 14 if bid.blind else bid.tricks] = 1
    parts = (
        _cards(own.hand or ()),
        _cards(giving | (own.gave or CardSet())),
        _cards(own.received or ()),
        played.ravel(),
        table.ravel(),
        voids.ravel(),
        bids.ravel(),
        np.roll(public.tricks_won, -me) / TRICKS,
        np.roll(public.unseen, -me),
        np.arange(4) == _from(me, public.dealer),
        np.arange(4) == _from(me, public.trick.leader),
        [public.phase is phase for phase in _PHASES],
        [public.spades_broken],
        *_scores(view, me),
    )
    return np.concatenate(parts).astype(np.float32)


def _from(me: Seat, seat: Seat) -> int:
    """How many seats clockwise of *me*."""
    return (seat - me) & 3


def _cards(cards: Iterable[Card]) -> NDArray[np.float64]:
    bits = np.zeros(52)
    bits[[card.index for card in cards]] = 1
    return bits


def _scores(view: PlayerView, me: Seat) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rules = view.rules
    both = (view.public.scores[me.side], view.public.scores[me.side.other])
    points = np.array([score.points for score in both]) / rules.target
    bags = np.array([score.bags for score in both]) / (rules.bag_limit or WITHOUT_LIMIT)
    return np.clip(points, -MOST, MOST), np.clip(bags, -MOST, MOST)
