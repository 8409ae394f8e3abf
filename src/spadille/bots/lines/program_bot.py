"""A computer player whose answers come from a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spadille.bots.lines.program import program
from spadille.core.commands import PassCards, PlaceBid, PlayCard

if TYPE_CHECKING:
    from spadille.core.bids import Bid
    from spadille.core.cards import Card, CardSet
    from spadille.core.rules import RuleSet
    from spadille.core.view import PlayerView


@dataclass(frozen=True)
class ProgramBot:
    """Asks a program, which is started once in each process and sees views alone.

    Being a process of its own, it cannot peek: what it is told is all there is for it.
    Raises `spadille.bots.lines.program.ProgramError` where the program gives no move.
    """

    command: str
    """As typed in a shell, but no shell reads it."""
    seed: int = 0
    seconds: float = 10.0
    """The longest that an answer may take."""

    def greet(self, rules: RuleSet) -> None:
        """Start the program, if it does not run yet, and tell it *rules*."""
        program(self.command, self.seconds).greet(rules)

    def bids_blind(self, view: PlayerView) -> bool:
        """Ask whether to look or to bid."""
        return isinstance(program(self.command, self.seconds).ask(view, self.seed), PlaceBid)

    def bid(self, view: PlayerView) -> Bid:
        """Ask for a bid."""
        move = program(self.command, self.seconds).ask(view, self.seed)
        assert isinstance(move, PlaceBid)
        return move.bid

    def give(self, view: PlayerView) -> CardSet:
        """Ask for the cards."""
        move = program(self.command, self.seconds).ask(view, self.seed)
        assert isinstance(move, PassCards)
        return move.cards

    def play(self, view: PlayerView) -> Card:
        """Ask for a card."""
        move = program(self.command, self.seconds).ask(view, self.seed)
        assert isinstance(move, PlayCard)
        return move.card
