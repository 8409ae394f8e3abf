"""What a view implies: who needs what, which cards are out, who is void."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from spadille.core.cards import FULL_DECK, CardSet, Suit
from spadille.core.deal import Trick, strength
from spadille.core.rules import NilTricks

if TYPE_CHECKING:
    from spadille.core.cards import Card
    from spadille.core.rules import RuleSet
    from spadille.core.seats import Seat, Side
    from spadille.core.view import PlayerView, PrivateView, PublicView


def own_view(view: PlayerView) -> PrivateView:
    """The part of *view* that a spectator does not get."""
    if view.own is None:
        raise ValueError("a spectator has no move to make")
    return view.own


def own_hand(view: PlayerView) -> CardSet:
    """The cards held, once they have been seen."""
    hand = own_view(view).hand
    if hand is None:
        raise ValueError("the cards have not been seen")
    return hand


@dataclass(frozen=True)
class TableSense:
    """A view as a player reads it whose turn it is to play a card."""

    rules: RuleSet
    public: PublicView
    seat: Seat
    hand: CardSet
    plays: CardSet

    @classmethod
    def of(cls, view: PlayerView) -> TableSense:
        """Read *view*."""
        own = own_view(view)
        return cls(view.rules, view.public, own.seat, own_hand(view), own.plays)

    @property
    def trick(self) -> Trick:
        """The trick on the table."""
        return self.public.trick

    @property
    def left(self) -> int:
        """Tricks still to be taken in this deal, this one included."""
        return len(self.hand)

    @cached_property
    def out(self) -> CardSet:
        """The cards that the other three hold."""
        played = CardSet.of_cards(
            card for trick in (*self.public.tricks, self.trick) for card in trick.cards
        )
        return FULL_DECK - self.hand - played

    @cached_property
    def voids(self) -> frozenset[tuple[Seat, Suit]]:
        """Who has shown to be out of which suit."""
        return frozenset(
            (trick.leader.after(place), trick.cards[0].suit)
            for trick in (*self.public.tricks, self.trick)
            for place, card in enumerate(trick.cards)
            if card.suit is not trick.cards[0].suit
        )

    @cached_property
    def still_to_play(self) -> tuple[Seat, ...]:
        """Who plays to this trick after oneself."""
        return tuple(self.seat.after(n) for n in range(1, 4 - len(self.trick.cards)))

    @property
    def is_last(self) -> bool:
        """Whether nobody plays to this trick after oneself."""
        return not self.still_to_play

    def winner(self) -> Seat | None:
        """Who takes the trick as it lies; ``None`` before the lead."""
        return self.trick.winner if self.trick.cards else None

    def beats(self, card: Card) -> bool:
        """Whether *card* would take the trick as it lies."""
        return all(
            strength(card, self.trick.led) > strength(other, self.trick.led)
            for other in self.trick.cards
        )

    def higher_out(self, card: Card) -> int:
        """How many higher cards of its suit others hold."""
        return len(CardSet(self.out.of(card.suit).mask & -(card.bit << 1)))

    def lower_out(self, card: Card) -> int:
        """How many lower cards of its suit others hold."""
        return len(CardSet(self.out.of(card.suit).mask & (card.bit - 1)))

    def holds(self, card: Card) -> bool:
        """Whether *card*, the best of the trick, is likely to stay so."""
        later = [seat for seat in self.still_to_play if seat.side is not self.seat.side]
        if not later:
            return True
        if self.higher_out(card):
            return False
        led = self.trick.led or card.suit
        ruffers = [seat for seat in later if (seat, led) in self.voids]
        return card.suit is Suit.SPADES or not (ruffers and self.out.of(Suit.SPADES))

    def nil_alive(self, seat: Seat) -> bool:
        """Whether *seat* bid nil and has taken no trick."""
        bid = self.public.bids[seat]
        return bid is not None and bid.is_nil and not self.public.tricks_won[seat]

    def needs(self, side: Side) -> int:
        """How many tricks *side* still needs for its contract; below 0: bags."""
        needed = 0
        for seat in side.seats:
            bid, taken = self.public.bids[seat], self.public.tricks_won[seat]
            if bid is None:
                continue
            helps = self.rules.failed_nil_tricks is NilTricks.HELP_PARTNER
            needed += bid.tricks - (taken if helps or not bid.is_nil else 0)
        return needed

    @cached_property
    def wants_tricks(self) -> bool:
        """Whether this trick is worth taking: for the contract, or to set the others."""
        ours, theirs = self.needs(self.seat.side), self.needs(self.seat.side.other)
        if ours > 0:
            return ours <= self.left or theirs > 0
        spare_for_them = self.left - theirs
        return theirs > 0 and 0 <= spare_for_them < self._tricks_worth_a_set()

    def _tricks_worth_a_set(self) -> int:
        """How many bags one takes for a chance to set the opponents."""
        limit, bags = self.rules.bag_limit, self.public.scores[self.seat.side].bags
        near_penalty = limit is not None and bags + 2 >= limit
        return 0 if near_penalty else 2
