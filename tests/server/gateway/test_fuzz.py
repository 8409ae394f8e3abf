"""Thousands of malformed messages: each is answered, and nobody else notices.

``SPADILLE_FUZZ`` sets how many; 10,000 take some ten seconds.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from structlog.testing import capture_logs

from spadille.core.cards import DECK
from spadille.core.codec import decoder, encoder
from spadille.core.seats import Seat
from spadille.protocol.acts import Agree, FillSeat, Give, Leave, Look, OpenSeat, Play, Return, Sit
from spadille.protocol.messages import (
    Accepted,
    ClientMessage,
    Declined,
    Fault,
    Hello,
    Order,
    Ping,
    Pong,
    Refused,
    Update,
    Welcome,
)
from spadille.protocol.table import Stage
from tests.kit.client import Gone, Player
from tests.kit.server import Running, four_players, tell

if TYPE_CHECKING:
    from pathlib import Path

MESSAGES = int(os.environ.get("SPADILLE_FUZZ", "2000"))
SHORT = {"name": "short", "target": 150, "losing_score": -150, "deal_limit": 6}
SEATS = tuple(Seat)
_decoder: Any = decoder(ClientMessage)
SPICE = [
    "null", "true", "-1", "1e999", "1" * 400, '""', '"\\ud800"', '"\\u0000"', "[]", "{}", "[[[[",
    '{"type":"hello"}', '"type"', "NaN", "\u202e", "\U0001f0a1", "{" * 500, '"SA"', '{"seq":1}',
]  # fmt: skip


def _honest(dice: Random, table: str) -> ClientMessage:
    """A message as a client might send it, though perhaps not now."""
    acts = (
        Look(), Agree(), Leave(), Return(), Play(dice.choice(DECK)), Sit(dice.choice(SEATS)),
        OpenSeat(dice.choice(SEATS)), FillSeat(dice.choice(SEATS)),
        Give(tuple(dice.sample(DECK, 2))),
    )  # fmt: skip
    order = Order(f"order-{dice.randrange(1000):04}", dice.choice(acts))
    return dice.choice((order, order, order, Hello(table, dice.randrange(-5, 50)), Ping()))


def _mutated(dice: Random, data: bytearray) -> bytes:
    """*data* with a few bytes changed, cut out, doubled or spiced."""
    for _ in range(dice.randrange(1, 5)):
        at = dice.randrange(len(data) + 1)
        match dice.randrange(5):
            case 0:
                data[at : at + 1] = bytes([dice.randrange(256)])
            case 1:
                del data[at : at + dice.randrange(1, 8)]
            case 2:
                data[at:at] = dice.choice(SPICE).encode()
            case 3:
                data[at:at] = data[at : at + 20]
            case _:
                del data[at:]
    return bytes(data)


def message(dice: Random, table: str) -> str | bytes:
    """One message of the fuzz."""
    kind = dice.randrange(10)
    if kind == 0:
        return dice.randbytes(dice.randrange(200))
    if kind == 1:
        return "".join(dice.choices(SPICE, k=dice.randrange(1, 6)))
    honest = encoder().encode(_honest(dice, table))
    if kind == 2:
        return honest.decode()
    data = _mutated(dice, bytearray(honest))
    with suppress(UnicodeDecodeError):
        return data.decode() if dice.randrange(2) else data
    return data


def answers_to(data: str | bytes) -> tuple[type, ...]:
    """The kinds of message that may answer *data*."""
    try:
        understood: ClientMessage = _decoder.decode(data)
    except (msgspec.DecodeError, ValueError):
        return (Fault,)
    if isinstance(understood, Hello):
        return (Welcome, Update, Fault)
    return (Accepted, Refused, Declined) if isinstance(understood, Order) else (Pong,)


async def _fuzz(player: Player, table: str, dice: Random) -> None:
    """Send it all, waiting for the answer to each; come back when shown the door."""
    for _ in range(MESSAGES):
        data = message(dice, table)
        player.messages.clear()
        player.frames.clear()
        try:
            await player.say_raw(data)
            kinds = answers_to(data)
            await player.until(
                lambda kinds=kinds: any(isinstance(m, kinds) for m in player.messages)  # type: ignore[misc]
            )
        except Gone:
            assert player.closed is not None
            code, reason = player.closed
            assert reason, (code, data)
            await player.drop()
            player.info = None
            await player.connect(table)


def test_nonsense_is_answered_and_a_second_table_plays_on(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with four_players(server.url, rules=SHORT) as players, Player(server.url) as fuzzer:
            fuzzer.strict = False
            for player in players:
                # They play for as long as the fuzz takes, and would keep all of it.
                player.keep = False
            table = await fuzzer.make_table(rules=SHORT)
            fuzz = asyncio.create_task(_fuzz(fuzzer, table, Random(20)))
            while not fuzz.done():
                await asyncio.gather(
                    *(p.play(lambda p=p: p.stage is Stage.OVER) for p in players)  # type: ignore[misc]
                )
                await asyncio.gather(*(p.order(Agree()) for p in players))
                # All of them: who has not heard of it yet would not play the next match.
                for player in players:
                    await player.until(lambda p=player: p.stage is Stage.PLAYING)  # type: ignore[misc]
            await fuzz
            assert all(player.closed is None for player in players)
            assert (await fuzzer.http.get("/healthz")).status_code == 200

    with capture_logs() as logs:
        tell(tmp_path, story)
    assert [line for line in logs if line["log_level"] == "error"] == []
