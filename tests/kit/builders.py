"""Small texts made into values of the core."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet
from spadille.core.commands import Command, LookAtHand, PlaceBid, PlayCard, StartDeal
from spadille.core.deal import Deal, Phase, Trick
from spadille.core.errors import IllegalCommand, Reason
from spadille.core.match import Match, apply, decide
from spadille.core.play import legal_cards
from spadille.core.rules import CHALLENGE, PRESETS, RuleSet
from spadille.core.scoring import DealScore, Score, SideScore
from spadille.core.seats import BySeat, Seat
from spadille.core.view import PlayerView, PrivateView, PublicView, view

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


EVEN = hands(
    "SAK2 HQJT9 D765 C432 / SQJ3 HAK2 DQJT9 C765 / ST94 H543 DAK2 CQJT9 / S8765 H876 D843 CAK8"
)
"""A deal in which every hand holds three or four cards of every suit."""
ONE_SUIT_EACH = hands("SAKQJT98765432 / HAKQJT98765432 / DAKQJT98765432 / CAKQJT98765432")
"""A deal of one whole suit each; north holds the spades."""


def scored(north_south: Score, east_west: Score = Score()) -> DealScore:  # noqa: B008 - immutable
    """A row of the score sheet after which the sides have these scores."""
    nothing = (Bid(1), Bid(1), Bid(1), Bid(1)), (0, 0, 0, 0)
    lines = (SideScore(0, (), 0, 0, 0, after) for after in (north_south, east_west))
    ours, theirs = lines
    return DealScore(*nothing, (ours, theirs))


def begin(
    rules: RuleSet = CHALLENGE,
    deal: BySeat[CardSet] = EVEN,
    dealer: Seat = Seat.WEST,
    points: tuple[int, int] = (0, 0),
) -> Match:
    """A match with cards dealt, the sides at *points*; unless told, north bids first."""
    sheet = (scored(Score(points[0]), Score(points[1])),) if any(points) else ()
    return obey(Match(rules, dealer, sheet=sheet), StartDeal(deal))


def obey(match: Match, *commands: Command) -> Match:
    """The match after *commands*."""
    for command in commands:
        for event in decide(match, command):
            match = apply(match, event)
    return match


def bid(match: Match, text: str) -> Match:
    """The match after these bids in turn, each of cards seen if it is not blind."""
    for word in text.split():
        deal = deal_of(match)
        seat = deal.turn(match.rules)
        assert seat is not None
        if not deal.seen[seat] and word != "B0":
            match = obey(match, LookAtHand(seat))
        match = obey(match, PlaceBid(seat, Bid.parse(word)))
    return match


def play(match: Match, text: str) -> Match:
    """The match after these cards in turn."""
    for card in cards(text):
        turn = deal_of(match).turn(match.rules)
        assert turn is not None
        match = obey(match, PlayCard(turn, card))
    return match


def deal_of(match: Match) -> Deal:
    """The deal under way."""
    assert match.deal is not None
    return match.deal


def refusal(match: Match, command: Command) -> Reason | None:
    """Why *command* is refused; ``None``: it is not."""
    try:
        decide(match, command)
    except IllegalCommand as refused:
        return refused.reason
    return None


def offered(match: Match, seat: Seat) -> str:
    """The bids that *seat* is offered now, as text."""
    own = view(match, seat).own
    assert own is not None
    return " ".join(map(str, own.bids))


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
