"""At a table of another server: shared devices, hints, levels, reasons, programs."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from spadille.core.rules import CHALLENGE
from spadille.core.seats import Seat
from spadille.protocol.acts import SetLevel, Sit, Uncover
from spadille.protocol.hints import AskHint, Hint, HintRefused
from spadille.protocol.levels import BotLevel
from spadille.protocol.live import SignedOut, SignOut
from spadille.protocol.messages import Accepted, Declined
from spadille.protocol.news import LevelChanged, Person, companion_id
from spadille.protocol.refusals import TableReason
from spadille.protocol.table import Stage
from spadille.server.nodes.desk import Desk
from spadille.server.nodes.holding import Holding
from spadille.server.nodes.replica import Replica
from spadille.server.tables.directory import Wanted
from tests.kit.client import GUARD_SECONDS, Player
from tests.kit.device import Device, companion
from tests.kit.house import Guest
from tests.kit.nodes import Station, until
from tests.kit.people import Friend, cheap_hasher
from tests.kit.robot import Robot, made_token
from tests.kit.server import Running, running

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tests.kit.nats import Nats

    Story = Callable[[Running, Running], Awaitable[None]]

    class Tell(Protocol):
        """Runs a story at two servers that are one service, with these settings."""

        def __call__(self, story: Story, **settings: Any) -> None:
            """Run it."""
            ...


pytestmark = pytest.mark.usefixtures("long_leases")
ANNA = companion(Seat.NORTH, "Anna")
BOTH = (Seat.NORTH, Seat.SOUTH)
ONE_DEAL = {"name": "short", "target": 50, "losing_score": -100, "deal_limit": 1}


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as cheaply as can be."""
    monkeypatch.setattr("spadille.server.people.passwords.PasswordHasher", cheap_hasher)


@pytest.fixture
def tell(tmp_path: Path, database: str, nats: Nats) -> Tell:
    """Run a story at two servers that are one service."""

    async def main(story: Story, settings: dict[str, Any]) -> None:
        shared: dict[str, Any] = {"database": database, "nats": nats.url, **settings}
        async with AsyncExitStack() as stack:
            one, two = [
                await stack.enter_async_context(running(tmp_path / name, **shared))
                for name in ("one", "two")
            ]
            async with asyncio.timeout(GUARD_SECONDS):
                await story(one, two)

    return lambda story, **settings: asyncio.run(main(story, settings))


def _end(server: Running, table: str) -> Holding | Replica:
    """Where *table* is, as *server* knows it."""
    directory: Any = server.service.sockets.directory
    desk: Desk = directory._desks[table]
    return desk.end


async def _hint(player: Player, ask: str) -> Hint | HintRefused:
    """What *player* is answered who asks for a hint."""
    await player.say(AskHint(ask))

    def answers() -> list[Hint | HintRefused]:
        return [m for m in player.messages if isinstance(m, Hint | HintRefused) and m.ask == ask]

    await player.until(lambda: bool(answers()))
    return answers()[0]


def test_a_shared_device_plays_at_a_table_of_another_server(tell: Tell) -> None:
    """It uncovers there, sees one hand at a time, and the other server plays the rest."""

    async def story(one: Running, two: Running) -> None:
        async with Device(one.url, 1) as device:
            await device.make_table(companions=[ANNA], rules=ONE_DEAL, turn_seconds=0)
            await device.drop()
            device.url = two.url
            device.messages.clear()
            device.frames.clear()
            await device.connect(device.table)
            assert isinstance(_end(one, device.table), Holding)
            assert isinstance(_end(two, device.table), Replica)
            assert device.seats == BOTH
            assert device.is_covered()
            await device.until(lambda: device.turn in BOTH)
            turn = device.turn
            assert turn is not None
            other = Seat.NORTH if turn is Seat.SOUTH else Seat.SOUTH
            answer = await device.order(Uncover(other))
            assert answer == Declined(answer.order, TableReason.ANOTHERS_TURN)
            answer = await device.order(Uncover(Seat.EAST))
            assert answer == Declined(answer.order, TableReason.NOT_YOUR_SEAT)
            await device.play(lambda: device.stage is Stage.OVER)
            assert isinstance(_end(two, device.table), Replica), "played from afar to the end"
            for before, view in zip(device.views(), device.views()[1:], strict=False):
                own = None if view.game is None else view.game.own
                if own is not None:
                    assert own.seat is view.seat
                    # Nothing of a hand is sent to who has not uncovered it.
                    assert (
                        before.game is None
                        or before.game.own is None
                        or (before.game.own.seat is own.seat)
                    )
            shown = {view.game.own.seat for view in device.views() if view.game and view.game.own}
            assert shown == set(BOTH)

    tell(story)


def test_a_hand_is_open_on_one_connection_of_all_servers(tell: Tell) -> None:
    """What is uncovered by one server is covered by the other; watching one sees no card."""

    async def story(one: Running, two: Running) -> None:
        async with Device(one.url, 1) as phone, Device(two.url, 2) as tablet:
            await phone.make_table(companions=[ANNA], turn_seconds=0)
            tablet.http.cookies.update(phone.http.cookies)
            tablet.person = phone.person
            await tablet.connect(phone.table)
            await tablet.until(lambda: tablet.turn in BOTH)
            assert tablet.turn is not None
            for shown, hidden in ((tablet, phone), (phone, tablet), (tablet, phone)):
                await shown.uncover(tablet.turn)
                await shown.until(lambda: not shown.is_covered())  # noqa: B023 - awaited at once
                await hidden.until(hidden.is_covered)

    tell(story)


def test_hints_and_reasons_at_a_table_of_another_server(tell: Tell) -> None:
    """Hints are worked out where they are asked for, reasons are read from the log."""

    async def story(one: Running, two: Running) -> None:
        async with Player(one.url, 1) as ruth, Player(two.url, 2) as emil:
            await ruth.make_table(rules=ONE_DEAL, seat=2, open_seats=[1], turn_seconds=0)
            await emil.connect(ruth.table)
            assert isinstance(_end(two, ruth.table), Replica)
            assert isinstance(await emil.order(Sit(Seat.EAST)), Accepted)
            await emil.until(lambda: emil.stage is Stage.PLAYING)
            playing = asyncio.ensure_future(ruth.play(lambda: ruth.stage is Stage.OVER))
            for number in range(3):
                await emil.until(lambda: emil.next_act() is not None)
                hint = await _hint(emil, f"ask-{number:08}")
                assert isinstance(hint, Hint), hint
                assert hint.text
                assert isinstance(await emil.order(hint.move), Accepted)
            await emil.play(lambda: emil.stage is Stage.OVER)
            await playing
            reasons = {
                url: (
                    await player.http.get(f"/api/tables/{ruth.table}/records/1/deals/1/reasons")
                ).json()
                for url, player in ((one.url, ruth), (two.url, emil))
            }
            assert reasons[one.url] == reasons[two.url]
            assert [bool(line) for line in reasons[two.url]["bids"]] == [True, False, False, True]

    tell(story)


def test_a_program_at_another_server_is_shown_at_its_seat(tell: Tell) -> None:
    """Everybody can tell it for what it is, and its token is deleted for all servers."""

    async def story(one: Running, two: Running) -> None:
        async with Friend(one.url) as owner, Player(one.url, 2) as sam:
            await owner.sign_up("botmaster")
            made = await made_token(owner, "table:play")
            table = await sam.make_table(seat=0, open_seats=[1], turn_seconds=0)
            async with Robot(two.url, made["secret"]) as robot:
                await robot.connect(table)
                assert isinstance(await robot.order(Sit(Seat.EAST)), Accepted)
                assert isinstance(_end(two, table), Replica)
                await sam.until(lambda: sam.info is not None and sam.info.seats[Seat.EAST].program)
                path = f"/api/my/tokens/{made['info']['id']}"
                dropped = await owner.http.request("DELETE", path, json={})
                assert dropped.status_code < 300
                code, _ = await robot.until_closed()
                assert code == 4401

    tell(story)


def test_a_new_password_signs_out_at_every_server_and_says_why(
    tell: Tell,
) -> None:
    """But not whoever signs up in mid-game, by whichever server they play."""

    async def story(one: Running, two: Running) -> None:
        async with Friend(one.url, 1) as ruth, Friend(two.url, 2) as phone:
            phone.http.cookies.update(ruth.http.cookies)
            phone.person = ruth.person
            await phone.make_table()
            await phone.go_live()
            await ruth.sign_up("Ruth")
            service: Any = two.service
            sessions = service.sockets._sessions(ruth.id)
            await until(lambda: {session.epoch for session in sessions} == {1}, "a new epoch")
            await service._watchman._look()
            assert phone.closed is None, "a new cookie is no reason to leave the table"
            changed = await ruth.http.post(
                "/api/my/password", json={"old": "correct horse", "new": "battery staple"}
            )
            assert changed.status_code < 300, changed.text
            told = await phone.next_told(SignedOut)
            assert told.reason is SignOut.NEW_PASSWORD
            assert (await phone.until_closed())[0] == 4401

    tell(story)


async def _called(friend: Friend) -> str:
    """The name of *friend*."""
    name: str = (await friend.http.get("/api/me")).json()["person"]["name"]
    return name


def test_a_computer_that_stands_in_is_told_once_in_the_chat(tell: Tell) -> None:
    """By the server that runs the table, though nobody is connected to it any more."""

    async def story(one: Running, two: Running) -> None:
        async with Friend(one.url, 1) as ruth, Friend(two.url, 2) as emil:
            await ruth.make_table(seat=2, open_seats=[1], turn_seconds=0)
            await emil.connect(ruth.table)
            assert isinstance(await emil.order(Sit(Seat.EAST)), Accepted)
            await emil.until(lambda: emil.stage is Stage.PLAYING)
            await ruth.drop()
            # Emil himself may be stood in for, too, where it takes long to hear that he is there.
            name = await _called(ruth)
            await emil.until(lambda: ("stood_in_for", name) in emil.notices())
            await emil.chat("Where is she?")
            await emil.until(lambda: bool(emil.lines()))
            assert emil.notices().count(("stood_in_for", name)) == 1
            stored = await one.service.company.store.lines(ruth.table, 0, 100)
            lines = [line for row in stored if "notice" in (line := json.loads(row.body))]
            kept = [(line["notice"], line["person"]["name"]) for line in lines]
            assert kept.count(("stood_in_for", name)) == 1

    tell(story, grace_seconds=0.2)


def test_a_level_is_set_by_way_of_another_server(database: str, nats: Nats) -> None:
    """The server that runs the table judges, and both hear of it."""

    async def story() -> None:
        async with (
            Station(database, nats.url, lease=30.0) as one,
            Station(database, nats.url, lease=30.0) as two,
        ):
            ruth, again, sam = Guest("Ruth"), Guest("Ruth"), Guest("Sam")
            table = await one.table(ruth, (Seat.WEST,))
            far = await two.find(table.id)
            assert isinstance(far.end, Replica)
            again.join(far)
            sam.join(far)
            answer = await sam.order(SetLevel(Seat.NORTH, BotLevel.EXPERT))
            assert answer == Declined(answer.order, TableReason.NOT_SEATED)
            order = SetLevel(Seat.NORTH, BotLevel.EXPERT)
            assert isinstance(await again.order(order), Accepted)
            changed = [LevelChanged(Seat.NORTH, BotLevel.EXPERT)]
            await ruth.until(lambda: ruth.heard(LevelChanged) == changed)
            await again.until(lambda: again.heard(LevelChanged) == changed)
            assert again.info is not None
            assert again.info.seats[Seat.NORTH].level is BotLevel.EXPERT

    asyncio.run(asyncio.wait_for(story(), GUARD_SECONDS))


def test_an_open_hand_stays_open_when_the_table_moves(database: str, nats: Nats) -> None:
    """Whoever looks at it goes on looking, unless something has happened in between."""

    async def story() -> None:
        async with Station(database, nats.url, lease=30.0) as two:
            # It takes what is an orphan without having been here for a lease of its own.
            two.keeper.may_take_over = two.keeper.may_claim  # type: ignore[method-assign]
            device = Guest("Ruth")
            async with Station(database, nats.url, lease=30.0) as one:
                anna = Person(companion_id(device.person.id, 2), "Anna", "a02")
                companions = ((Seat.NORTH, anna),)
                wanted = Wanted(rules=CHALLENGE, seat=Seat.SOUTH, companions=companions)
                made = await one.directory.create(device.person, wanted)
                far = await two.find(made.id)
                device.join(far)
                await device.until(lambda: device.view.public.turn in BOTH)
                turn = device.view.public.turn
                assert turn is not None
                assert isinstance(await device.order(Uncover(turn)), Accepted)
                await device.until(lambda: not device.watches())
            await until(lambda: isinstance(far.end, Holding), "the table comes to the other")
            assert isinstance(await device.order(device.any_act(), seat=turn), Accepted)
            await device.until(lambda: device.view.public.turn in BOTH)
            other = device.view.public.turn
            assert other is not None
            assert device.watches(), "the turn has gone to the other of them"
            assert isinstance(await device.order(Uncover(other)), Accepted)
            await device.until(lambda: device.my_turn)

    asyncio.run(asyncio.wait_for(story(), GUARD_SECONDS))
