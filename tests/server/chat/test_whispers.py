"""The rules of whispers, each an example at the socket.

Bobby is host in the north; bonnie, Robert and ann sit east, south and west; the guest
"Quiet Otter" and the account Zelda watch.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from spadille.core.seats import Seat
from spadille.protocol.acts import Agree, Leave, OpenSeat, Sit
from spadille.protocol.chat import ChatLine, ChatReason, ChatRefused, Said, Voice
from spadille.protocol.messages import Accepted
from spadille.protocol.table import Stage
from tests.kit.people import Friend
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

SHORT = {"name": "short", "target": 50, "deal_limit": 1}
NAMES = ("Bobby", "bonnie", "Robert", "ann")


@pytest.fixture(autouse=True)
def no_floods(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everyone write as fast as a test can."""
    monkeypatch.setattr("spadille.server.chat.room._BURST", 1e6)


@asynccontextmanager
async def company(url: str, *, seated: int = 4) -> AsyncIterator[dict[str, Friend]]:
    """Everyone at one table, the first *seated* of the four in their seats."""
    async with AsyncExitStack() as stack:
        friends: dict[str, Friend] = {}
        for seed, name in enumerate((*NAMES, "Quiet Otter", "Zelda")):
            friend = await stack.enter_async_context(Friend(url, seed))
            if " " in name:
                await friend.http.patch("/api/me", json={"name": name})
            else:
                await friend.sign_up(name)
            friends[name] = friend
        table = await friends["Bobby"].make_table(seat=0, open_seats=[1, 2, 3], rules=SHORT)
        for place, name in enumerate((*NAMES, "Quiet Otter", "Zelda")):
            if place:
                await friends[name].connect(table)
            if 0 < place < seated:
                assert isinstance(await friends[name].order(Sit(Seat(place))), Accepted)
        yield friends


async def heard_by(friends: dict[str, Friend], text: str) -> set[str]:
    """Who has heard *text*, once everyone has heard something later."""
    later = f"after {text}"
    await next(iter(friends.values())).chat(later)
    heard = set()
    for name, friend in friends.items():
        await friend.until(lambda friend=friend: f"say: {later}" in friend.lines())  # type: ignore[misc]
        if any(isinstance(m, ChatLine) and m.text == text for m in friend.messages):
            heard.add(name)
    return heard


EXAMPLES = [
    # sender, what is typed for the name, who hears it, or why nobody does and who it could be
    ("ann", "bob", "Bobby", ()),
    ("ann", "bon", "bonnie", ()),
    ("ann", "BONNIE", "bonnie", ()),
    ("ann", "r", "Robert", ()),
    ("ann", "bo", ChatReason.SEVERAL_FIT, ("Bobby", "bonnie")),
    ("ann", "b", ChatReason.SEVERAL_FIT, ("Bobby", "bonnie")),
    ("Bobby", "bo", "bonnie", ()),
    (
        "ann",
        "x",
        ChatReason.NOBODY_FITS,
        ("Bobby", "bonnie", "Quiet Otter", "Robert", "Zelda"),
    ),
    ("ann", "obby", ChatReason.NOBODY_FITS, None),
    ("ann", "bobbyy", ChatReason.NOBODY_FITS, None),
    ("ann", "ann", ChatReason.YOURSELF, ()),
    ("ann", "a", ChatReason.YOURSELF, ()),
    ("ann", "", ChatReason.WHISPER_TO_WHOM, ()),
    ("ann", "z", "Zelda", ()),
    ("ann", "quiet o", "Quiet Otter", ()),
    ("Zelda", "bob", "Bobby", ()),
    ("Quiet Otter", "z", "Zelda", ()),
]


def test_a_whisper_before_the_game_reaches_one_alone_or_nobody(tmp_path: Path) -> None:
    """Every example: the outcome for the sender, and who of all six has heard it."""

    async def story(server: Running) -> None:
        async with company(server.url, seated=3) as friends:
            for number, (sender, name, outcome, names) in enumerate(EXAMPLES):
                text = f"secret {number}"
                answer = await friends[sender].chat(f"<w {name}>{text}")
                case = (sender, name, answer)
                if isinstance(outcome, ChatReason):
                    assert isinstance(answer, ChatRefused), case
                    assert answer.reason is outcome, case
                    assert names is None or answer.names == names, case
                    assert answer.detail.endswith("."), case
                    assert await heard_by(friends, text) == set(), case
                else:
                    assert isinstance(answer, Said), case
                    assert await heard_by(friends, text) == {sender, outcome}, case

    tell(tmp_path, story)


def test_whispers_are_off_from_the_first_card_dealt_to_the_last_one_played(
    tmp_path: Path,
) -> None:
    """Before, during, after, between rematch and its start, and during the rematch."""

    async def story(server: Running) -> None:
        async with company(server.url) as friends:
            players = [friends[name] for name in NAMES]
            zelda = friends["Zelda"]

            async def outcome(friend: Friend, text: str) -> Any:
                answer = await friend.chat(text)
                return answer.reason if isinstance(answer, ChatRefused) else "said"

            async def all_refused() -> None:
                for friend in (*players, zelda, friends["Quiet Otter"]):
                    for text in ("<w bob>x", "<w bonnie>x", "<w nobody>x", "<w bo>x", "<w bob x"):
                        assert await outcome(friend, text) is ChatReason.WHISPER_DURING_GAME
                answer = await players[0].chat("<w ann>x")
                assert isinstance(answer, ChatRefused)
                assert "while a game is on" in answer.detail
                assert await outcome(players[0], "<y>hello") == "said"

            await players[0].until(lambda: players[0].stage is Stage.PLAYING)
            await all_refused()
            await _play_out(players)
            assert await outcome(players[0], "<w ann>well played") == "said"
            assert await outcome(zelda, "<w bob>well played") == "said"
            for player in players[:3]:
                await player.order(Agree())
            assert await outcome(players[0], "<w ann>another?") == "said"
            await players[3].order(Agree())
            await players[0].until(lambda: players[0].stage is Stage.PLAYING)
            await all_refused()

    tell(tmp_path, story)


def test_a_seat_taken_in_the_game_gives_no_whisper_either(tmp_path: Path) -> None:
    """Somebody who leaves the game still may not be whispered to, nor whisper."""

    async def story(server: Running) -> None:
        async with company(server.url) as friends:
            await friends["ann"].order(Leave())
            answer = await friends["ann"].chat("<w bob>the queen is out")
            assert isinstance(answer, ChatRefused)
            assert answer.reason is ChatReason.WHISPER_DURING_GAME
            assert not isinstance(await friends["Bobby"].order(OpenSeat(Seat.WEST)), Accepted)

    tell(tmp_path, story)


def test_a_whisper_to_somebody_who_is_away_is_there_when_they_are_back(tmp_path: Path) -> None:
    """It is kept for both ends; nobody else ever gets it, not even in a history."""

    async def story(server: Running) -> None:
        async with company(server.url, seated=3) as friends:
            bonnie, ann = friends["bonnie"], friends["ann"]
            await bonnie.drop()
            assert isinstance(await ann.chat("<w bon>see you"), Said)
            assert isinstance(await ann.chat("hello all"), Said)
            for friend in friends.values():
                await friend.drop()
                friend.messages.clear()
                await friend.connect(friend.table)
                await friend.until(lambda friend=friend: friend.has_history)  # type: ignore[misc]
            texts = {
                name: [line.text for line in friend.history().lines if isinstance(line, ChatLine)]
                for name, friend in friends.items()
            }
            both = ["see you", "hello all"]
            assert texts == {
                name: both if name in {"bonnie", "ann"} else both[1:] for name in friends
            }
            (whisper, _) = (x for x in ann.history().lines if isinstance(x, ChatLine))
            assert whisper.voice is Voice.WHISPER
            assert whisper.to is not None
            assert whisper.to.username == "bonnie"

    tell(tmp_path, story)


@pytest.mark.parametrize("form", ["<w Sam>", "<w sa>"])
def test_two_of_one_name_cannot_be_told_apart_by_it(tmp_path: Path, form: str) -> None:
    async def story(server: Running) -> None:
        async with AsyncExitStack() as stack:
            friends = [
                await stack.enter_async_context(Friend(server.url, seed)) for seed in range(3)
            ]
            for friend in friends[1:]:
                await friend.http.patch("/api/me", json={"name": "Sam"})
            table = await friends[0].make_table(open_seats=[0])
            for friend in friends[1:]:
                await friend.connect(table)
            answer = await friends[0].chat(f"{form}which?")
            assert isinstance(answer, ChatRefused)
            assert answer.reason is ChatReason.SEVERAL_FIT

    tell(tmp_path, story)


def test_a_whole_name_is_meant_even_where_a_longer_one_begins_with_it(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with AsyncExitStack() as stack:
            friends = {}
            for seed, name in enumerate(("tim", "timothy", "carl")):
                friends[name] = await stack.enter_async_context(Friend(server.url, seed))
                await friends[name].sign_up(name)
            table = await friends["carl"].make_table(open_seats=[0])
            await friends["tim"].connect(table)
            await friends["timothy"].connect(table)
            assert isinstance(await friends["carl"].chat("<w TIM>only you"), Said)
            refused = await friends["carl"].chat("<w ti>both fit")
            assert isinstance(refused, ChatRefused)
            assert refused.names == ("tim", "timothy")
            own = await friends["tim"].chat("<w tim>me")
            assert isinstance(own, ChatRefused)
            assert own.reason is ChatReason.YOURSELF
            assert await heard_by(friends, "only you") == {"carl", "tim"}

    tell(tmp_path, story)


async def _play_out(players: list[Friend]) -> None:
    """Play the match to its end."""
    await asyncio.gather(*(p.play(lambda p=p: p.stage is Stage.OVER) for p in players))  # type: ignore[misc]
