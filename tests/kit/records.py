"""Records of matches walked at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.commands import StartDeal
from spadille.core.match import Match, apply, decide
from spadille.core.record import MatchRecord
from spadille.core.review import records
from spadille.core.seats import Seat
from spadille.core.shuffle import commitment, deal_hands
from tests.kit.builders import by_seat
from tests.kit.walking import any_command

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from spadille.core.events import Event
    from spadille.core.rules import RuleSet

FOUR = ("Ann", "Bo", "Cleo", "Dan")


def record_of(
    rules: RuleSet, dice: Random, deals: int, players: Sequence[str] = FOUR
) -> MatchRecord:
    """The record of a match that stops after *deals* deals, if it is not over before."""
    match = Match(rules, Seat(dice.randrange(4)))
    log: list[Event] = []
    proofs: dict[int, tuple[str, str]] = {}
    while match.winner is None and (match.deal is not None or len(match.sheet) < deals):
        if match.deal is None:
            seed = dice.randbytes(32)
            proofs[len(match.sheet) + 1] = (commitment(seed), seed.hex())
            events = decide(match, StartDeal(deal_hands(seed)))
        else:
            events = decide(match, any_command(match, dice))
        log += events
        for event in events:
            match = apply(match, event)
    return MatchRecord(rules, by_seat(players), records(rules, log, proofs), match.winner)
