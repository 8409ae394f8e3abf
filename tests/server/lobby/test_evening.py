"""An evening of four people on four devices, from the first challenge to the rematch."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from spadille.core.seats import Seat
from spadille.protocol.acts import Agree, Leave, Sit
from spadille.protocol.chat import ChatLine, ChatReason, ChatRefused, Said, Voice
from spadille.protocol.live import AnswerChallenge, ChallengeEnded, ChallengeReceived, SendChallenge
from spadille.protocol.messages import Accepted
from spadille.protocol.people import Target
from spadille.protocol.table import Stage
from tests.kit.people import PASSWORD, Friend
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("north_n", "east_e", "south_s", "west_w")
RULES = {"name": "short", "target": 50, "deal_limit": 1}


def test_four_people_meet_talk_part_return_and_play_again(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with AsyncExitStack() as stack:
            friends = [await stack.enter_async_context(Friend(server.url, n)) for n in range(4)]
            await asyncio.gather(*map(_begin, friends, NAMES))
            host, west = friends[0], friends[3]
            await host.make_table(seat=0, open_seats=[1, 2, 3], rules=RULES)
            await _invite(friends[:3])
            assert isinstance(await host.chat("<w south>west is late"), Said)
            await _invite([host, west])
            await _all_at(friends, Stage.PLAYING)
            refused = await host.chat("<w south>I have the ace")
            assert isinstance(refused, ChatRefused)
            assert refused.reason is ChatReason.WHISPER_DURING_GAME
            assert isinstance(await west.chat("<y>good luck"), Said)
            await west.order(Leave())
            await west.drop()
            await host.until(lambda: _owner(host, Seat.WEST) is None)
            phone = await stack.enter_async_context(Friend(server.url, 9))
            await phone.post("/sign-in", username="WEST_W", password=PASSWORD)
            await phone.go_live()
            await phone.connect(host.table)
            assert isinstance(await phone.order(Sit(Seat.WEST)), Accepted)
            four = [*friends[:3], phone]
            await asyncio.gather(*(f.play(lambda f=f: f.stage is Stage.OVER) for f in four))  # type: ignore[misc]
            assert isinstance(await phone.chat("<w host>never sent"), ChatRefused)
            assert isinstance(await phone.chat("<w no>well played"), Said)
            for friend in four:
                await friend.order(Agree())
            await _all_at(four, Stage.PLAYING)
            assert all(f.info is not None and f.info.match_number == 2 for f in four)
            assert await _heard(four, "done") == [
                [(Voice.WHISPER, "west is late"), (Voice.YELL, "good luck"), *_END],
                [(Voice.YELL, "good luck"), _END[1]],
                [(Voice.WHISPER, "west is late"), (Voice.YELL, "good luck"), _END[1]],
                _END,
            ]

    tell(tmp_path, story)


_END = [(Voice.WHISPER, "well played"), (Voice.SAY, "done")]


async def _begin(friend: Friend, name: str) -> None:
    await friend.sign_up(name)
    await friend.go_live()


async def _invite(friends: list[Friend]) -> None:
    """The first challenges the others to their own seats, and they come."""
    host = friends[0]
    for friend in friends[1:]:
        seat = Seat(NAMES.index(await _username(friend)))
        target = Target(username=NAMES[seat])
        await host.tell(SendChallenge(f"challenge-{seat}", target, host.table, seat))
        challenge = (await friend.next_told(ChallengeReceived)).challenge
        assert challenge.seat is seat
        await friend.tell(AnswerChallenge(challenge.id, accept=True))
        ended = await friend.next_told(ChallengeEnded)
        assert ended.table == host.table
        await friend.connect(ended.table)


async def _username(friend: Friend) -> str:
    name: str = (await friend.http.get("/api/my/profile")).json()["username"]
    return name


async def _all_at(friends: list[Friend], stage: Stage) -> None:
    for friend in friends:
        await friend.until(lambda friend=friend: friend.stage is stage)  # type: ignore[misc]


def _owner(friend: Friend, seat: Seat) -> str | None:
    assert friend.info is not None
    person = friend.info.seats[seat].person
    return None if person is None else person.id


async def _heard(friends: list[Friend], last: str) -> list[list[tuple[Voice, str]]]:
    """What each heard live, up to *last*, which is said now."""
    await friends[0].chat(last)
    heard = []
    for friend in friends:
        await friend.until(lambda friend=friend: f"say: {last}" in friend.lines())  # type: ignore[misc]
        lines = [m for m in friend.messages if isinstance(m, ChatLine)]
        heard.append([(line.voice, line.text) for line in lines])
    return heard
