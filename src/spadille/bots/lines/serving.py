"""Our own players as a program: questions from one stream, answers to another."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

import msgspec

from spadille.bots.bot import ask
from spadille.bots.lines.messages import (
    PROTOCOL,
    Answer,
    Hello,
    Question,
    Ready,
    decode_to_program,
    encode,
    of_move,
)
from spadille.bots.reasons import why_bid, why_card
from spadille.core.commands import PlaceBid, PlayCard

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.bots.bot import Bot, Move
    from spadille.core.view import PlayerView


def serve(name: str, make: Callable[[int], Bot], questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until *questions* end; *make* gives the player of a seed.

    Raises `ValueError`, naming the line, for one that is no question.
    """
    for number, line in enumerate(questions, 1):
        try:
            message = decode_to_program(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"line {number} is neither a hello nor a question: {error}") from None
        answers.write(encode(_reply(number, name, make, message)) + b"\n")
        answers.flush()


def _reply(number: int, name: str, make: Callable[[int], Bot], message: object) -> Ready | Answer:
    if isinstance(message, Hello):
        if message.protocol != PROTOCOL:
            wrong = f"line {number}: protocol {message.protocol} is asked for, this is {PROTOCOL}"
            raise ValueError(wrong)
        return Ready(PROTOCOL, name)
    assert isinstance(message, Question)
    move = ask(make(message.seed), message.view)
    return Answer(message.id, of_move(move), _why(message.view, move))


def _why(view: PlayerView, move: Move) -> str:
    if isinstance(move, PlaceBid):
        return why_bid(view, move.bid).text
    return why_card(view, move.card).text if isinstance(move, PlayCard) else ""
