"""The core and the oracle play the same match side by side."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from spadille.core.commands import Command, LookAtHand, PassCards, PlaceBid, PlayCard, StartDeal
from spadille.core.deal import Phase
from spadille.core.match import Match, apply
from spadille.core.seats import Seat, Side
from spadille.core.view import view
from tests.kit.oracle import NaiveMatch
from tests.kit.walking import walk

if TYPE_CHECKING:
    from random import Random

    from spadille.core.cards import CardSet
    from spadille.core.rules import RuleSet
    from spadille.core.scoring import SideScore

PHASES = {Phase.BIDDING: "bidding", Phase.PASSING: "exchange", Phase.PLAYING: "play"}
SIDES = {None: None, Side.NORTH_SOUTH: "NS", Side.EAST_WEST: "EW"}


def names(cards: CardSet) -> frozenset[str]:
    """Cards as the oracle writes them."""
    return frozenset(card.value for card in cards)


def play_side_by_side(rules: RuleSet, dice: Random, deals: int) -> Counter[str]:
    """Play *deals* deals in both, comparing them before every command.

    Gives how often each kind of command was met.
    """
    naive = NaiveMatch(msgspec.to_builtins(rules))
    match = Match(rules, Seat(dice.randrange(4)))
    met: Counter[str] = Counter()
    for before, command, events in walk(match, dice, deals):
        compare(before, naive)
        tell(naive, command, before)
        blind = isinstance(command, PlaceBid) and command.bid.blind
        met["blind nil" if blind else type(command).__name__] += 1
        match = before
        for event in events:
            match = apply(match, event)
        if match.deal is None:
            compare_scores(match, naive)
    return met


def tell(naive: NaiveMatch, command: Command, match: Match) -> None:
    """Give the oracle the same command."""
    match command:
        case StartDeal(hands):
            naive.start_deal(match.dealer, [names(hand) for hand in hands])
        case LookAtHand(seat):
            naive.look(seat)
        case PlaceBid(seat, bid):
            naive.bid(seat, str(bid))
        case PassCards(seat, cards):
            naive.give(seat, names(cards))
        case PlayCard(seat, card):
            naive.play(seat, card.value)


def compare(match: Match, naive: NaiveMatch) -> None:
    """Both know the same of the deal under way, and offer the same."""
    deal = match.deal
    if deal is None:
        assert naive.phase == "between"
        return
    assert naive.phase == PHASES[deal.phase(match.rules)]
    assert naive.turn == deal.turn(match.rules)
    assert [naive.unseen(seat) for seat in Seat] == [not seen for seen in deal.seen]
    assert tuple(naive.taken) == deal.tricks_won
    assert naive.broken == deal.spades_broken
    assert naive.hands == [names(hand) for hand in deal.hands]
    turn = deal.turn(match.rules)
    own = view(match, turn).own
    assert own is not None
    assert naive.bids_on_offer() == [str(bid) for bid in own.bids]
    offered = own.hand if own.to_pass else own.plays
    assert offered is not None
    assert naive.cards_on_offer() == names(offered)


def compare_scores(match: Match, naive: NaiveMatch) -> None:
    """Both scored the last deal alike."""
    assert naive.winner == SIDES[match.winner]
    assert list(naive.scores) == [as_told(line) for line in match.sheet[-1].sides]
    assert naive.points == tuple(score.points for score in match.scores)
    assert naive.bags == tuple(score.bags for score in match.scores)


def as_told(line: SideScore) -> dict[str, object]:
    """A line of the score sheet as the oracle writes it."""
    return {
        "contract": line.contract,
        "nils": list(line.nils),
        "bags": line.bags,
        "bag_points": line.bag_points,
        "bag_penalty": line.bag_penalty,
        "points_after": line.after.points,
        "bags_after": line.after.bags,
    }
