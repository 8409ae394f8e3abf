"""Small texts made into values of the core."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet
from spadille.core.deal import Phase, Trick
from spadille.core.play import legal_cards
from spadille.core.rules import PRESETS
from spadille.core.scoring import Score
from spadille.core.seats import BySeat, Seat
from spadille.core.view import PlayerView, PrivateView, PublicView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

DATA = Path(__file__).parent.parent / "data"


def cases(file: str, key: str) -> list[dict[str, Any]]:
    """Read the rows under *key* of a file of cases."""
    rows: list[dict[str, Any]] = json.loads((DATA / file).read_text(encoding="utf-8"))[key]
    return rows


def by_seat(values: Iterable[Any]) -> BySeat[Any]:
    """Give four values the type of one for each seat."""
    north, east, south, west = values
    return north, east, south, west


def cards(text: str) -> tuple[Card, ...]:
    """Read cards in the order they are played: ``"H2 HK S3"``."""
    return tuple(Card(name) for name in text.split())


def hands(text: str) -> BySeat[CardSet]:
    """Read ``"north / east / south / west"``."""
    return by_seat(CardSet.parse(hand) for hand in text.split("/"))


def seat(letter: str) -> Seat:
    """Read ``N``, ``E``, ``S`` or ``W``."""
    return Seat("NESW".index(letter))


def view_of_play(case: Mapping[str, Any]) -> PlayerView:
    """The view of a row of ``play`` in bots.json; its earlier tricks are not told."""
    rules, me = PRESETS[case["rules"]], seat(case["seat"])
    hand = CardSet.of_cards(Card(name) for name in case["hand"])
    trick = Trick(seat(case["leader"]), tuple(Card(name) for name in case["trick"]))
    held = [len(hand)] * 4
    for place in range(len(trick.cards)):
        held[trick.leader.after(place)] -= 1
    public = PublicView(
        deal_number=2,
        dealer=Seat.NORTH,
        phase=Phase.PLAYING,
        turn=me,
        bids=by_seat(Bid(case["bids"][letter]) for letter in "NESW"),
        unseen=(False, False, False, False),
        cards_held=by_seat(held),
        tricks=(),
        trick=trick,
        tricks_won=by_seat(case["tricks_taken"][letter] for letter in "NESW"),
        spades_broken=True,
        scores=(
            Score(case["scores"]["NS"], case["bags"]["NS"]),
            Score(case["scores"]["EW"], case["bags"]["EW"]),
        ),
        winner=None,
    )
    plays = legal_cards(hand, led=trick.led, broken=True, first_trick=False, rules=rules)
    return PlayerView(rules, public, PrivateView(me, hand, plays=plays))


def view_of_bid(case: Mapping[str, Any]) -> PlayerView:
    """The view of a row of ``bids`` in bots.json, from the south seat."""
    rules, before = PRESETS[case["rules"]], case["bids_before"]
    bids: list[Bid | None] = [None] * 4
    first = Seat.SOUTH.after(-len(before))
    for place, bid in enumerate(before):
        bids[first.after(place)] = Bid(bid)
    public = PublicView(
        deal_number=2,
        dealer=first.after(-1),
        phase=Phase.BIDDING,
        turn=Seat.SOUTH,
        bids=by_seat(bids),
        unseen=(False, False, False, False),
        cards_held=(13, 13, 13, 13),
        tricks=(),
        trick=Trick(first),
        tricks_won=(0, 0, 0, 0),
        spades_broken=False,
        scores=(
            Score(case["scores"]["us"], case["bags"]["us"]),
            Score(case["scores"]["them"], case["bags"]["them"]),
        ),
        winner=None,
    )
    hand = CardSet.of_cards(Card(name) for name in case["hand"])
    partner = bids[Seat.NORTH]
    most = 13 if rules.side_bid_most is None else rules.side_bid_most
    room = most - (partner.tricks if partner else 0)
    legal = tuple(Bid(tricks) for tricks in range(min(13, room) + 1))
    return PlayerView(rules, public, PrivateView(Seat.SOUTH, hand, bids=legal))
