"""What the two sides say to each other, one line of JSON at a time."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

import msgspec

from spadille.core.bids import Bid
from spadille.core.cards import Card, CardSet
from spadille.core.codec import decoder, encoder
from spadille.core.commands import LookAtHand, PassCards, PlaceBid, PlayCard
from spadille.core.deal import Phase
from spadille.core.rules import RuleSet
from spadille.core.view import PlayerView

if TYPE_CHECKING:
    from spadille.bots.bot import Move
    from spadille.core.view import PrivateView

PROTOCOL: Final = 1
"""The version of this conversation; another number is another conversation."""
LOOK: Final = "look"
"""The move of a player who looks at its cards rather than bid blind nil."""


class Kind(StrEnum):
    """What is asked for."""

    BID = "bid"
    GIVE = "give"
    PLAY = "play"


class Hello(msgspec.Struct, tag="hello", frozen=True):
    """To the program: how we talk, and the rules of what follows."""

    protocol: int
    rules: RuleSet
    seconds: float
    """The longest that an answer may take."""


class Ready(msgspec.Struct, tag="ready", frozen=True):
    """From the program, in answer to `Hello`."""

    protocol: int
    name: str = ""


class Question(msgspec.Struct, tag="move", frozen=True):
    """To the program: it is a seat's turn."""

    id: int
    """Counts up; the answer names it."""
    seed: int
    """Where chance is wanted: the same seed and view must get the same answer."""
    kind: Kind
    moves: tuple[str, ...]
    """The legal moves as texts: ``SA`` a card, ``4``, ``0`` (nil) or ``B0`` a bid, or `LOOK`."""
    count: int
    """How many of them make the answer: more than one only when cards are given."""
    view: PlayerView


class Answer(msgspec.Struct, frozen=True):
    """From the program."""

    id: int
    move: str | tuple[str, ...]
    """One of the moves; when cards are given, a list of as many as were asked for."""
    reason: str = ""
    """For people who look into how it plays."""


encode: Final = encoder().encode
decode_ready: Final = msgspec.json.Decoder(Ready).decode
decode_answer: Final = msgspec.json.Decoder(Answer).decode


def decode_to_program(line: bytes) -> Hello | Question:
    """Read what a program is told; raises `msgspec.DecodeError` for anything else."""
    message: Hello | Question = _TO_PROGRAM.decode(line)
    return message


_TO_PROGRAM: Final = decoder(Hello | Question)


def question(number: int, seed: int, view: PlayerView) -> Question:
    """Ask the player of *view*, whose turn it is."""
    own, phase = view.own, view.public.phase
    assert own is not None
    if phase is Phase.PASSING:
        assert own.hand is not None
        return Question(number, seed, Kind.GIVE, _names(own.hand), own.to_pass, view)
    if phase is Phase.PLAYING:
        return Question(number, seed, Kind.PLAY, _names(own.plays), 1, view)
    looks = (LOOK,) if own.hand is None else ()
    bids = tuple(str(bid) for bid in own.bids)
    return Question(number, seed, Kind.BID, looks + bids, 1, view)


def _names(cards: CardSet) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)


def to_move(asked: Question, own: PrivateView, answer: Answer) -> Move:
    """The move that *answer* means; raises `ValueError`, telling why, where it is none."""
    texts = (answer.move,) if isinstance(answer.move, str) else answer.move
    wrong = next((text for text in texts if text not in asked.moves), None)
    if wrong is not None:
        raise ValueError(f"{wrong!r} is none of the legal moves: {', '.join(asked.moves)}")
    if len(texts) != asked.count or len(set(texts)) != asked.count:
        raise ValueError(f"give {asked.count} different of the moves, not {len(texts)}")
    if asked.kind is Kind.GIVE:
        return PassCards(own.seat, CardSet.of_cards(Card(text) for text in texts))
    if asked.kind is Kind.PLAY:
        return PlayCard(own.seat, Card(texts[0]))
    if texts[0] == LOOK:
        return LookAtHand(own.seat)
    return PlaceBid(own.seat, Bid.parse(texts[0]))


def of_move(move: Move) -> str | tuple[str, ...]:
    """How *move* is told in an `Answer`."""
    match move:
        case LookAtHand():
            return LOOK
        case PlaceBid(_, bid):
            return str(bid)
        case PassCards(_, cards):
            return _names(cards)
        case PlayCard(_, card):
            return str(card)
