"""Nothing that a seat may not know reaches it.

Two matches that differ only in cards a seat cannot see must look the same to it, now
and after whatever happens next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from spadille.core.audience import CardsGiven, HandDealt, told
from spadille.core.cards import CardSet
from spadille.core.commands import StartDeal
from spadille.core.errors import IllegalCommand
from spadille.core.events import CardsDealt, CardsPassed, Event
from spadille.core.match import Match, apply, decide
from spadille.core.seats import Seat
from spadille.core.shuffle import deal_hands
from spadille.core.value import replace
from spadille.core.view import view
from tests.kit.strategies import dice, hiding_rules, matches, seeds, some_rules
from tests.kit.walking import any_command

if TYPE_CHECKING:
    from random import Random

    from spadille.core.commands import Command
    from spadille.core.rules import RuleSet

VIEWERS = (*Seat, None)
moments = matches(deals=3) | matches(deals=1, rules_from=hiding_rules)


def dealt_otherwise(match: Match, viewer: Seat | None, chance: Random) -> Match:
    """*match* with the cards that *viewer* cannot see dealt to the other hands anew."""
    deal = match.deal
    if deal is None:
        return match
    hidden = [seat for seat in Seat if seat is not viewer or not deal.seen[seat]]
    cards = [card for seat in hidden for card in deal.hands[seat]]
    chance.shuffle(cards)
    hands = list(deal.hands)
    for seat in hidden:
        size = len(hands[seat])
        hands[seat] = CardSet.of_cards(cards[:size])
        del cards[:size]
    north, east, south, west = hands
    return replace(match, deal=replace(deal, hands=(north, east, south, west)))


def outcome(match: Match, command: Command) -> tuple[tuple[Event, ...], Match] | None:
    """What comes of *command*, and the match after it; ``None``: it is refused."""
    try:
        events = decide(match, command)
    except IllegalCommand:
        return None
    for event in events:
        match = apply(match, event)
    return events, match


def sees(match: Match, viewer: Seat | None) -> bool:
    """Whether *viewer* sees a hand."""
    return viewer is not None and match.deal is not None and match.deal.seen[viewer]


@given(moments, dice)
def test_unseen_cards_change_no_view(match: Match, chance: Random) -> None:
    """A view holds the own hand and what lies open, and nothing worked out from the rest."""
    for viewer in VIEWERS:
        assert view(match, viewer) == view(dealt_otherwise(match, viewer, chance), viewer)


@given(moments, st.sampled_from(VIEWERS), dice)
def test_unseen_cards_change_no_news(match: Match, viewer: Seat | None, chance: Random) -> None:
    """A command that is legal in both worlds is told alike, and leaves equal views."""
    if match.winner is not None:
        return
    command = any_command(match, chance)
    for _ in range(10):
        other = dealt_otherwise(match, viewer, chance)
        here, there = outcome(match, command), outcome(other, command)
        if here is None or there is None:
            continue
        assert [told(e, viewer) for e in here[0]] == [told(e, viewer) for e in there[0]]
        if sees(match, viewer) or not sees(here[1], viewer):
            assert view(here[1], viewer) == view(there[1], viewer)


@given(some_rules | hiding_rules, seeds)
def test_a_deal_is_told_without_the_hands_of_others(rules: RuleSet, seed: bytes) -> None:
    """Of the cards dealt a seat hears its own, and those only if it may see them."""
    (dealt, *_) = decide(Match(rules, Seat.NORTH), StartDeal(deal_hands(seed)))
    assert isinstance(dealt, CardsDealt)
    for viewer in VIEWERS:
        may_see = viewer is not None and dealt.seen[viewer]
        own = dealt.hands[viewer] if viewer is not None and may_see else None
        assert told(dealt, viewer) == HandDealt(Seat.NORTH, own)


@given(
    st.sampled_from(list(Seat)), st.sampled_from(VIEWERS), st.integers(0, 2**52 - 1).map(CardSet)
)
def test_cards_given_are_told_to_the_two_partners_only(
    giver: Seat, viewer: Seat | None, cards: CardSet
) -> None:
    """The others hear how many."""
    heard = told(CardsPassed(giver, cards), viewer)
    partners = viewer is not None and viewer.side is giver.side
    assert heard == CardsGiven(giver, len(cards), cards if partners else None)
