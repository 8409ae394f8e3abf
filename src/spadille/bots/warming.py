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

    from spadille.bots.levels import Level
    from spadille.core.rules import RuleSet
    from spadille.core.view import PlayerView


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
        _warm_up_the_rest(view(match, _turn(match)), bot.level)
        played = 0
        while not played and match.deal is not None:
            seat = match.deal.turn(rules)
            played += match.deal.phase(rules) is Phase.PLAYING
            for event in decide(match, ask(bot, view(match, seat))):
                match = apply(match, event)


def _turn(match: Match) -> Seat | None:
    return None if match.deal is None else match.deal.turn(match.rules)


def _warm_up_the_rest(seen: PlayerView, level: Level) -> None:
    """What the hands of the first deal may not need: the trial of a nil, and of gifts."""
    import numpy as np  # noqa: PLC0415 - all of this is loaded when it is first needed

    from spadille.bots.kernel.gift_trial import try_gifts  # noqa: PLC0415
    from spadille.bots.nil_outlook import outlook  # noqa: PLC0415
    from spadille.bots.thinking import prepared  # noqa: PLC0415

    question, care, table = prepared(seen, level, 0)
    outlook(question, care, 0, table, stake=0.1, deals=1)
    # Nothing is given, so that this fits rules without an exchange too.
    try_gifts(question, care, np.zeros(1, np.int64), 0, np.zeros((1, 1)), table)


if __name__ == "__main__":
    warm_up()
