"""People at different servers are one company: chat, lobby, challenges, accounts."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

from spadille.core.codec import decoder
from spadille.core.seats import Seat
from spadille.protocol.chat import ChatLine, ChatRefused
from spadille.protocol.live import (
    AnswerChallenge,
    ChallengeEnded,
    ChallengeReason,
    ChallengeReceived,
    ChallengeRefused,
    ChallengeSent,
    LobbyState,
    Outcome,
    ProfileChanged,
    Seek,
    SeekChanged,
    SendChallenge,
    SignedOut,
    WatchLobby,
)
from spadille.protocol.people import Target
from tests.kit.client import GUARD_SECONDS
from tests.kit.people import Friend, cheap_hasher
from tests.kit.server import Running, running

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tests.kit.nats import Nats

    Story = Callable[[Friend, Friend], Awaitable[None]]

pytestmark = pytest.mark.usefixtures("long_leases")
ANSWERS = (ChallengeSent, ChallengeRefused)


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as cheaply as can be."""
    monkeypatch.setattr("spadille.server.people.passwords.PasswordHasher", cheap_hasher)


@pytest.fixture
def tell(tmp_path: Path, database: str, nats: Nats) -> Callable[[Story], None]:
    """Run a story about Ruth at one server and Emil at another."""

    async def main(story: Story) -> None:
        shared: dict[str, Any] = {"database": database, "nats": nats.url}
        async with AsyncExitStack() as stack:
            servers: list[Running] = [
                await stack.enter_async_context(running(tmp_path / name, **shared))
                for name in ("one", "two")
            ]
            ruth, emil = [
                await stack.enter_async_context(Friend(server.url, seed))
                for seed, server in enumerate(servers)
            ]
            async with asyncio.timeout(GUARD_SECONDS):
                await ruth.sign_up("Ruth")
                await emil.sign_up("Emil")
                await story(ruth, emil)

    return lambda story: asyncio.run(main(story))


async def answer_to(friend: Friend, wanted: SendChallenge) -> ChallengeSent | ChallengeRefused:
    """What comes of a challenge."""
    friend.told.clear()
    await friend.tell(wanted)
    answer: Any = object
    return await friend.next_told(answer, lambda told: isinstance(told, ANSWERS))


def test_a_line_of_chat_is_heard_at_the_other_server(tell: Callable[[Story], None]) -> None:
    """Once by everyone, and not by whoever has blocked the sender."""

    async def story(ruth: Friend, emil: Friend) -> None:
        table = await ruth.make_table(seat=2, open_seats=[0, 1, 3])
        await emil.connect(table)
        await emil.until(lambda: emil.has_history)
        await ruth.chat("Good evening")
        await emil.until(lambda: bool(emil.lines()))
        await emil.chat("Hello, Ruth")
        await ruth.until(lambda: len(ruth.lines()) == 2)
        assert ruth.lines() == emil.lines() == ["say: Good evening", "say: Hello, Ruth"]
        times = [line.at for line in emil.messages if isinstance(line, ChatLine)]
        assert times == sorted(set(times))
        assert (await emil.post("/my/blocks", username="Ruth")).status_code == 200
        await ruth.chat("Can you hear me?")
        await emil.chat("No")
        await ruth.until(lambda: len(ruth.lines()) == 4)
        assert emil.lines()[2:] == ["say: No"]

    tell(story)


def test_a_whisper_finds_a_spectator_at_the_other_server(tell: Callable[[Story], None]) -> None:
    """And nobody else hears it; a second device there is no news."""

    async def story(ruth: Friend, emil: Friend) -> None:
        table = await ruth.make_table(seat=2, open_seats=[0, 1, 3])
        await emil.connect(table)
        await ruth.until(lambda: ("joined", emil_name(emil)) in ruth.notices())
        while isinstance(await ruth.chat("<w emil> Come in"), ChatRefused):  # noqa: ASYNC110
            await asyncio.sleep(0.5)
        await emil.until(lambda: emil.lines() == ["whisper: Come in"])
        async with Friend(ruth.url, 7) as phone:
            await phone.post("/sign-in", username="Emil", password="correct horse")
            await phone.connect(table)
            await phone.chat("Which device is this?")
            await emil.until(lambda: len(emil.lines()) == 2)
            assert ruth.notices().count(("joined", emil_name(emil))) == 1

    tell(story)


def emil_name(emil: Friend) -> str:
    """What Emil is called in notices."""
    person: Any = emil.person
    name: str = person["name"]
    return name


def test_the_lobby_is_one(tell: Callable[[Story], None]) -> None:
    """It shows who is here by any server, who looks for a game, and the open tables."""

    async def story(ruth: Friend, emil: Friend) -> None:
        await ruth.go_live()
        await emil.go_live()
        await ruth.tell(WatchLobby(on=True))
        table = await emil.make_table(
            preset="classic", seat=0, open_seats=[1], options={"private": False}
        )
        await emil.tell(Seek(on=True))

        async def lobby() -> LobbyState:
            answer = await ruth.http.get("/api/lobby")
            shown: LobbyState = decoder(LobbyState).decode(answer.content)
            return shown

        async def until(holds: Callable[[LobbyState], bool]) -> None:
            while not holds(await lobby()):  # noqa: ASYNC110 - it is asked for here
                await asyncio.sleep(0.05)

        await until(lambda lobby: [t.id for t in lobby.tables] == [table])
        await until(
            lambda lobby: (emil.id, True) in [(p.person.id, p.seeking) for p in lobby.people]
        )
        played = await ruth.post("/play-now", preset="classic")
        assert played.json()["table"]["id"] == table
        await emil.drop()
        await emil.drop_live()
        await until(lambda lobby: [p.person.id for p in lobby.people] == [ruth.id])

    tell(story)


def test_a_challenge_goes_to_the_other_server_and_back(tell: Callable[[Story], None]) -> None:
    """It is accepted there, and the seat is taken."""

    async def story(ruth: Friend, emil: Friend) -> None:
        await emil.go_live()
        await ruth.go_live()
        await ruth.make_table(seat=0, open_seats=[1, 2, 3])
        wanted = SendChallenge("challenge-1", Target(username="Emil"), ruth.table, Seat.EAST)
        # Her server may not have heard yet that he is there.
        while not isinstance(await answer_to(ruth, wanted), ChallengeSent):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        received = await emil.next_told(ChallengeReceived)
        assert received.challenge.table is None
        # His page is loaded anew; what waits at her server is shown at his a moment later.
        while not (again := await emil.go_live()).challenges:
            await emil.drop_live()
        assert [c.id for c in again.challenges] == [received.challenge.id]
        await emil.tell(AnswerChallenge(received.challenge.id, accept=True))
        ended = await emil.next_told(ChallengeEnded)
        assert (ended.outcome, ended.table) == (Outcome.ACCEPTED, ruth.table)
        await ruth.until(lambda: ruth.info is not None and ruth.info.seats[1].person is not None)
        await emil.tell(AnswerChallenge(received.challenge.id, accept=True))
        assert (await emil.next_told(ChallengeRefused)).reason is ChallengeReason.GONE

    tell(story)


def test_an_account_is_one_at_all_servers(tell: Callable[[Story], None]) -> None:
    """Ruth's phone is at Emil's server: it hears of her new name, and is signed out with her."""

    async def story(ruth: Friend, emil: Friend) -> None:
        async with Friend(emil.url, 7) as phone:
            await phone.post("/sign-in", username="Ruth", password="correct horse")
            await phone.go_live()
            await ruth.go_live()
            await ruth.http.patch("/api/my/profile", json={"avatar": "a13"})
            assert (await phone.next_told(ProfileChanged)).me.person.avatar == "a13"
            await ruth.tell(Seek(on=True))
            assert (await phone.next_told(SeekChanged)).seeking
            await phone.tell(Seek(on=False))
            assert not (await ruth.next_told(SeekChanged, lambda told: not told.seeking)).seeking
            assert (await ruth.post("/sign-out-everywhere")).status_code < 300
            await phone.next_told(SignedOut)

    tell(story)


def test_lines_of_two_servers_in_one_millisecond_are_both_kept(
    tell: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line of a table has a time of its own, though no server waits for another."""
    monkeypatch.setattr("spadille.server.app.unix_milliseconds", lambda: 1_000_000)

    async def story(ruth: Friend, emil: Friend) -> None:
        table = await ruth.make_table(seat=2, open_seats=[0, 1, 3])
        await emil.connect(table)
        await asyncio.gather(*(friend.chat(f"{n}") for n in range(4) for friend in (ruth, emil)))
        await ruth.until(lambda: len(ruth.lines()) == 8)
        await emil.until(lambda: len(emil.lines()) == 8)
        times = [line.at for line in ruth.messages if isinstance(line, ChatLine)]
        assert len(set(times)) == 8

    tell(story)
