"""Several people on one device: who may play what, and whose cards are sent when."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from spadille.core.bids import BLIND_NIL
from spadille.core.cards import Card
from spadille.core.errors import Reason
from spadille.core.seats import Seat
from spadille.protocol.acts import Leave, Look, MakeBid, Play, Return, Uncover
from spadille.protocol.chat import ChatReason, ChatRefused, Say
from spadille.protocol.messages import Accepted, Declined, Refused
from spadille.protocol.news import Person
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from tests.kit.client import GUARD_SECONDS, Player
from tests.kit.device import Device, companion
from tests.kit.server import Program, Running, tell
from tests.server.gateway.test_secrecy import CARD, RULES, DaringBot, Ledger, read_log

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

ANNA = companion(Seat.NORTH, "Anna")
FOUR = [companion(Seat.WEST, "Bob"), ANNA, companion(Seat.EAST, "Carl")]


def _tell(data: Path, story: Callable[[Running, Device], Awaitable[None]], **wanted: Any) -> None:
    """Run *story* with a table of a device at which Anna plays too."""

    async def main(server: Running) -> None:
        async with Device(server.url, 1) as device:
            await device.make_table(**{"companions": [ANNA], **wanted})
            await story(server, device)

    tell(data, main)


async def _uncovered(device: Device) -> Seat:
    """Wait until somebody here is to move, and show them their cards."""
    await device.until(lambda: device.turn in device.seats)
    turn = device.turn
    assert turn is not None
    await device.uncover(turn)
    await device.until(lambda: not device.is_covered())
    return turn


def test_a_companion_has_a_name_an_avatar_and_the_owners_id(tmp_path: Path) -> None:
    """For the owner, for everyone else, and in the record."""

    async def story(server: Running, device: Device) -> None:
        assert device.info is not None
        anna = device.info.seats[Seat.NORTH].person
        assert anna is not None
        assert (anna.id, anna.name, anna.avatar) == (f"{device.id}/2", "Anna", "a03")
        assert device.seats == (Seat.NORTH, Seat.SOUTH)
        async with Player(server.url) as stranger:
            shown = (await stranger.http.get(f"/api/tables/{device.table}")).json()
            assert shown["table"]["seats"][0]["person"]["name"] == "Anna"
        mine = (await device.http.get("/api/my/tables")).json()
        assert [table["seat"] for table in mine] == [Seat.SOUTH]
        record = (await device.http.get(f"/api/tables/{device.table}/records/1")).json()
        assert record["players"][Seat.NORTH] == "Anna"

    _tell(tmp_path, story)


def test_no_hand_is_sent_before_it_is_uncovered_and_none_after_the_turn_has_passed(
    tmp_path: Path,
) -> None:
    """The server covers; a frame never shows but the one hand that was asked for."""

    async def story(_server: Running, device: Device) -> None:
        assert device.is_covered()
        first = await _uncovered(device)
        assert device.view.own is not None
        assert device.view.own.seat is first
        assert device.view.own.hand is not None
        await device.play(lambda: device.turn in device.seats and device.turn is not first)
        assert device.is_covered()
        assert device.last is not None
        assert device.last.seat is device.turn

    _tell(tmp_path, story)


def test_a_table_played_on_one_device_by_four_is_played_to_its_end(tmp_path: Path) -> None:
    """Everybody bids, plays and goes on; one press agrees for all."""

    async def story(_server: Running, device: Device) -> None:
        device.bot = DaringBot(5)
        await device.play(lambda: device.stage is Stage.OVER)
        owns = [m.game.own.seat for m in device.views() if m.game is not None and m.game.own]
        assert set(owns) == set(Seat)

    _tell(tmp_path, story, companions=FOUR, rules={**RULES, "target": 150})


def test_no_frame_tells_a_hand_of_the_device_that_is_covered(tmp_path: Path) -> None:
    """Judged against the log, for both sockets of the device, the opponent and a spectator."""
    heard: list[tuple[Seat | None, list[str]]] = []
    table = ""

    async def story(server: Running, device: Device) -> None:
        nonlocal table
        table = device.table
        device.bot = DaringBot(3)
        async with (
            Player(server.url, 2) as eve,
            Player(server.url) as spectator,
            Device(server.url) as tab,
        ):
            tab.http.cookies = device.http.cookies
            eve.bot = DaringBot(2)
            await eve.sit(table, Seat.EAST)
            await spectator.connect(table)
            await tab.connect(table)
            await asyncio.gather(
                device.play(lambda: device.stage is Stage.OVER),
                eve.play(lambda: eve.stage is Stage.OVER),
            )
            heard.extend(
                [(Seat.EAST, eve.frames), (None, spectator.frames), (None, tab.frames)],
            )
            heard.extend((_shown(frame), [frame]) for frame in device.frames if '"seq"' in frame)

    # A match to 300 has two deals at least, so that there is enough to judge.
    _tell(tmp_path, story, open_seats=[1], rules=RULES)
    ledger = Ledger(asyncio.run(read_log(tmp_path, table)))
    for seat, frames in heard:
        for frame in frames:
            ledger.check(frame, set(), seat)
    given = [frame for seat, frames in heard[2:] for frame in frames if "cards_given" in frame]
    assert given
    assert not any(CARD.search(frame.partition('"game"')[0]) for frame in given), (
        "what was exchanged stays in no list that all at the device can read"
    )
    assert {seat for seat, _ in heard} == {Seat.NORTH, Seat.EAST, Seat.SOUTH, None}
    assert sum(len(CARD.findall(frame)) for _, frames in heard for frame in frames) > 2_000


def _shown(frame: str) -> Seat | None:
    """Whose cards the frame may show: those of the one that its view is for."""
    own = (json.loads(frame).get("game") or {}).get("own")
    return None if own is None else Seat(own["seat"])


def test_nobody_whispers_to_a_companion(tmp_path: Path) -> None:
    """Who speaks and hears through the owner; the answer says who is here."""

    async def story(server: Running, device: Device) -> None:
        async with Player(server.url, 2) as eve:
            await eve.connect(device.table)
            await eve.say(Say("say-00000001", "<w anna>psst"))
            await eve.until(lambda: any(isinstance(m, ChatRefused) for m in eve.messages))
            refused = next(m for m in eve.messages if isinstance(m, ChatRefused))
            assert refused.reason is ChatReason.NOBODY_FITS
            assert device.person is not None
            assert "Anna" not in refused.names

    _tell(tmp_path, story, open_seats=[1])


def test_an_order_for_somebody_elses_seat_or_companion_is_declined(tmp_path: Path) -> None:
    """Whoever sits elsewhere, or nowhere, speaks for none of them; nor can they uncover."""

    async def story(server: Running, device: Device) -> None:
        async with Player(server.url, 2) as eve, Player(server.url, 3) as watcher:
            await eve.sit(device.table, Seat.EAST)
            await watcher.connect(device.table)
            for act in (Look(), Play(Card.SA), Leave(), Return()):
                answer = await eve.order(act, seat=Seat.NORTH)
                assert isinstance(answer, Declined)
                assert answer.reason is TableReason.NOT_YOUR_SEAT
            for seat in (Seat.NORTH, Seat.SOUTH, Seat.WEST):
                answer = await eve.order(Uncover(seat))
                assert answer == Declined(answer.order, TableReason.NOT_YOUR_SEAT)
                answer = await watcher.order(Uncover(seat))
                assert answer == Declined(answer.order, TableReason.NOT_SEATED)
            answer = await device.order(Uncover(Seat.EAST))
            assert answer == Declined(answer.order, TableReason.NOT_YOUR_SEAT)
            answer = await device.order(Leave(), seat=Seat.EAST)
            assert answer == Declined(answer.order, TableReason.NOT_YOUR_SEAT)
            assert all(view.seat is Seat.EAST for view in [eve.last] if view)
            assert watcher.view.own is None

    _tell(tmp_path, story, turn_seconds=0)


def test_one_of_the_device_cannot_act_in_the_turn_of_another(tmp_path: Path) -> None:
    """Nor look at other cards while somebody here is to move."""

    async def story(_server: Running, device: Device) -> None:
        turn = await _uncovered(device)
        other = turn.partner
        answer = await device.order(Uncover(other))
        assert answer == Declined(answer.order, TableReason.ANOTHERS_TURN)
        assert device.view.own is not None
        bid = device.view.own.bids[0]
        answer = await device.order(MakeBid(bid), seat=other)
        assert answer == Refused(answer.order, Reason.NOT_YOUR_TURN)
        assert isinstance(await device.order(MakeBid(bid), seat=turn), Accepted)

    _tell(tmp_path, story)


def test_only_one_of_the_owners_tabs_shows_a_hand(tmp_path: Path) -> None:
    """The last to uncover; the other is covered at once, and gone it leaves nothing open."""

    async def story(server: Running, device: Device) -> None:
        await _uncovered(device)
        async with Device(server.url) as tab:
            tab.http.cookies = device.http.cookies
            tab.person = device.person
            await tab.connect(device.table)
            assert tab.is_covered()
            assert not device.is_covered()
            await _uncovered(tab)
            await device.until(device.is_covered)
        turn = await _uncovered(device)
        await device.drop()
        await device.connect(device.table)
        assert device.is_covered()
        assert device.turn is turn

    _tell(tmp_path, story)


def test_blind_nil_is_decided_by_the_one_who_has_uncovered_with_no_card_sent(
    tmp_path: Path,
) -> None:
    """To uncover is not to look."""

    async def story(_server: Running, device: Device) -> None:
        turn = await _uncovered(device)
        own = device.view.own
        assert own is not None
        assert own.may_look
        assert own.hand is None
        assert BLIND_NIL in own.bids
        assert not any(CARD.search(frame) for frame in device.frames)
        assert isinstance(await device.order(Look(), seat=turn), Accepted)
        await device.until(lambda: device.view.own is not None and device.view.own.hand is not None)

    _tell(tmp_path, story, rules=RULES)


def test_a_guest_called_like_a_companion_speaks_for_nobody(tmp_path: Path) -> None:
    """What counts is the id, which no name changes and no cookie can be made for."""

    async def story(server: Running, device: Device) -> None:
        async with Player(server.url, 2) as eve:
            renamed = await eve.http.patch("/api/me", json={"name": f"{device.id}/2"[-20:]})
            assert renamed.status_code == 200
            await eve.connect(device.table)
            answer = await eve.order(Uncover(Seat.NORTH))
            assert answer == Declined(answer.order, TableReason.NOT_SEATED)
            path = f"/api/tables/{device.table}/companions"
            refused = await eve.http.post(path, json=companion(Seat.EAST, "Zoe"))
            assert refused.json()["code"] == "not_seated"
        signed = device.http.cookies["spadille"]
        forged = signed.replace(device.id, f"{device.id}/2", 1)
        assert forged != signed
        async with Player(server.url, 2) as eve:
            await eve.open(cookie=f"spadille={forged}")
            code, _ = await eve.until_closed()
            assert code == 4401
        token = await server.service.sockets.guests.token(Person(f"{device.id}/2", "Anna", "a03"))
        async with Player(server.url, 2) as eve:
            await eve.open(cookie=f"spadille={token}")
            code, _ = await eve.until_closed()
            assert code == 4401, "even well signed, the id of a companion is nobody's"

    _tell(tmp_path, story)


@pytest.mark.parametrize(
    ("companions", "code"),
    [
        ([companion(Seat.SOUTH, "Anna")], "invalid_seats"),
        ([ANNA, companion(Seat.NORTH, "Bob")], "invalid_seats"),
        ([companion(Seat.NORTH, "Ad\u202emin")], "bad_name"),
        ([companion(Seat.NORTH, "admin")], "bad_name"),
        ([companion(Seat.NORTH, "Anna", "a99")], "no_such_avatar"),
        ([*FOUR, companion(Seat.SOUTH, "Dora")], "not_understood"),
    ],
)
def test_companions_that_cannot_be_are_refused(
    tmp_path: Path, companions: list[dict[str, Any]], code: str
) -> None:
    """Each seat once; names and avatars as everybody's."""

    async def story(server: Running) -> None:
        async with Player(server.url) as ruth:
            answer = await ruth.http.post("/api/tables", json={"companions": companions})
            assert answer.status_code == 400
            assert answer.json()["code"] == code

    tell(tmp_path, story)


def test_the_host_brings_a_companion_once_no_deal_is_under_way(tmp_path: Path) -> None:
    """Not in mid-deal, where the device has seen a hand; nobody but the host at all."""

    async def story(server: Running) -> None:
        async with Device(server.url, 1) as ruth, Player(server.url, 2) as sam:
            await ruth.make_table(open_seats=[0])
            path = f"/api/tables/{ruth.table}/companions"
            await sam.sit(ruth.table, Seat.EAST)
            refused = await sam.http.post(path, json=companion(Seat.WEST, "Zoe"))
            assert (refused.status_code, refused.json()["code"]) == (409, "not_host")
            refused = await ruth.http.post(path, json=companion(Seat.EAST, "Anna"))
            assert refused.json()["code"] == "seat_taken"
            answer = await ruth.http.post(path, json=ANNA)
            assert answer.status_code == 200, answer.text
            await ruth.until(lambda: ruth.stage is Stage.PLAYING)
            refused = await ruth.http.post(path, json=companion(Seat.WEST, "Bob"))
            assert refused.json()["code"] == "saw_another_hand"
            assert isinstance(await ruth.order(Leave(), seat=Seat.NORTH), Accepted)
            await ruth.until(lambda: ruth.seats == (Seat.SOUTH,))
            assert not ruth.is_covered()

    tell(tmp_path, story)


def test_a_killed_server_finds_the_device_as_it_was_but_covered(tmp_path: Path) -> None:
    """Names, seats and cards are in the log; what was open is not."""

    async def story() -> None:
        program = Program(tmp_path)
        await program.start()
        async with Device(program.url, 1) as device:
            # No clock moves for them, however long the new start takes.
            await device.make_table(companions=[ANNA], turn_seconds=0)
            turn = await _uncovered(device)
            hand = device.view.own and device.view.own.hand
            assert hand is not None
            await program.kill()
            again = Program(tmp_path)
            await again.start()
            device.url = again.url
            await device.connect(device.table)
            assert device.is_covered()
            assert device.seats == (Seat.NORTH, Seat.SOUTH)
            assert await _uncovered(device) is turn
            assert device.view.own is not None
            assert device.view.own.hand == hand
            await again.kill()

    asyncio.run(asyncio.wait_for(story(), 2 * GUARD_SECONDS))
