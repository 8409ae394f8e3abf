"""Nobody is ever sent a card, or a seed, that is not theirs to see.

Judged against the log of the table by a few lines of bookkeeping that share nothing
with the views under test.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from spadille.bots.random_bot import RandomBot
from spadille.core.seats import Seat
from spadille.protocol.table import Stage
from spadille.server.store.sqlite import SqliteStore
from tests.kit.client import Player
from tests.kit.server import Running, four_players, tell

if TYPE_CHECKING:
    from pathlib import Path

    from spadille.core.view import PlayerView

CARD = re.compile(r'"([CDHS][2-9TJQKA])"')
SEED = re.compile(r"[0-9a-f]{64}")
RULES = {
    "name": "daring",
    "target": 300,
    "losing_score": -300,
    "deal_limit": 8,
    "nil_points": 50,
    "blind_nil_points": 100,
    "blind_nil_behind": None,
    "exchange_cards": 2,
    "side_bid_most": 13,
}


class DaringBot(RandomBot):
    """Bids blind nil as often as not, so that cards are hidden and exchanged."""

    def bids_blind(self, view: PlayerView) -> bool:
        """Toss a coin."""
        return self._dice(view).randrange(2) == 0


class Ledger:
    """What may be known after each event, by seat; ``None`` is a spectator."""

    def __init__(self, log: list[dict[str, Any]]) -> None:
        """Read the bodies of the table's whole log."""
        nothing: dict[Seat | None, frozenset[str]] = dict.fromkeys((*Seat, None), frozenset())
        self.cards = [nothing]
        self.seeds: list[frozenset[str]] = [frozenset()]
        self._hands: list[list[str]] = [[], [], [], []]
        self._seen = [True] * 4
        self._swapped: list[set[str]] = [set(), set(), set(), set()]
        self._played: set[str] = set()
        for event in log:
            self._note(event)

    def _note(self, event: dict[str, Any]) -> None:
        kind, shown = event["type"], self.seeds[-1]
        if kind == "cards_dealt":
            self._hands, self._seen = event["hands"], list(event["seen"])
            self._played, self._swapped = set(), [set(), set(), set(), set()]
        elif kind == "hand_seen" or (kind == "bid_placed" and event["bid"]["blind"]):
            self._seen[event["seat"]] = True
        elif kind == "cards_passed":
            for seat in (event["seat"], event["seat"] ^ 2):
                self._swapped[seat] |= set(event["cards"])
        elif kind == "card_played":
            self._played.add(event["card"])
        elif kind == "deck_revealed":
            shown |= {event["seed"]}
        self.seeds.append(shown)
        known: dict[Seat | None, frozenset[str]] = {None: frozenset(self._played)}
        for seat in Seat:
            own = set(self._hands[seat]) if self._seen[seat] else set()
            known[seat] = frozenset(self._played | self._swapped[seat] | own)
        self.cards.append(known)

    def check(self, frame: str, secret_seeds: set[str], seat: Seat | None) -> None:
        """Fail if *frame*, sent to *seat*, tells more than the seat may know by then."""
        message = json.loads(frame)
        told = set(CARD.findall(frame))
        if "seq" not in message or message["type"] in {"accepted", "pong"}:
            assert not told, frame
            return
        last = message["seq"]
        # Without events it is the view alone that tells.
        first = last - max(len(message.get("events", ())) - 1, 0)
        allowed = frozenset[str]().union(*(self.cards[n][seat] for n in range(first, last + 1)))
        assert told <= allowed, (seat, told - allowed, frame)
        assert not set(SEED.findall(frame)) & secret_seeds - self.seeds[last], frame


async def read_log(data: Path, table: str) -> list[dict[str, Any]]:
    """The bodies of the log of *table*."""
    store = SqliteStore(data)
    events = await store.read(table)
    await store.close()
    return [json.loads(event.body) for event in events]


def test_no_frame_of_a_whole_match_tells_a_secret(tmp_path: Path) -> None:
    heard: list[tuple[Seat | None, list[str]]] = []
    table = ""

    async def story(server: Running) -> None:
        nonlocal table
        async with four_players(server.url, rules=RULES) as players, AsyncExitStack() as stack:
            table = players[0].table
            for player in players:
                player.bot = DaringBot(player.bot.seed)
            spectator = await stack.enter_async_context(Player(server.url))
            tab = await stack.enter_async_context(Player(server.url))
            tab.http.cookies = players[1].http.cookies
            await spectator.connect(table)
            await tab.connect(table)
            come_and_go = asyncio.create_task(_come_and_go(players[3], server.url, heard))
            await asyncio.gather(
                *(p.play(lambda p=p: p.stage is Stage.OVER) for p in players)  # type: ignore[misc]
            )
            await come_and_go
            seats: list[Seat | None] = [*Seat, None, Seat.EAST]
            heard.extend(
                (seat, player.frames)
                for seat, player in zip(seats, [*players, spectator, tab], strict=True)
            )

    tell(tmp_path, story)
    log = asyncio.run(read_log(tmp_path, table))
    _judge(log, heard)


async def _come_and_go(
    player: Player, url: str, heard: list[tuple[Seat | None, list[str]]]
) -> None:
    """Keep joining in the middle as the same person and as a stranger, from everywhere."""
    while player.stage is not Stage.OVER:
        for seat, cookies in ((Seat.WEST, player.http.cookies), (None, None)):
            async with Player(url) as late:
                if cookies is not None:
                    late.http.cookies = cookies
                heard.append((seat, late.frames))
                late.seq = max(player.seq - 7, 0)
                late.info = player.info
                await late.connect(player.table, resume=True)


def _judge(log: list[dict[str, Any]], heard: list[tuple[Seat | None, list[str]]]) -> None:
    kinds = {event["type"] for event in log}
    assert "cards_passed" in kinds
    assert any(event["type"] == "bid_placed" and event["bid"]["blind"] for event in log)
    ledger = Ledger(log)
    seeds = {event["seed"] for event in log if event["type"] == "deck_sealed"}
    assert len(heard) > 6
    for seat, frames in heard:
        for frame in frames:
            ledger.check(frame, seeds, seat)
    counted = sum(len(CARD.findall(frame)) for _, frames in heard for frame in frames)
    assert counted > 10_000
