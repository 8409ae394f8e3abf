"""How fast the kernel is, in playouts and exact endings: ``python -m benchmarks.kernel``.

``open_spiel`` and ``endplay`` are compared with where they are installed: playouts of
pyspiel's Spades in C++, and Bo Haglund's double-dummy solver on the same endings.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean, median
from time import thread_time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from spadille.bots.kernel.bits import DECK
from spadille.bots.kernel.bridge import dealt, rules_array
from spadille.bots.kernel.dice import new_dice
from spadille.bots.kernel.double_dummy import boards_values
from spadille.bots.kernel.dummy_board import memory
from spadille.bots.kernel.jit import Ints, jit
from spadille.bots.kernel.layout import BROKEN, DONE, GONE, POSITION, WON
from spadille.bots.kernel.rollout import play_out, play_randomly
from spadille.bots.kernel.solve import card_values, ending
from spadille.core.cards import CardSet, Suit
from spadille.core.rules import CHALLENGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DEALS: Final = 50_000
BID_OF_THREE: Final = 55
"""In pyspiel's numbers."""
ENDINGS: Final = ((3, 200), (4, 200), (5, 200), (6, 100), (8, 20))
BATCH: Final = 1 << 12
"""Boards of one call, halved with each card."""
FEW_PLACES: Final = 1 << 10
"""Of the table of positions, for boards so small that it stays near the processor."""
MANY_PLACES: Final = 1 << 15
BIG: Final = 10
FIRST_MOVE: Final = """
import resource, time
from spadille.bots.warming import warm_up
from spadille.core.rules import CHALLENGE
from spadille.bots.kernel import search
warm_up([CHALLENGE])
hits = sum(search.try_cards.stats.cache_hits.values())
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(f"{time.process_time():.2f} s of processor time, {memory} MB, from the cache: {bool(hits)}")
"""


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
    print(
        f"pyspiel random rollouts of the play in C++: {theirs:,.0f}/s, ours {ours / theirs:.1f} x"
    )

    def in_python(number: int) -> None:
        dice = random.Random(6)
        for _ in range(number):
            copy = state.clone()
            while not copy.is_terminal():
                copy.apply_action(dice.choice(copy.legal_actions()))

    theirs = rate(in_python, 500)
    print(f"the same driven from Python: {theirs:,.0f}/s, ours {ours / theirs:.0f} x")


def exact_endings() -> None:
    """The value of every legal card in the points of the deal, by cards left in a hand."""
    rules, dice = rules_array(CHALLENGE), random.Random(5)
    for size, number in ENDINGS:
        game = ending(rules, (0, 0))
        cases = [_ending(dice, rules, size) for _ in range(number)]
        card_values(game, cases[0])
        spent = []
        for position in cases:
            game.table[:] = -1
            begun = thread_time()
            card_values(game, position)
            spent.append((thread_time() - begun) * 1000)
        print(
            f"exact score, {size} cards a hand: mean {mean(spent):.3f} ms, "
            f"median {median(spent):.3f} ms ({number} endings)"
        )


def _ending(dice: random.Random, rules: Ints, size: int) -> Ints:
    hands = deal_cards(dice, size)
    bids = [dice.choice((0, 1, 2, 3, 4, 5)) for _ in range(4)]
    takers = [seat for seat in range(4) if bids[seat]] or [0]
    position = dealt(rules, hands, bids, 0)
    position[DONE] = 13 - size
    position[GONE] = DECK & ~sum(hands)
    position[BROKEN] = 1
    for _ in range(13 - size):
        position[WON + dice.choice(takers)] += 1
    return position


def deal_cards(dice: random.Random, size: int) -> list[int]:
    """Four hands of *size* cards."""
    cards = dice.sample(range(52), 4 * size)
    return [sum(1 << card for card in cards[n * size : (n + 1) * size]) for n in range(4)]


def double_dummy(sizes: Iterable[int], positions: int, seconds: float) -> int:
    """Tricks after every card, beside DDS on the same boards; returns how many differ.

    Sizes take turns in batches until *positions* or, for each size, *seconds* are spent.
    """
    try:
        from endplay.dds import solve_board  # noqa: PLC0415 - optional
        from endplay.types import Deal, Denom, Player  # noqa: PLC0415
    except ImportError:
        print("double dummy: endplay is not installed, nothing to compare with")
        return 0
    wrong = total = 0
    boards_values(memory(1), np.array([deal_cards(random.Random(1), 1)]), 0, np.zeros((1, 52), int))
    for size in sizes:
        notes = memory(FEW_PLACES if size < BIG else MANY_PLACES)
        dice = random.Random(size)
        ours = theirs = 0.0
        done = missed = 0
        while done < positions and ours + theirs < seconds:
            batch = max(1, min(positions - done, BATCH // 2**size))
            hands = [deal_cards(dice, size) for _ in range(batch)]
            found, boards = np.zeros((batch, 52), np.int64), np.array(hands, np.int64)
            begun = thread_time()
            boards_values(notes, boards, 0, found)
            ours += thread_time() - begun
            deals = [Deal(_pbn(held), first=Player.north, trump=Denom.spades) for held in hands]
            begun = thread_time()
            solved = [list(solve_board(deal)) for deal in deals]
            theirs += thread_time() - begun
            missed += sum(
                any(found[n, _index(card)] != tricks for card, tricks in row)
                for n, row in enumerate(solved)
            )
            done += batch
        wrong, total = wrong + missed, total + done
        print(
            f"double dummy, {size} cards: ours {ours / done * 1000:.4f} ms, "
            f"DDS {theirs / done * 1000:.4f} ms, ratio {ours / theirs:.2f}; "
            f"{missed} of {done} boards differ"
        )
    print(f"double dummy: {wrong} of {total} boards differ")
    return wrong


def _index(card: Any) -> int:  # noqa: ANN401 - a card of endplay's
    return "CDHS".index(card.suit.name[0].upper()) * 13 + "23456789TJQKA".index(card.rank.abbr)


def _pbn(hands: list[int]) -> str:
    texts = []
    for mask in hands:
        suits = (str(CardSet(mask).of(suit))[1:] for suit in reversed(Suit))
        texts.append(".".join(suits))
    return "N:" + " ".join(texts)


def processes() -> None:
    """What compiled code costs a process: the first time, the next, and with no place for it."""
    with tempfile.TemporaryDirectory() as kept:
        nowhere = Path(kept) / "file"
        nowhere.touch()
        cold = {"SPADILLE_KERNEL_CACHE": kept}
        none = {"SPADILLE_KERNEL_CACHE": f"{nowhere}/x", "HOME": str(nowhere)}
        none["XDG_CACHE_HOME"] = str(nowhere)
        for name, place in (("cold", cold), ("warm", cold), ("read-only home", none)):
            done = subprocess.run(  # noqa: S603 - our own program
                [sys.executable, "-c", FIRST_MOVE],
                env={**os.environ, **place},
                capture_output=True,
                text=True,
                check=True,
            )
            print(f"import, bid and first card, {name}: {done.stdout.strip()}", flush=True)


def main() -> int:
    """Print all figures; 1 if any board differs from DDS."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000, help="boards of each size")
    parser.add_argument("--seconds", type=float, default=20.0, help="at most, for each size")
    options = parser.parse_args()
    playouts()
    exact_endings()
    wrong = double_dummy(range(1, 14), options.positions, options.seconds)
    processes()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
