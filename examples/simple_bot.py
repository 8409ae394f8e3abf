"""A small computer player for Spadille, as a program of its own: standard library only.

    python -m spadille arena "cmd:python examples/simple_bot.py" random

It reads one line of JSON for each question and prints one line of JSON for each answer.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

RANKS = "23456789TJQKA"


def choose_bid(question: dict[str, Any]) -> str:
    """Bid a trick for each ace and king and for each spade beyond the third; never nil."""
    if "look" in question["moves"]:
        return "look"
    hand = question["view"]["own"]["hand"]
    spades = [card for card in hand if card[0] == "S"]
    tricks = sum(card[1] in "AK" for card in hand) + max(0, len(spades) - 3)
    bids: list[str] = [bid for bid in question["moves"] if bid.isdigit()]
    return min(bids, key=lambda bid: (bid == "0", abs(int(bid) - tricks)))


def choose_gift(question: dict[str, Any]) -> list[str]:
    """Give the partner the highest cards."""
    return sorted(question["moves"], key=rank)[-question["count"] :]


def choose_card(question: dict[str, Any]) -> str:
    """Take what can be taken as cheaply as it can be, else throw the lowest; lead any card."""
    moves: list[str] = sorted(question["moves"], key=rank)
    trick = question["view"]["public"]["trick"]["cards"]
    if not trick:
        # The same seed and place must lead the same card.
        place = question["view"]["public"]["cards_held"]
        return random.Random(f"{question['seed']} {place}").choice(moves)
    led = trick[0][0]
    best = max(strength(card, led) for card in trick)
    partner_wins = len(trick) > 1 and strength(trick[-2], led) == best
    winners = [card for card in moves if strength(card, led) > best and not partner_wins]
    return min(winners or moves, key=lambda card: (strength(card, led), rank(card)))


def rank(card: str) -> int:
    """0 for a two, 12 for an ace."""
    return RANKS.index(card[1])


def strength(card: str, led: str) -> int:
    """How high a card is in a trick; a discard is below all."""
    if card[0] == "S":
        return 13 + rank(card)
    return rank(card) if card[0] == led else -1


CHOOSE = {"bid": choose_bid, "give": choose_gift, "play": choose_card}


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        message = json.loads(line)
        answer: dict[str, Any]
        if message["type"] == "hello":
            answer = {"type": "ready", "protocol": 1, "name": "Simple"}
        else:
            answer = {"id": message["id"], "move": CHOOSE[message["kind"]](message)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
