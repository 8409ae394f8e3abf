"""Makes the record of a match from its events, and checks one that was handed in.

A check needs nothing but the record: it deals every seed again and plays every card
through `decide`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from spadille.core.bids import Bid
from spadille.core.cards import CardSet
from spadille.core.commands import (
    Command,
    LookAtHand,
    PassCards,
    PlaceBid,
    PlayCard,
    StartDeal,
)
from spadille.core.deal import Deal, Phase
from spadille.core.errors import IllegalCommand
from spadille.core.events import CardsDealt, DealScored, Event
from spadille.core.match import Match, apply, decide
from spadille.core.record import DealRecord, MatchRecord
from spadille.core.rules import RuleSet
from spadille.core.scoring import match_winner
from spadille.core.seats import BySeat, Seat
from spadille.core.shuffle import SEED_BYTES, commitment, deal_hands
from spadille.core.validation import problems
from spadille.core.value import Value


class Flaw(StrEnum):
    """Everything that may be wrong with a record."""

    BAD_RULES = "bad_rules"
    """The rules contradict themselves."""
    NO_PROOF = "no_proof"
    """Seed or commitment is missing or is no hexadecimal text of its length."""
    OTHER_COMMITMENT = "other_commitment"
    """The commitment is not the SHA-256 of the seed."""
    OTHER_CARDS = "other_cards"
    """The seed deals other hands."""
    OTHER_DEALER = "other_dealer"
    """It was another seat's turn to deal."""
    BAD_HANDS = "bad_hands"
    """The hands are not 13 different cards each."""
    ILLEGAL_BID = "illegal_bid"
    ILLEGAL_GIFT = "illegal_gift"
    ILLEGAL_CARD = "illegal_card"
    BAD_TRICK = "bad_trick"
    """A trick has not four cards."""
    OTHER_LEADER = "other_leader"
    """Another seat led to a trick."""
    UNFINISHED = "unfinished"
    """The deal stops before its last card."""
    OTHER_SCORE = "other_score"
    """The deal scores something else."""
    MATCH_WAS_OVER = "match_was_over"
    """The deal comes after the end of the match."""
    OTHER_WINNER = "other_winner"
    """The match has another winner, or none yet."""


class Finding(Value):
    """One flaw of a record."""

    deal: int
    """The deal's number from 1; 0: the match as a whole."""
    flaw: Flaw
    sentence: str


def records(
    rules: RuleSet, events: Iterable[Event], proofs: Mapping[int, tuple[str, str]]
) -> tuple[DealRecord, ...]:
    """The finished deals of the match that *events* tell from its start.

    *proofs* holds the commitment and the seed, both in hexadecimal digits, by the
    deal's number from 1.
    """
    match = Match(rules, Seat.NORTH)
    dealt: BySeat[CardSet] = (CardSet(), CardSet(), CardSet(), CardSet())
    finished: list[DealRecord] = []
    for event in events:
        if isinstance(event, CardsDealt):
            dealt = event.hands
        elif isinstance(event, DealScored) and match.deal is not None:
            proof = proofs.get(len(finished) + 1, ("", ""))
            finished.append(_record(match.deal, dealt, event, proof))
        match = apply(match, event)
    return tuple(finished)


def _record(
    deal: Deal, dealt: BySeat[CardSet], event: DealScored, proof: tuple[str, str]
) -> DealRecord:
    score = event.score
    return DealRecord(deal.dealer, dealt, score.bids, deal.passes, deal.tricks, score, *proof)


def verify(record: MatchRecord) -> list[Finding]:
    """Everything that is wrong with *record*; each deal is judged by itself."""
    if found := problems(record.rules):
        sentence = "The rules contradict themselves: " + "; ".join(p.message for p in found)
        return [Finding(0, Flaw.BAD_RULES, f"{sentence}.")]
    findings = [
        Finding(place + 1, flaw, sentence)
        for place in range(len(record.deals))
        for flaw, sentence in _deal_flaws(record, place)
    ]
    sheet = tuple(deal.score for deal in record.deals)
    winner = match_winner(record.rules, sheet) if sheet else None
    if winner is not record.winner:
        right = "Nobody" if winner is None else winner.name.replace("_", "-").capitalize()
        findings.append(Finding(0, Flaw.OTHER_WINNER, f"{right} has won after these deals."))
    return findings


def _deal_flaws(record: MatchRecord, place: int) -> Iterator[tuple[Flaw, str]]:
    deal = record.deals[place]
    sheet = tuple(earlier.score for earlier in record.deals[:place])
    if sheet and match_winner(record.rules, sheet) is not None:
        yield Flaw.MATCH_WAS_OVER, "The match was over before this deal."
    dealer = record.deals[0].dealer.after(place)
    if deal.dealer is not dealer:
        yield Flaw.OTHER_DEALER, f"{dealer.name.capitalize()} was to deal."
    yield from _proof_flaws(deal)
    yield from _play_flaws(Match(record.rules, deal.dealer, sheet=sheet), deal)


def _proof_flaws(deal: DealRecord) -> Iterator[tuple[Flaw, str]]:
    seed = _from_hex(deal.seed)
    if seed is None or _from_hex(deal.commitment) is None:
        yield Flaw.NO_PROOF, "Without seed and commitment nothing proves how this was dealt."
        return
    if commitment(seed) != deal.commitment.lower():
        yield Flaw.OTHER_COMMITMENT, "The commitment is not the SHA-256 of the seed."
    if deal_hands(seed) != deal.hands:
        yield Flaw.OTHER_CARDS, "The seed deals other hands."


def _from_hex(digits: str) -> bytes | None:
    """The bytes of a seed or of its SHA-256, which are as long; ``None`` for other texts."""
    if len(digits) != 2 * SEED_BYTES or not digits.isascii() or not digits.isalnum():
        return None
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return None


def _play_flaws(match: Match, deal: DealRecord) -> Iterator[tuple[Flaw, str]]:
    """Play *deal* again from the start, up to the first thing that is refused."""
    try:
        match = _obey(match, StartDeal(deal.hands))
        for step in (_bid, _pass, _play):
            match = step(match, deal)
    except _Stopped as stop:
        yield stop.flaw, stop.sentence
        return
    if match.deal is not None:
        yield Flaw.UNFINISHED, "The deal stops before its last card."
    elif match.sheet[-1] != deal.score:
        yield Flaw.OTHER_SCORE, "The deal scores something else."


class _Stopped(Exception):  # noqa: N818 - it names what happened
    """The replay met something that cannot be."""

    def __init__(self, flaw: Flaw, sentence: str) -> None:
        super().__init__(sentence)
        self.flaw = flaw
        self.sentence = sentence


def _bid(match: Match, deal: DealRecord) -> Match:
    for steps in range(1, 5):
        seat = deal.dealer.after(steps)
        bid: Bid = deal.bids[seat]
        if not bid.blind and match.deal is not None and not match.deal.seen[seat]:
            match = _obey(match, LookAtHand(seat))
        match = _obey(match, PlaceBid(seat, bid))
    return match


def _pass(match: Match, deal: DealRecord) -> Match:
    for given in deal.passes:
        match = _obey(match, PassCards(given.seat, given.cards))
    return match


def _play(match: Match, deal: DealRecord) -> Match:
    for number, trick in enumerate(deal.tricks, 1):
        playing = match.deal
        if playing is None or playing.phase(match.rules) is not Phase.PLAYING:
            raise _Stopped(Flaw.ILLEGAL_CARD, f"Trick {number} cannot be played yet, or any more.")
        if not trick.is_full:
            raise _Stopped(Flaw.BAD_TRICK, f"Trick {number} has not four cards.")
        if trick.leader is not playing.trick.leader:
            leader = playing.trick.leader.name.capitalize()
            raise _Stopped(Flaw.OTHER_LEADER, f"{leader} was to lead to trick {number}.")
        for place, card in enumerate(trick.cards):
            match = _obey(match, PlayCard(trick.leader.after(place), card))
    return match


def _obey(match: Match, command: Command) -> Match:
    try:
        events = decide(match, command)
    except IllegalCommand as refusal:
        raise _Stopped(*_refused(command, refusal)) from None
    for event in events:
        match = apply(match, event)
    return match


def _refused(command: Command, refusal: IllegalCommand) -> tuple[Flaw, str]:
    reason = refusal.reason
    match command:
        case StartDeal():
            return Flaw.BAD_HANDS, f"These hands cannot be dealt: {reason}."
        case LookAtHand(seat):
            return Flaw.ILLEGAL_BID, f"{_name(seat)} cannot look at the cards: {reason}."
        case PlaceBid(seat, bid):
            return Flaw.ILLEGAL_BID, f"{_name(seat)} may not bid {bid}: {reason}."
        case PassCards(seat, cards):
            return Flaw.ILLEGAL_GIFT, f"{_name(seat)} may not give {cards}: {reason}."
        case PlayCard(seat, card):
            return Flaw.ILLEGAL_CARD, f"{_name(seat)} may not play {card}: {reason}."


def _name(seat: Seat) -> str:
    return seat.name.capitalize()
