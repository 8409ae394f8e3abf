"""Programs at tables: they come with a token, and everybody can tell them for what they are."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus

from spadille.core.seats import Seat
from spadille.protocol.acts import Leave, Sit
from spadille.protocol.hints import AskHint, HintReason, HintRefused
from spadille.protocol.messages import Accepted, Fault, FaultReason
from spadille.protocol.news import ProgramCame, SeatTaken
from spadille.protocol.table import Stage
from tests.kit.client import Gone, Player
from tests.kit.people import Friend, cheap_hasher
from tests.kit.robot import Robot, made_token
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

EXAMPLE = Path(__file__).parents[3] / "examples" / "ws_bot.py"
SHORT = {"name": "short", "target": 100, "losing_score": -100, "deal_limit": 2}


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as cheaply as can be."""
    monkeypatch.setattr("spadille.server.people.passwords.PasswordHasher", cheap_hasher)


@asynccontextmanager
async def _robot(url: str) -> AsyncIterator[tuple[Friend, Robot, str]]:
    """An account, its program, and the id of the token."""
    async with Friend(url) as owner:
        await owner.sign_up("botmaster")
        made = await made_token(owner, "table:play")
        async with Robot(url, made["secret"]) as robot:
            yield owner, robot, made["info"]["id"]


async def _refused(robot: Robot, status: int, code: str) -> str:
    with pytest.raises(InvalidStatus) as refusal:
        await robot.open()
    assert refusal.value.response.status_code == status
    problem = json.loads(refusal.value.response.body or b"")
    assert problem["code"] == code
    detail: str = problem["detail"]
    return detail


def test_the_example_plays_a_whole_match_with_a_person(tmp_path: Path) -> None:
    """Through the same socket and messages as the page; everyone sees that it is a program."""

    async def story(server: Running) -> None:
        async with Player(server.url, 1) as human, Friend(server.url) as owner:
            await owner.sign_up("botmaster")
            secret = (await made_token(owner, "table:play"))["secret"]
            table = await human.make_table(rules=SHORT, open_seats=[int(Seat.NORTH)])
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(EXAMPLE),
                server.url,
                table,
                env={**os.environ, "SPADILLE_TOKEN": secret},
                stdout=asyncio.subprocess.PIPE,
            )
            await human.play(lambda: human.stage is Stage.OVER)
            said, _ = await process.communicate()
            assert process.returncode == 0
            assert b"North has played a whole match" in said
            assert b"says no" not in said
            assert human.info is not None
            assert [seat.program for seat in human.info.seats] == [True, False, False, False]
            taken = human.info.seats[Seat.NORTH].person
            assert taken is not None
            assert taken.username == "botmaster"
            record = (await human.http.get(f"/api/tables/{table}/records/1")).json()
            assert record["deals"]

    tell(tmp_path, story)


def test_a_seat_shows_its_program_until_the_owner_leaves_it(tmp_path: Path) -> None:
    """Also where the owner sat down through the page, and the program came later."""

    async def story(server: Running) -> None:
        async with Player(server.url, 1) as human, _robot(server.url) as (owner, robot, _):
            table = await human.make_table(open_seats=[0], turn_seconds=0)
            await owner.sit(table, Seat.NORTH)
            assert human.info is not None
            assert not human.info.seats[Seat.NORTH].program
            await robot.connect(table)
            await human.until(lambda: _marks(human)[Seat.NORTH])
            assert isinstance(await robot.order(Leave()), Accepted)
            await human.until(lambda: not any(_marks(human)))
            assert isinstance(await robot.order(Sit(Seat.NORTH)), Accepted)
            await human.until(lambda: _marks(human)[Seat.NORTH])
            heard = [e for m in human.messages for e in getattr(m, "events", ())]
            seats = [e.seat for e in heard if isinstance(e, ProgramCame)]
            assert seats == [Seat.NORTH, Seat.NORTH]
            assert [e.seat for e in heard if isinstance(e, SeatTaken)] == seats

    tell(tmp_path, story)


def _marks(player: Player) -> list[bool]:
    assert player.info is not None
    return [seat.program for seat in player.info.seats]


def test_a_token_that_may_not_play_is_refused_and_told_why(tmp_path: Path) -> None:
    """Without the scope, unknown, or of another kind: each with a sentence."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as owner:
            await owner.sign_up("botmaster")
            other = (await made_token(owner, "profile:read"))["secret"]
            async with Robot(server.url, other) as robot:
                assert "table:play" in await _refused(robot, 403, "missing_scope")
            async with Robot(server.url, "spadille_nonsense") as robot:
                assert "make a new one" in await _refused(robot, 401, "bad_token")
                robot.headers = {"Authorization": "Basic c2VjcmV0"}
                assert "Bearer" in await _refused(robot, 401, "bad_token")
                robot.headers = {"Authorization": "Basic c2VjcmV0", "Cookie": owner.cookie}
                await _refused(robot, 401, "bad_token")

    tell(tmp_path, story)


def test_a_deleted_token_closes_its_socket_and_no_other(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url, 1) as human, _robot(server.url) as (owner, robot, token):
            table = await human.make_table(open_seats=[0])
            spare = (await made_token(owner, "table:play"))["secret"]
            async with Robot(server.url, spare) as second:
                await owner.connect(table)
                await robot.connect(table)
                await second.connect(table)
                assert isinstance(await robot.order(Sit(Seat.NORTH)), Accepted)
                answer = await owner.http.request(
                    "DELETE",
                    f"/api/my/tokens/{token}",
                    headers={"Content-Type": "application/json"},
                )
                assert answer.status_code == 200, answer.text
                assert await robot.until_closed() == (4401, "no_session")
                (fault,) = [m for m in robot.messages if isinstance(m, Fault)]
                assert fault.reason is FaultReason.NO_SESSION
                assert "make a new one" in fault.detail
                assert second.closed is owner.closed is None
                await _refused(robot, 401, "bad_token")

    tell(tmp_path, story)


def test_a_token_that_runs_out_closes_its_socket(tmp_path: Path) -> None:
    """The clock of the tokens says when, without anybody doing anything."""

    async def story(server: Running) -> None:
        async with Player(server.url, 1) as human, Friend(server.url) as owner:
            table = await human.make_table(open_seats=[0])
            await owner.sign_up("botmaster")
            made = await owner.post("/my/tokens", label="brief", scopes=["table:play"], days=1)
            # By its clock the token is shown at the very last moment, however long that takes.
            last = made.json()["info"]["expires_at"] - 500
            server.service.sockets.company.tokens._clock = lambda: last
            async with Robot(server.url, made.json()["secret"]) as robot:
                # On a busy machine it has run out before the table is shown.
                with suppress(Gone):
                    await robot.connect(table)
                assert await robot.until_closed() == (4401, "no_session")

    tell(tmp_path, story)


def test_a_program_takes_a_seat_by_call_where_nobody_may_watch(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url, 1) as human, _robot(server.url) as (_, robot, _):
            table = await human.make_table(open_seats=[0], options={"spectators": False})
            await robot.open()
            path = f"/api/tables/{table}/seat"
            answer = await robot.http.post(path, json={}, headers=robot.headers)
            assert answer.status_code == 200, answer.text
            await robot.drop()
            await robot.connect(table)
            assert robot.last is not None
            assert robot.last.seat is Seat.NORTH
            await human.until(lambda: _marks(human)[Seat.NORTH])

    tell(tmp_path, story)


def test_programs_get_no_hints(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url, 1) as human, _robot(server.url) as (_, robot, _):
            table = await human.make_table(open_seats=[0], turn_seconds=0)
            await robot.sit(table, Seat.NORTH)
            await robot.say(AskHint("ask-00000001"))
            expected = HintRefused("ask-00000001", HintReason.NOT_FOR_PROGRAMS)
            await robot.until(lambda: expected in robot.messages)

    tell(tmp_path, story)
