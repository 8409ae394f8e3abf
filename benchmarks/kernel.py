"""How fast the kernel is, in playouts and exact endings: ``python -m benchmarks.kernel``.

``open_spiel`` and ``endplay`` are compared with where they are installed: playouts of
pyspiel's Spades in C++, and Bo Haglund's double-dummy solver on the same endings.
"""

from __future__ import annotations

import random
from time import thread_time
from typing import TYPE_CHECKING, Final

import numpy as np

from spadille.bots.kernel.bits import DECK
from spadille.bots.kernel.bridge import dealt, rules_array
from spadille.bots.kernel.dice import new_dice
from spadille.bots.kernel.jit import Ints, jit
from spadille.bots.kernel.layout import BROKEN, DONE, GONE, POSITION
from spadille.bots.kernel.rollout import play_out, play_randomly
from spadille.bots.kernel.solve import ONLY_TRICKS, POINTS, card_values, ending
from spadille.core.cards import CardSet, Suit
from spadille.core.rules import CHALLENGE, CLASSIC, SpadesLead
from spadille.core.value import replace

if TYPE_CHECKING:
    from collections.abc import Callable

DEALS: Final = 50_000
BID_OF_THREE: Final = 55
"""In pyspiel's numbers."""
ENDINGS: Final = ((4, 200), (5, 200), (6, 100), (8, 30))


@jit
def play_many(starts: Ints, dice: Ints, deals: int, by_rules: int) -> None:
    """Play out *deals* deals, taking those of *starts* in turn."""
    position = np.zeros(POSITION, np.int64)
    for deal in range(deals):
        position[:] = starts[deal % len(starts)]
        if by_rules:
            play_out(position, dice, 0)
        else:
            play_randomly(position, dice)


def starts(number: int) -> Ints:
    """Different deals, for on a single one the processor learns the branches."""
    rules, dice = rules_array(CHALLENGE), random.Random(3)
    deck = list(range(52))
    rows = []
    for leader in range(number):
        dice.shuffle(deck)
        hands = [sum(1 << card for card in deck[n * 13 : (n + 1) * 13]) for n in range(4)]
        rows.append(dealt(rules, hands, (3, 3, 3, 3), leader & 3))
    return np.array(rows)


def rate(work: Callable[[int], None], number: int) -> float:
    """How many a second of processor time, after a first call that may compile."""
    work(2)
    begun = thread_time()
    work(number)
    return number / (thread_time() - begun)


def playouts() -> None:
    """Whole deals, played out."""
    deals, dice = starts(2_000), new_dice(1, 2)
    ours = rate(lambda n: play_many(deals, dice, n, 0), DEALS)
    rules = rate(lambda n: play_many(deals, dice, n, 1), DEALS)
    print(f"random playouts: {ours:,.0f}/s; by the quick player: {rules:,.0f}/s")
    try:
        import pyspiel  # noqa: PLC0415 - optional
    except ImportError:
        return
    state = pyspiel.load_game("spades").new_initial_state()
    dealer = random.Random(5)
    while state.is_chance_node():
        state.apply_action(dealer.choice(state.legal_actions()))
    for _ in range(4):
        state.apply_action(BID_OF_THREE)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]

    def rollouts(number: int) -> None:
        for run in range(number):
            pyspiel.evaluate_bots(state.clone(), bots, run)

    theirs = rate(rollouts, 5_000)
    print(f"pyspiel random rollouts of the play in C++: {theirs:,.0f}/s, {ours / theirs:.1f} x")


def endings() -> None:
    """The value of every legal card, by cards left in each hand."""
    rules = rules_array(replace(CLASSIC, spades_lead=SpadesLead.ANY_TIME))
    dice = random.Random(5)
    for size, number in ENDINGS:
        cases = [_ending(dice, rules, size) for _ in range(number)]
        games = {
            name: ending(rules, (0, 0), goal=ONLY_TRICKS if name == "tricks" else POINTS)
            for name in TIMES
        }
        line = [f"{size} cards:"]
        found: list[int] = []
        for name, game in games.items():
            card_values(game, cases[0][1])
            begun = thread_time()
            for _, position in cases:
                game.table[:] = -1
                values = card_values(game, position)
                if name == "tricks":
                    found.append(max(values.values()))
            line.append(f"{name} {(thread_time() - begun) / number * 1000:.3f} ms")
        print(*line, _double_dummy([hands for hands, _ in cases], found))


TIMES: Final = ("points", "tricks")


def _ending(dice: random.Random, rules: Ints, size: int) -> tuple[list[int], Ints]:
    cards = dice.sample(range(52), 4 * size)
    hands = [sum(1 << card for card in cards[n * size : (n + 1) * size]) for n in range(4)]
    position = dealt(rules, hands, (1, 1, 1, 1), 0)
    position[DONE] = 13 - size
    position[GONE] = DECK & ~sum(hands)
    position[BROKEN] = 1
    return hands, position


def _double_dummy(deals: list[list[int]], found: list[int]) -> str:
    try:
        from endplay.dds import solve_board  # noqa: PLC0415 - optional
        from endplay.types import Deal, Denom, Player  # noqa: PLC0415
    except ImportError:
        return ""
    boards = [Deal(_pbn(hands), first=Player.north, trump=Denom.spades) for hands in deals]
    begun = thread_time()
    values = [max(tricks for _, tricks in solve_board(board)) for board in boards]
    spent = (thread_time() - begun) / len(boards) * 1000
    wrong = sum(one != two for one, two in zip(values, found, strict=True))
    return f"DDS {spent:.3f} ms, {wrong} of {len(boards)} differ"


def _pbn(hands: list[int]) -> str:
    texts = []
    for mask in hands:
        suits = (str(CardSet(mask).of(suit))[1:] for suit in reversed(Suit))
        texts.append(".".join(suits))
    return "N:" + " ".join(texts)


if __name__ == "__main__":
    playouts()
    endings()
