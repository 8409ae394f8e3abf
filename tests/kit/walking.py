"""Matches walked by legal moves, at random but the same for the same dice."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from spadille.core.cards import CardSet
from spadille.core.commands import Command, LookAtHand, PassCards, PlaceBid, PlayCard, StartDeal
from spadille.core.match import Match, apply, decide
from spadille.core.seats import Seat
from spadille.core.shuffle import deal_hands
from spadille.core.view import view

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from spadille.core.events import Event
    from spadille.core.rules import RuleSet


def legal_moves(match: Match) -> list[Command]:
    """Every command that the players' own views say is legal now."""
    return [move for seat in Seat for move in moves_of(match, seat)]


def moves_of(match: Match, seat: Seat) -> list[Command]:
    """Those of one seat."""
    own = view(match, seat).own
    assert own is not None
    moves: list[Command] = [LookAtHand(seat)] if own.may_look else []
    moves += [PlaceBid(seat, bid) for bid in own.bids]
    moves += [PlayCard(seat, card) for card in own.plays]
    if own.to_pass and own.hand is not None:
        gifts = combinations(own.hand, own.to_pass)
        moves += [PassCards(seat, CardSet.of_cards(gift)) for gift in gifts]
    return moves


def any_command(match: Match, dice: Random) -> Command:
    """A legal command: the next deal, or a player's move."""
    if match.deal is None:
        return StartDeal(deal_hands(dice.randbytes(32)))
    turn = match.deal.turn(match.rules)
    assert turn is not None
    unseen = [seat for seat in Seat if seat is not turn and not match.deal.seen[seat]]
    if unseen and dice.random() < 0.2:
        return LookAtHand(dice.choice(unseen))
    return dice.choice(moves_of(match, turn))


def walk(
    match: Match, dice: Random, deals: int = 1
) -> Iterator[tuple[Match, Command, tuple[Event, ...]]]:
    """Each state on the way, the command given in it, and what came of it.

    The walk stops after *deals* deals or with the match.
    """
    while match.winner is None and (match.deal is not None or len(match.sheet) < deals):
        command = any_command(match, dice)
        events = decide(match, command)
        yield match, command, events
        for event in events:
            match = apply(match, event)


def states(rules: RuleSet, dice: Random, deals: int = 1) -> Iterator[Match]:
    """The states of a walk from a match's start, the last one included."""
    match = Match(rules, Seat(dice.randrange(4)))
    yield match
    for before, _, events in walk(match, dice, deals):
        match = before
        for event in events:
            match = apply(match, event)
        yield match
