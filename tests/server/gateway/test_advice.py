"""Hints and reasons over real sockets: who hears of them, and when."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from spadille.core.seats import Seat
from spadille.protocol.acts import Agree
from spadille.protocol.hints import AskHint, Hint, HintReason, HintRefused
from spadille.protocol.messages import Accepted, FaultReason
from spadille.protocol.table import Stage
from tests.kit.client import Player
from tests.kit.server import Running, tell
from tests.server.gateway.test_secrecy import read_log

if TYPE_CHECKING:
    from pathlib import Path

_asked = 0


async def _hint(player: Player) -> Hint | HintRefused:
    """What *player* is answered who asks for a hint."""
    global _asked  # noqa: PLW0603 - each question has an id of its own
    _asked += 1
    ask = f"ask-{_asked:08}"
    await player.say(AskHint(ask))

    def answer() -> Hint | HintRefused | None:
        found = [m for m in player.messages if isinstance(m, Hint | HintRefused) and m.ask == ask]
        return found[0] if found else None

    await player.until(lambda: answer() is not None)
    found = answer()
    assert found is not None
    return found


def _my_turn(player: Player) -> bool:
    return (
        player.last is not None
        and player.last.game is not None
        and player.view.own is not None
        and (player.view.public.turn is player.view.own.seat)
    )


def _turn(player: Player) -> Seat | None:
    """Whose turn it is, as *player* has heard."""
    game = None if player.last is None else player.last.game
    return None if game is None else game.public.turn


def test_a_hint_is_played_and_nobody_else_hears_of_it(tmp_path: Path) -> None:
    """It is for the one who asks, on their turn, and stays out of the log."""
    table = ""

    async def story(server: Running) -> None:
        nonlocal table
        async with Player(server.url, 1) as ruth, Player(server.url, 2) as sam:
            table = await ruth.make_table(open_seats=[3], turn_seconds=0)
            await sam.sit(table, Seat.WEST)
            # Each hears for themselves, and one of the two a little later.
            await ruth.until(lambda: _turn(ruth) in {Seat.SOUTH, Seat.WEST})
            first, second = (ruth, sam) if _my_turn(ruth) else (sam, ruth)
            await first.until(lambda: _my_turn(first))
            refused = await _hint(second)
            assert isinstance(refused, HintRefused)
            assert refused.reason is HintReason.NOT_YOUR_TURN
            hint = await _hint(first)
            assert isinstance(hint, Hint)
            assert hint.seq == first.seq
            assert isinstance(await first.order(hint.move), Accepted)
            assert not any(hint.text in frame for frame in second.frames)

    tell(tmp_path, story)
    assert "hint" not in {event["type"] for event in asyncio.run(read_log(tmp_path, table))}


def test_hints_are_few_and_come_after_hello(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url, 1) as ruth:
            await ruth.open()
            await ruth.say(AskHint("ask-before-hello"))
            await ruth.until(lambda: bool(ruth.faults()))
            assert ruth.faults()[0].reason is FaultReason.HELLO_FIRST
            await ruth.drop()
            await ruth.make_table(turn_seconds=0)
            await ruth.until(lambda: _my_turn(ruth))
            answers = [await _hint(ruth) for _ in range(12)]
            refusals = {m.reason for m in answers if isinstance(m, HintRefused)}
            assert refusals == {HintReason.TOO_MANY_HINTS}
            assert 3 <= sum(isinstance(m, Hint) for m in answers) < 12

    tell(tmp_path, story)


def test_open_tables_give_no_hints_unless_they_say_so(tmp_path: Path) -> None:
    """And every table says whether it does."""

    async def story(server: Running) -> None:
        for options, given in (
            ({"private": False}, False),
            ({"private": True, "hints": False}, False),
            ({"private": False, "hints": True}, True),
        ):
            async with Player(server.url, 1) as ruth:
                await ruth.make_table(turn_seconds=0, options=options)
                assert ruth.info is not None
                assert ruth.info.options.hints is given
                await ruth.until(lambda ruth=ruth: _my_turn(ruth))  # type: ignore[misc]
                answer = await _hint(ruth)
                assert isinstance(answer, Hint) is given

    tell(tmp_path, story)


async def _is_secret(path: str, *askers: Player) -> bool:
    """Whether the first of *askers* is in a deal whose reasons nobody gets."""
    if askers[0].stage is not Stage.PLAYING:
        return False
    for asker in askers:
        answer = await asker.http.get(path)
        if answer.status_code == 200:
            # The server is a moment ahead of what the players have heard.
            await askers[0].until(lambda: askers[0].stage is not Stage.PLAYING)
            return False
        assert answer.json()["code"] == "deal_not_over"
    return True


def test_reasons_are_told_to_all_after_the_deal_and_to_nobody_before(tmp_path: Path) -> None:
    """Not to a player, not to a spectator, not by asking at any moment of the deal."""

    async def story(server: Running) -> None:
        async with Player(server.url, 1) as ruth, Player(server.url, 2) as watcher:
            table = await ruth.make_table(turn_seconds=0)
            await watcher.connect(table)
            path = f"/api/tables/{table}/records/1/deals/1/reasons"
            while await _is_secret(path, ruth, watcher):
                act = ruth.next_act()
                if isinstance(act, Agree):
                    # The deal ended while she asked; the next one would have secrets of its own.
                    break
                if act is not None:
                    await ruth.order(act)
                else:
                    seen = ruth.seq
                    await ruth.until(lambda seen=seen: ruth.seq != seen)  # type: ignore[misc]
            told = [(await asker.http.get(path)).json() for asker in (ruth, watcher)]
            assert told[0] == told[1]
            lines = [line for part in (told[0]["bids"], *told[0]["tricks"]) for line in part]
            assert sum(line is not None for line in lines) == 3 * 14
            assert lines[Seat.SOUTH] is None
            frames = [*ruth.frames, *watcher.frames]
            assert not any(line in frame for line in lines if line for frame in frames)
            assert not any(re.search(r'"(reason|text|why)":', frame) for frame in frames)
            missing = await ruth.http.get(path.replace("deals/1", "deals/2"))
            assert missing.status_code == 404

    tell(tmp_path, story, between_seconds=600.0)


def test_the_levels_on_offer_are_listed_and_higher_ones_refused(tmp_path: Path) -> None:
    """A small machine may offer fewer, and says so."""

    async def story(server: Running) -> None:
        async with Player(server.url, 1) as ruth:
            listed = (await ruth.http.get("/api/levels")).json()
            assert [level["level"] for level in listed] == ["rules", "beginner"]
            assert [level["usual"] for level in listed] == [True, False]
            assert all(level["about"].endswith(".") for level in listed)
            wish = {"levels": ["expert", None, None, None]}
            answer = await ruth.http.post("/api/tables", json=wish)
            assert answer.status_code == 400
            assert answer.json()["code"] == "level_not_offered"
            assert "beginner" in answer.json()["detail"]
            answer = await ruth.http.post("/api/tables", json={"levels": ["rules"] * 4})
            seats = answer.json()["table"]["seats"]
            assert [seat["level"] for seat in seats] == ["rules"] * 4

    tell(tmp_path, story, bot_most="beginner")
