"""The only crossing between the core's values and the kernel's arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from spadille.bots.kernel.bid import UNBID
from spadille.bots.kernel.bits import DECK
from spadille.bots.kernel.layout import (
    ANY_LEAD,
    BIDS,
    BLIND,
    BROKEN,
    DONE,
    FAILED_NIL,
    FIRST_FORBIDDEN,
    FORBID,
    GONE,
    HANDS,
    HELP,
    LEAD_ANY_TIME,
    LEADER,
    NEED,
    NEVER,
    NIL_BAGS,
    NIL_HELPS,
    NIL_NOTHING,
    POSITION,
    SPARE,
    WON,
)
from spadille.bots.kernel.play import put
from spadille.bots.kernel.question import Question
from spadille.core.bids import BIDS as ALL_BIDS
from spadille.core.bids import BLIND_NIL
from spadille.core.rules import (
    BagRemainder,
    Exchange,
    ExchangeOrder,
    FirstTrickSpades,
    NilTricks,
    SetContract,
    SpadesLead,
    WinAt,
)
from spadille.core.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.bots.kernel.jit import Floats, Ints
    from spadille.core.bids import Bid
    from spadille.core.deal import Deal, Trick
    from spadille.core.rules import RuleSet
    from spadille.core.view import PlayerView

_NIL_TRICKS: Final = {
    NilTricks.BAGS: NIL_BAGS,
    NilTricks.HELP_PARTNER: NIL_HELPS,
    NilTricks.NOTHING: NIL_NOTHING,
}


def rules_array(rules: RuleSet) -> Ints:
    """The part of *rules* that play and scoring need, in the places `layout` gives."""
    numbers = (
        rules.target + (rules.win_at is WinAt.EXCEEDS),
        NEVER if rules.losing_score is None else rules.losing_score,
        rules.deal_limit or 0,
        rules.bag_points,
        rules.bag_limit or 0,
        rules.bag_penalty,
        rules.bag_remainder is BagRemainder.RESET,
        rules.set_contract is SetContract.LOSES_BID,
        rules.nil_points or 0,
        _NIL_TRICKS[rules.failed_nil_tricks],
        rules.blind_nil_points or 0,
        rules.ten_for_two_hundred,
        rules.boston,
        rules.first_trick_spades is FirstTrickSpades.FORBIDDEN,
        rules.spades_lead is SpadesLead.ANY_TIME,
        rules.exchange_cards,
        rules.exchange_for is Exchange.ANY_NIL,
        rules.exchange_order is ExchangeOrder.PARTNER_FIRST,
    )
    return np.array(numbers, np.int64)


def bid_number(bid: Bid) -> int:
    """The kernel's code of *bid*."""
    return BLIND if bid.blind else bid.tricks


def bid_of(number: int) -> Bid:
    """The bid of a kernel's code."""
    return BLIND_NIL if number == BLIND else ALL_BIDS[number]


def empty_position(rules: Ints) -> Ints:
    """A position with no cards and no bids."""
    position = np.zeros(POSITION, np.int64)
    position[FORBID] = rules[FIRST_FORBIDDEN]
    position[ANY_LEAD] = rules[LEAD_ANY_TIME]
    position[HELP] = rules[FAILED_NIL] == NIL_HELPS
    position[SPARE : SPARE + 2] = 2
    return position


def dealt(rules: Ints, hands: Sequence[int], bids: Sequence[int], leader: int) -> Ints:
    """The position before the first card."""
    position = empty_position(rules)
    position[HANDS : HANDS + 4] = hands
    set_bids(position, bids)
    position[LEADER] = leader
    return position


def set_bids(position: Ints, bids: Sequence[int]) -> None:
    """Write down all four bids, and what they ask of each side."""
    position[BIDS : BIDS + 4] = bids
    for side in range(2):
        position[NEED + side] = max(0, bids[side]) + max(0, bids[side + 2])


def position_of(deal: Deal, rules: RuleSet) -> Ints:
    """*deal*, all bids made, with every card where it lies."""
    tricks = (*deal.tricks, deal.trick)
    bids = [bid_number(bid) for bid in deal.bids if bid is not None]
    hands = [hand.mask for hand in deal.hands]
    for seat, bit in _plays(tricks):
        hands[seat] |= bit
    position = dealt(rules_array(rules), hands, bids, tricks[0].leader)
    _replay(position, tricks)
    return position


def _plays(tricks: Sequence[Trick]) -> list[tuple[Seat, int]]:
    """Who played what, in order."""
    return [
        (trick.leader.after(place), card.bit)
        for trick in tricks
        for place, card in enumerate(trick.cards)
    ]


def _replay(position: Ints, tricks: Sequence[Trick]) -> None:
    for trick in tricks:
        for card in trick.cards:
            put(position, card.index)


def question_of(view: PlayerView, chances: Floats) -> Question:
    """What *view* tells; raise `ValueError` for that of a spectator."""
    own, public = view.own, view.public
    if own is None:
        raise ValueError("a spectator has no move to make")
    rules = rules_array(view.rules)
    tricks = (*public.tricks, public.trick)
    hand = 0 if own.hand is None else own.hand.mask
    bids = [UNBID if bid is None else bid_number(bid) for bid in public.bids]
    asked = [0 if bid == UNBID else bid for bid in bids]
    start = dealt(rules, (0, 0, 0, 0), asked, tricks[0].leader)
    position = start.copy()
    _replay(position, tricks)
    position[HANDS + own.seat] = hand
    told = _correct_untold(position, view)
    history = [card.index for trick in tricks for card in trick.cards] if told else []
    known = np.zeros(4, np.int64)
    if own.gave is not None:
        known[own.seat.partner] = own.gave.mask & ~int(position[GONE]) & ~hand
    sizes = np.array(public.cards_held, np.int64)
    if own.hand is not None:
        sizes[own.seat] = 0
    sides = (value for score in public.scores for value in (score.points, score.bags))
    return Question(
        position=position,
        rules=rules,
        seat=int(own.seat),
        sizes=sizes,
        known=known,
        pool=DECK & ~int(position[GONE]) & ~hand & ~int(known[own.seat.partner]),
        bids=np.array(bids, np.int64),
        first=int(public.dealer.after(1)),
        scores=np.array(list(sides), np.int64),
        deals=public.deal_number - 1,
        start=start,
        history=np.array(history, np.int64),
        chances=chances,
    )


def _correct_untold(position: Ints, view: PlayerView) -> bool:
    """Trust the counts of a view over its tricks: a made-up one may not tell them all.

    Returns whether all were told.
    """
    won = np.array(view.public.tricks_won, np.int64)
    if (position[WON : WON + 4] == won).all():
        return True
    position[WON : WON + 4] = won
    position[DONE] = won.sum()
    position[BROKEN] = view.public.spades_broken
    helps = bool(position[HELP])
    for seat in Seat:
        bid = int(position[BIDS + seat])
        if bid > 0 or helps:
            position[NEED + seat.side] -= won[seat]
    return False
