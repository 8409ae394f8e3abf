"""One dealing of 13 cards each: its state, and whose turn it is."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet, Suit
from spadille.core.rules import Exchange, ExchangeOrder, RuleSet
from spadille.core.seats import SEATS, BySeat, Seat, with_seat
from spadille.core.value import Value, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

TRICKS: Final = 13
"""Tricks in a deal."""


class Phase(StrEnum):
    """What the deal waits for."""

    BIDDING = "bidding"
    PASSING = "passing"
    PLAYING = "playing"
    OVER = "over"


# Python 3.11 takes longer to look a member up than to do the rest of what is asked most.
_BIDDING, _PASSING, _PLAYING, _OVER = Phase
_SPADES: Final = Suit.SPADES


class Trick(Value):
    """The cards put on one trick, in order from its leader."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> Suit | None:
        """The suit to follow, once a card lies on the table."""
        return self.cards[0].suit if self.cards else None

    @property
    def is_full(self) -> bool:
        """Whether all four have played."""
        return len(self.cards) == len(SEATS)

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return self.leader.after(len(self.cards))

    @property
    def winner(self) -> Seat:
        """Who takes the trick as it lies: the highest spade, else the highest card led."""
        best = max(range(len(self.cards)), key=lambda place: strength(self.cards[place], self.led))
        return self.leader.after(best)


def strength(card: Card, led: Suit | None) -> int:
    """Rank *card* on a trick where *led* was led; a discard ranks below all."""
    if card.suit is _SPADES:
        return 13 + card.rank
    return card.rank if card.suit is led else -1


class Pass(Value):
    """Cards given in the exchange."""

    seat: Seat
    """The giver; the partner receives."""
    cards: CardSet


class Deal(Value):
    """The state of one deal; everything that can be worked out is a property."""

    dealer: Seat
    hands: BySeat[CardSet]
    """The cards that each seat still holds."""
    seen: BySeat[bool]
    """Whether each seat has looked at its cards (or never had the choice)."""
    bids: BySeat[Bid | None] = (None, None, None, None)
    passes: tuple[Pass, ...] = ()
    tricks: tuple[Trick, ...] = ()
    """The full tricks, first to last."""
    trick: Trick = Trick(Seat.NORTH)
    """The trick on the table; before play, an empty one led by the first leader."""

    @property
    def bids_made(self) -> int:
        """How many players have bid."""
        return len(SEATS) - self.bids.count(None)

    @property
    def all_bids(self) -> BySeat[Bid]:
        """The four bids, once all have been made."""
        north, east, south, west = (bid for bid in self.bids if bid is not None)
        return north, east, south, west

    @property
    def tricks_won(self) -> BySeat[int]:
        """Tricks taken by each seat: whoever takes a trick leads to the next."""
        won = [0, 0, 0, 0]
        for trick in self.tricks[1:]:
            won[trick.leader] += 1
        if self.tricks:
            won[self.trick.leader] += 1
        north, east, south, west = won
        return north, east, south, west

    @property
    def spades_broken(self) -> bool:
        """Whether a spade has been played, the trick on the table included."""
        for trick in (*self.tricks, self.trick):
            for card in trick.cards:
                if card.suit is _SPADES:
                    return True
        return False

    @property
    def played(self) -> Iterator[Card]:
        """Every card played, in order."""
        for trick in (*self.tricks, self.trick):
            yield from trick.cards

    def phase(self, rules: RuleSet) -> Phase:
        """What the deal waits for under *rules*."""
        if None in self.bids:
            return _BIDDING
        if len(self.passes) < len(passing_order(self, rules)):
            return _PASSING
        return _OVER if len(self.tricks) == TRICKS else _PLAYING

    def turn(self, rules: RuleSet) -> Seat | None:
        """Whose bid, pass or card is awaited; ``None`` once all is played."""
        return self.turn_in(self.phase(rules), rules)

    def turn_in(self, phase: Phase | None, rules: RuleSet) -> Seat | None:
        """The same, for whoever knows the *phase* that the deal is in under *rules*."""
        if phase is _PLAYING:
            return self.trick.turn
        if phase is _BIDDING:
            return self.dealer.after(1 + self.bids_made)
        return passing_order(self, rules)[len(self.passes)] if phase is _PASSING else None


def passing_order(deal: Deal, rules: RuleSet) -> tuple[Seat, ...]:
    """Who gives cards, in turn, once all have bid.

    On each side the bidder of a blind nil (else of a nil, where the rules exchange for
    it too) and the partner give once each; of two such bidders a blind one counts
    first, then the one who bid first.
    """
    if not rules.exchange_cards or None in deal.bids:
        return ()
    order: list[Seat] = []
    for first in (deal.dealer.after(1), deal.dealer.after(2)):
        bidders = [seat for seat in (first, first.partner) if _exchanges(deal.bids[seat], rules)]
        if not bidders:
            continue
        blind = [seat for seat in bidders if _is_blind(deal.bids[seat])]
        bidder = (blind or bidders)[0]
        pair = (bidder, bidder.partner)
        order += pair if rules.exchange_order is ExchangeOrder.BIDDER_FIRST else pair[::-1]
    return tuple(order)


def _is_blind(bid: Bid | None) -> bool:
    return bid is not None and bid.blind


def _exchanges(bid: Bid | None, rules: RuleSet) -> bool:
    if bid is None or not bid.is_nil:
        return False
    return bid.blind or rules.exchange_for is Exchange.ANY_NIL


def with_bid(deal: Deal, seat: Seat, bid: Bid) -> Deal:
    """Write down *bid*; the cards of a blind bidder are seen from then on."""
    return replace(
        deal, bids=with_seat(deal.bids, seat, bid), seen=with_seat(deal.seen, seat, value=True)
    )


def with_pass(deal: Deal, seat: Seat, cards: CardSet) -> Deal:
    """Move *cards* from *seat*'s hand to the partner's."""
    hands = with_seat(deal.hands, seat, deal.hands[seat] - cards)
    hands = with_seat(hands, seat.partner, hands[seat.partner] | cards)
    return replace(deal, hands=hands, passes=(*deal.passes, Pass(seat, cards)))


def with_card(deal: Deal, seat: Seat, card: Card) -> Deal:
    """Move *card* from *seat*'s hand to the trick on the table."""
    hand = CardSet(deal.hands[seat].mask & ~card.bit)
    trick = Trick(deal.trick.leader, (*deal.trick.cards, card))
    return replace(deal, hands=with_seat(deal.hands, seat, hand), trick=trick)


def with_trick_taken(deal: Deal, winner: Seat) -> Deal:
    """Turn the full trick over; *winner* leads to the next."""
    return replace(deal, tricks=(*deal.tricks, deal.trick), trick=Trick(winner))
