"""A deal as a search of somebody else's may walk through it, card by card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from spadille.bots.kernel.bid import UNBID, finish_bids
from spadille.bots.kernel.bridge import bid_of, question_of
from spadille.bots.kernel.dice import seed_dice
from spadille.bots.kernel.draw import draw_hidden, prepare
from spadille.bots.kernel.jit import Floats, Ints, jit
from spadille.bots.kernel.layout import DONE, HANDS, POSITION, TRICKS
from spadille.bots.kernel.play import legal_now, put, turn
from spadille.bots.kernel.question import Question
from spadille.bots.kernel.rollout import play_randomly
from spadille.bots.kernel.sample import TABLE
from spadille.bots.kernel.score import score_position
from spadille.bots.win_tables import win_table
from spadille.core.bidding import legal_bids
from spadille.core.cards import CardSet, Suit
from spadille.core.deal import Deal
from spadille.core.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spadille.core.view import PlayerView

FIRST_BID: Final = 52
"""The action of a bid is this number and its tricks; that of a card is its index."""
BYTES: Final = [bytes([action]) for action in range(FIRST_BID + 14)]


@jit
def draw_worlds(question: Question, table: Floats, seed: int, worlds: Ints) -> None:
    """Mirror of `spadille.core.shuffle`: deal the hidden cards anew in each row of *worlds*."""
    dice = np.zeros(4, np.int64)
    seed_dice(dice, seed, 0)
    for row in range(len(worlds)):
        draw_hidden(question, worlds[row], table, dice)


@jit
def points_ahead(rules: Ints, position: Ints, scores: Ints) -> int:
    """Mirror of `spadille.core.scoring.score_deal`: points of side 0 less those of side 1."""
    ours, _ = score_position(rules, position, 0, scores[1])
    theirs, _ = score_position(rules, position, 1, scores[3])
    return ours - theirs


@jit
def random_end(question: Question, position: Ints, bids: Ints, dice: Ints) -> int:
    """Mirror of `spadille.core.match.decide`: who is ahead by what after a random rest.

    Only cards are played at random: who has yet to bid counts tricks.
    """
    after = position.copy()
    for seat in range(4):
        if bids[seat] == UNBID:
            finish_bids(question.rules, after, bids, question.first)
            break
    play_randomly(after, dice)
    return points_ahead(question.rules, after, question.scores)


@jit
def put_next(position: Ints, card: int) -> int:
    """Mirror of `spadille.core.deal.with_card`: play *card*; who is next, -1: nobody."""
    put(position, card)
    return -1 if position[DONE] == TRICKS else turn(position)


@dataclass(frozen=True)
class Game:
    """What OpenSpiel wants to know of a game, in its own constants."""

    dynamics: object
    information: object

    def get_type(self) -> Game:
        """Itself."""
        return self


class Root:
    """What a seat knows at its turn, and the deals that fit."""

    def __init__(self, view: PlayerView, seed: int, game: Game) -> None:
        """Read *view*; the deals drawn depend on it and on *seed*."""
        self.game: Final = game
        self.question: Final = question_of(view, win_table(view.rules))
        self._view = view
        self._seed = seed
        self._dice = np.zeros(4, np.int64)
        seed_dice(self._dice, seed, 1)
        self._open: dict[tuple[tuple[int, ...], int], list[int]] = {}

    def here(self) -> World:
        """The place where a search begins; the hidden hands are empty."""
        return World(self, self.question.position.copy())

    def worlds(self, number: int) -> Iterator[World]:
        """*number* deals that fit, each one as likely as any other."""
        table = np.zeros(TABLE)
        prepare(self.question, table)
        drawn = np.zeros((number, POSITION), np.int64)
        draw_worlds(self.question, table, self._seed, drawn)
        return (World(self, position) for position in drawn)

    def ahead(self, world: World) -> int:
        """Points of north and south less those of the others, at the end of *world*."""
        return points_ahead(self.question.rules, world.position, self.question.scores)

    def ahead_at_random(self, world: World) -> int:
        """The same for *world* after any rest of the play."""
        bids = np.array(world.bids, np.int64)
        return random_end(self.question, world.position, bids, self._dice)

    def bids_open(self, world: World) -> list[int]:
        """The bids of the seat that bids next in *world*, as actions."""
        assert self._view.own is not None
        seat = SEATS[world.current_player()]
        if seat is self._view.own.seat:
            return [FIRST_BID + bid.tricks for bid in self._view.own.bids]
        hand = CardSet(int(world.position[HANDS + seat]))
        key = (tuple(world.bids), len(hand.of(Suit.SPADES)))
        if key not in self._open:
            # The rules look at nothing but the bids so far and the number of spades.
            made = (None if bid == UNBID else bid_of(bid) for bid in world.bids)
            north, east, south, west = made
            hands, seen = (hand, hand, hand, hand), (True, True, True, True)
            deal = Deal(self._view.public.dealer, hands, seen, bids=(north, east, south, west))
            self._open[key] = [
                FIRST_BID + bid.tricks for bid in legal_bids(deal, seat, self._view.rules)
            ]
        return self._open[key]


class World:
    """A deal with every card in its place, played on from where a search begins.

    Its methods have the names that OpenSpiel's algorithms call.
    """

    __slots__ = ("_moves", "_seat", "bids", "position", "root")

    def __init__(self, root: Root, position: Ints) -> None:
        """Begin at *root*, with the hands of *position*."""
        self.root = root
        self.position = position
        self.bids: list[int] = root.question.bids.tolist()
        """By seat, as the kernel codes them."""
        self._moves = b""
        self._seat = root.question.seat

    def clone(self) -> World:
        """Another one at the same place."""
        world = World(self.root, self.position.copy())
        world.bids = list(self.bids)
        world._moves, world._seat = self._moves, self._seat
        return world

    def get_game(self) -> Game:
        """What kind of game this is."""
        return self.root.game

    def current_player(self) -> int:
        """The seat whose turn it is."""
        return self._seat

    def is_chance_node(self) -> bool:
        """Never: all cards are dealt."""
        return False

    def is_terminal(self) -> bool:
        """Whether all cards are played."""
        return self._seat < 0

    def legal_actions(self) -> list[int]:
        """Cards by index, or bids from `FIRST_BID` on."""
        if UNBID in self.bids:
            return self.root.bids_open(self)
        mask = legal_now(self.position)
        cards = []
        while mask:
            low = mask & -mask
            cards.append(low.bit_length() - 1)
            mask ^= low
        return cards

    def apply_action(self, action: int) -> None:
        """Bid or play."""
        self._moves += BYTES[action]
        if action < FIRST_BID:
            self._seat = put_next(self.position, action)
            return
        self.bids[self._seat] = action - FIRST_BID
        self._seat = (self._seat + 1) & 3
        if UNBID not in self.bids:
            question = self.root.question
            bids = np.array(self.bids, np.int64)
            finish_bids(question.rules, self.position, bids, question.first)
            self._seat = turn(self.position)

    def observation_string(self) -> tuple[int, bytes]:
        """What tells apart all that the seat to move may know: its cards, and what was done."""
        return int(self.position[HANDS + self._seat]), self._moves

    def returns(self) -> list[int]:
        """By seat, its side's points less those of the other side."""
        return by_seat(self.root.ahead(self))


def by_seat(ahead: int) -> list[int]:
    """The reward of each seat where north and south are so far *ahead*."""
    return [ahead, -ahead, ahead, -ahead]
