"""Every move of every seat as one of 68 numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from spadille.core.bids import BIDS, BLIND_NIL
from spadille.core.cards import DECK, CardSet
from spadille.core.commands import LookAtHand, PassCards, PlaceBid, PlayCard
from spadille.core.deal import Phase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spadille.core.bids import Bid
    from spadille.core.view import PlayerView

    Move = LookAtHand | PlaceBid | PassCards | PlayCard

FIRST_BID: Final = 52
"""The action of a card is its index; that of a bid is this and its tricks, nil being 52."""
BLIND_ACTION: Final = 66
"""Blind nil, where the rules and the score offer it."""
LOOK_ACTION: Final = 67
"""Looking at one's cards, which gives up blind nil."""
ACTIONS: Final = 68


def bid_action(bid: Bid) -> int:
    """The action of *bid*."""
    return BLIND_ACTION if bid.blind else FIRST_BID + bid.tricks


def action_mask(view: PlayerView, giving: CardSet) -> NDArray[np.int8]:
    """1 for each legal action of the player of *view*, who has picked *giving* to give."""
    mask = np.zeros(ACTIONS, np.int8)
    own = view.own
    if own is None or view.public.turn is not own.seat:
        return mask
    if own.to_pass and own.hand is not None:
        mask[[card.index for card in own.hand - giving]] = 1
    mask[[card.index for card in own.plays]] = 1
    mask[[bid_action(bid) for bid in own.bids]] = 1
    if own.may_look:
        mask[LOOK_ACTION] = 1
    return mask


def move_of(action: int, view: PlayerView, giving: CardSet) -> Move | None:
    """The move that a legal *action* makes in *view*; ``None`` while cards are still picked.

    Cards of an exchange are given one action at a time; the last one completes *giving*.
    """
    own = view.own
    assert own is not None
    if action == LOOK_ACTION:
        return LookAtHand(own.seat)
    if action == BLIND_ACTION:
        return PlaceBid(own.seat, BLIND_NIL)
    if action >= FIRST_BID:
        return PlaceBid(own.seat, BIDS[action - FIRST_BID])
    card = DECK[action]
    if view.public.phase is Phase.PLAYING:
        return PlayCard(own.seat, card)
    gift = giving | CardSet.of_cards([card])
    return PassCards(own.seat, gift) if len(gift) == own.to_pass else None


def actions_of(move: Move) -> list[int]:
    """The actions that make *move*: more than one only for cards given."""
    match move:
        case LookAtHand():
            return [LOOK_ACTION]
        case PlaceBid(_, bid):
            return [bid_action(bid)]
        case PassCards(_, cards):
            return [card.index for card in cards]
        case PlayCard(_, card):
            return [card.index]
