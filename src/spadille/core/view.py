"""The one door to a player: what a seat, or a spectator, may see of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.core.bidding import legal_bids, may_bid_blind
from spadille.core.bids import BLIND_NIL, Bid
from spadille.core.cards import CardSet
from spadille.core.deal import Deal, Pass, Phase, Trick
from spadille.core.play import legal_plays
from spadille.core.rules import RuleSet
from spadille.core.scoring import Score
from spadille.core.seats import BySeat, BySide, Seat, Side
from spadille.core.value import Value

if TYPE_CHECKING:
    from spadille.core.match import Match

_NO_CARDS: Final = CardSet()


class PublicView(Value):
    """What everyone at the table sees."""

    deal_number: int
    """1 for the first deal of the match; between deals, that of the next one."""
    dealer: Seat
    phase: Phase | None
    """``None`` between deals and after the match."""
    turn: Seat | None
    bids: BySeat[Bid | None]
    unseen: BySeat[bool]
    """Whether each seat has yet to look at its cards."""
    cards_held: BySeat[int]
    tricks: tuple[Trick, ...]
    """The full tricks of this deal."""
    trick: Trick
    tricks_won: BySeat[int]
    spades_broken: bool
    scores: BySide[Score]
    winner: Side | None


class PrivateView(Value):
    """What one seat sees besides: its cards, and what it may do with them now."""

    seat: Seat
    hand: CardSet | None
    """``None``: not dealt, or not looked at."""
    plays: CardSet = CardSet()
    """The legal cards, when it is this seat's turn to play."""
    bids: tuple[Bid, ...] = ()
    """The legal bids, when it is this seat's turn to bid; after a look, unless blind."""
    may_look: bool = False
    """Whether this seat may look at its cards, giving up blind nil."""
    to_pass: int = 0
    """How many cards this seat is to give now."""
    gave: CardSet | None = None
    received: CardSet | None = None
    """Cards of the exchange, for the two who made it."""


class PlayerView(Value):
    """All that a player, a bot or a spectator ever gets of a match."""

    rules: RuleSet
    public: PublicView
    own: PrivateView | None
    """``None`` for a spectator."""


def view(match: Match, seat: Seat | None) -> PlayerView:
    """*match* as *seat* may see it; ``None`` is a spectator."""
    own = None if seat is None else private_view(match, seat)
    return PlayerView(match.rules, public_view(match), own)


def public_view(match: Match) -> PublicView:
    """The part of *match* that all may see."""
    deal = match.deal
    number = len(match.sheet) + 1
    if deal is None:
        no_bids: BySeat[Bid | None] = (None, None, None, None)
        none, first = (0, 0, 0, 0), Trick(match.dealer.after(1))
        return PublicView(
            number,
            match.dealer,
            None,
            None,
            no_bids,
            (False, False, False, False),
            none,
            (),
            first,
            none,
            spades_broken=False,
            scores=match.scores,
            winner=match.winner,
        )
    return PublicView(
        number,
        match.dealer,
        match.phase,
        match.turn,
        deal.bids,
        _unseen(deal),
        _cards_held(deal),
        deal.tricks,
        deal.trick,
        deal.tricks_won,
        deal.spades_broken,
        match.scores,
        match.winner,
    )


def private_view(match: Match, seat: Seat) -> PrivateView:
    """The part of *match* that only *seat* may see."""
    deal = match.deal
    if deal is None:
        return PrivateView(seat, None)
    rules = match.rules
    may_look = not deal.seen[seat]
    hand = None if may_look else deal.hands[seat]
    phase = match.phase if match.turn is seat else None
    return PrivateView(
        seat,
        hand,
        plays=legal_plays(deal, seat, rules) if phase is Phase.PLAYING else _NO_CARDS,
        bids=_bids(match, deal, seat) if phase is Phase.BIDDING else (),
        may_look=may_look,
        to_pass=rules.exchange_cards if phase is Phase.PASSING else 0,
        gave=_passed(deal.passes, seat),
        received=_passed(deal.passes, seat.partner),
    )


def _bids(match: Match, deal: Deal, seat: Seat) -> tuple[Bid, ...]:
    if may_bid_blind(deal, seat, match.rules, match.scores):
        return (BLIND_NIL,)
    return legal_bids(deal, seat, match.rules)


def _passed(passes: tuple[Pass, ...], giver: Seat) -> CardSet | None:
    for given in passes:
        if given.seat is giver:
            return given.cards
    return None


def _unseen(deal: Deal) -> BySeat[bool]:
    north, east, south, west = deal.seen
    return not north, not east, not south, not west


def _cards_held(deal: Deal) -> BySeat[int]:
    north, east, south, west = deal.hands
    return len(north), len(east), len(south), len(west)
