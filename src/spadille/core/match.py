"""The match: `decide` judges a command, `apply` writes down what happened."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from spadille.core.bidding import bid_refusal, blind_nil_offered, may_bid_blind
from spadille.core.bids import BLIND_NIL
from spadille.core.cards import FULL_DECK, CardSet, Suit
from spadille.core.commands import (
    Command,
    LookAtHand,
    PassCards,
    PlaceBid,
    PlayCard,
    StartDeal,
)
from spadille.core.deal import (
    Deal,
    Phase,
    Trick,
    with_bid,
    with_card,
    with_pass,
    with_trick_taken,
)
from spadille.core.errors import IllegalCommand, Reason
from spadille.core.events import (
    BidPlaced,
    CardPlayed,
    CardsDealt,
    CardsPassed,
    DealScored,
    Event,
    HandSeen,
    MatchWon,
    TrickTaken,
)
from spadille.core.play import play_refusal
from spadille.core.rules import RuleSet
from spadille.core.scoring import DealScore, Score, match_winner, score_deal
from spadille.core.seats import SEATS, BySeat, BySide, Seat, Side, with_seat
from spadille.core.value import Value, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

HAND_SIZE = 13


class Match(Value, dict=True):
    """A match from its first deal to its winner.

    What is asked of it again and again is worked out once.
    """

    rules: RuleSet
    dealer: Seat
    """The dealer of the deal under way, or of the next one."""
    deal: Deal | None = None
    sheet: tuple[DealScore, ...] = ()
    """The scored deals, first to last."""
    winner: Side | None = None

    @cached_property
    def phase(self) -> Phase | None:
        """What the deal waits for; ``None`` where there is no deal."""
        return None if self.deal is None else self.deal.phase(self.rules)

    @cached_property
    def turn(self) -> Seat | None:
        """Whose bid, pass or card is awaited."""
        return None if self.deal is None else self.deal.turn_in(self.phase, self.rules)

    @property
    def scores(self) -> BySide[Score]:
        """Both sides' scores after the scored deals."""
        if not self.sheet:
            return Score(), Score()
        north_south, east_west = self.sheet[-1].sides
        return north_south.after, east_west.after


def decide(match: Match, command: Command) -> tuple[Event, ...]:
    """Judge *command*: return all that happens, or raise `IllegalCommand`."""
    event = _judge(match, command)
    return event, *_consequences(apply(match, event))


def apply(match: Match, event: Event) -> Match:
    """The match after *event*: a plain fold, with no rules in it."""
    match event:
        # Most events are this one, and the cases are tried in turn.
        case CardPlayed(seat, card):
            return replace(match, deal=with_card(_deal_of(match), seat, card))
        case CardsDealt(dealer, hands, seen):
            deal = Deal(dealer, hands, seen, trick=Trick(dealer.after(1)))
            return replace(match, dealer=dealer, deal=deal)
        case DealScored(score):
            return replace(
                match, deal=None, dealer=match.dealer.after(1), sheet=(*match.sheet, score)
            )
        case MatchWon(side):
            return replace(match, winner=side)
        case HandSeen() | BidPlaced() | CardsPassed() | TrickTaken():
            return replace(match, deal=_advance(_deal_of(match), event))
        case _:
            assert_never(event)


def replay(rules: RuleSet, dealer: Seat, events: Iterator[Event]) -> Match:
    """The match after all of *events*, from its start with *dealer*."""
    match = Match(rules, dealer)
    for event in events:
        match = apply(match, event)
    return match


def _advance(deal: Deal, event: HandSeen | BidPlaced | CardsPassed | TrickTaken) -> Deal:
    match event:
        case HandSeen(seat):
            return replace(deal, seen=with_seat(deal.seen, seat, value=True))
        case BidPlaced(seat, bid):
            return with_bid(deal, seat, bid)
        case CardsPassed(seat, cards):
            return with_pass(deal, seat, cards)
        case TrickTaken(winner):
            return with_trick_taken(deal, winner)


def _deal_of(match: Match) -> Deal:
    if match.winner is not None:
        raise IllegalCommand(Reason.MATCH_OVER)
    if match.deal is None:
        raise IllegalCommand(Reason.NO_DEAL)
    return match.deal


def _judge(match: Match, command: Command) -> Event:
    match command:
        # Most commands are this one, and the cases are tried in turn.
        case PlayCard():
            return _judge_play(match, command)
        case StartDeal(hands):
            return _judge_start(match, hands)
        case LookAtHand(seat):
            return _judge_look(match, seat)
        case PlaceBid():
            return _judge_bid(match, command)
        case PassCards():
            return _judge_pass(match, command)
        case _:
            assert_never(command)


def _judge_start(match: Match, hands: BySeat[CardSet]) -> CardsDealt:
    if match.winner is not None:
        raise IllegalCommand(Reason.MATCH_OVER)
    if match.deal is not None:
        raise IllegalCommand(Reason.DEAL_UNDER_WAY)
    together = hands[0] | hands[1] | hands[2] | hands[3]
    if together != FULL_DECK or any(len(hand) != HAND_SIZE for hand in hands):
        raise IllegalCommand(Reason.BAD_DEAL)
    north, east, south, west = (
        not blind_nil_offered(seat, match.rules, match.scores) for seat in Seat
    )
    return CardsDealt(match.dealer, hands, (north, east, south, west))


def _judge_look(match: Match, seat: Seat) -> HandSeen:
    deal = _deal_of(match)
    if match.phase is not Phase.BIDDING:
        raise IllegalCommand(Reason.NOT_BIDDING)
    if deal.seen[seat]:
        raise IllegalCommand(Reason.ALREADY_SEEN)
    return HandSeen(seat)


def _in_turn(match: Match, seat: Seat, phase: Phase, otherwise: Reason) -> Deal:
    """The deal, if it waits for *seat* in *phase*."""
    deal = _deal_of(match)
    if match.phase is not phase:
        raise IllegalCommand(otherwise)
    if match.turn is not seat:
        raise IllegalCommand(Reason.NOT_YOUR_TURN)
    return deal


def _judge_bid(match: Match, command: PlaceBid) -> BidPlaced:
    seat, bid = command.seat, command.bid
    deal = _in_turn(match, seat, Phase.BIDDING, Reason.NOT_BIDDING)
    if bid == BLIND_NIL:
        if not may_bid_blind(deal, seat, match.rules, match.scores):
            offered = blind_nil_offered(seat, match.rules, match.scores)
            late = offered and deal.seen[seat]
            raise IllegalCommand(Reason.ALREADY_SEEN if late else Reason.BLIND_NIL_NOT_OFFERED)
        return BidPlaced(seat, bid)
    if not deal.seen[seat]:
        raise IllegalCommand(Reason.LOOK_FIRST)
    if reason := bid_refusal(deal, seat, bid, match.rules):
        raise IllegalCommand(reason)
    return BidPlaced(seat, bid)


def _judge_pass(match: Match, command: PassCards) -> CardsPassed:
    deal = _in_turn(match, command.seat, Phase.PASSING, Reason.NOT_PASSING)
    if not command.cards <= deal.hands[command.seat]:
        raise IllegalCommand(Reason.NOT_YOUR_CARD)
    if len(command.cards) != match.rules.exchange_cards:
        raise IllegalCommand(Reason.WRONG_NUMBER_OF_CARDS)
    return CardsPassed(command.seat, command.cards)


def _judge_play(match: Match, command: PlayCard) -> CardPlayed:
    seat, card = command.seat, command.card
    deal = _in_turn(match, seat, Phase.PLAYING, Reason.NOT_PLAYING)
    if reason := play_refusal(deal, seat, card, match.rules):
        raise IllegalCommand(reason)
    return CardPlayed(seat, card, card.suit is Suit.SPADES and not deal.spades_broken)


def _consequences(match: Match) -> Iterator[Event]:
    """What follows by itself: hands open, a full trick is taken, a full deal is scored."""
    while (event := _next_consequence(match)) is not None:
        yield event
        match = apply(match, event)


def _next_consequence(match: Match) -> Event | None:
    if match.winner is not None:
        return None
    if match.deal is None:
        side = match_winner(match.rules, match.sheet) if match.sheet else None
        return None if side is None else MatchWon(side)
    return _next_in_deal(match, match.deal)


def _next_in_deal(match: Match, deal: Deal) -> Event | None:
    for seat in SEATS:
        if not deal.seen[seat] and not may_bid_blind(deal, seat, match.rules, match.scores):
            return HandSeen(seat)
    if deal.trick.is_full:
        return TrickTaken(deal.trick.winner)
    if match.phase is not Phase.OVER:
        return None
    return DealScored(score_deal(match.rules, deal.all_bids, deal.tricks_won, match.scores))
