"""Gets compiled code ready before a player needs it: a server calls this as it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.bots.bot import ask
from spadille.bots.levels import SKILLED
from spadille.bots.search_bot import SearchBot
from spadille.core.commands import StartDeal
from spadille.core.deal import Phase
from spadille.core.match import Match, apply, decide
from spadille.core.rules import PRESETS
from spadille.core.seats import Seat
from spadille.core.shuffle import SEED_BYTES, deal_hands
from spadille.core.value import replace
from spadille.core.view import view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spadille.core.rules import RuleSet


def warm_up(rule_sets: Iterable[RuleSet] = tuple(PRESETS.values())) -> None:
    """Bid and play a card under each of *rule_sets*; the first time ever, this compiles.

    House rules also need a table of win chances, which takes some seconds to work out.

    It takes no lock and may run in a thread: compiling lets others run now and then,
    and what is compiled is kept for the next start.
    """
    bot = SearchBot(replace(SKILLED, card_playouts=40, bid_playouts=40))
    for rules in rule_sets:
        match = Match(rules, Seat.NORTH)
        for event in decide(match, StartDeal(deal_hands(bytes(SEED_BYTES)))):
            match = apply(match, event)
        played = 0
        while not played and match.deal is not None:
            seat = match.deal.turn(rules)
            played += match.deal.phase(rules) is Phase.PLAYING
            for event in decide(match, ask(bot, view(match, seat))):
                match = apply(match, event)


if __name__ == "__main__":
    warm_up()
