"""Challenges between people on live sockets."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from spadille.core.seats import Seat
from spadille.protocol.acts import Leave, Sit
from spadille.protocol.live import (
    AnswerChallenge,
    Challenge,
    ChallengeEnded,
    ChallengeReason,
    ChallengeReceived,
    ChallengeRefused,
    ChallengeSent,
    LivePing,
    LivePong,
    Outcome,
    SendChallenge,
    WithdrawChallenge,
)
from spadille.protocol.people import Target
from tests.kit.people import Friend
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@asynccontextmanager
async def live(url: str, *names: str) -> AsyncIterator[list[Friend]]:
    """People with accounts and live sockets; the first has a table with open seats."""
    async with AsyncExitStack() as stack:
        friends = []
        for seed, name in enumerate(names):
            friend = await stack.enter_async_context(Friend(url, seed))
            await friend.sign_up(name)
            await friend.go_live()
            friends.append(friend)
        await friends[0].make_table(seat=0, open_seats=[1, 2, 3], options={"title": "Fun"})
        yield friends


def challenge(host: Friend, username: str, **changes: Any) -> SendChallenge:
    """A challenge of *username* to the east seat of *host*'s table."""
    wanted: dict[str, Any] = {
        "id": "challenge-1",
        "to": Target(username=username),
        "table": host.table,
        "seat": Seat.EAST,
    }
    return SendChallenge(**{**wanted, **changes})


async def challenged(host: Friend, guest: Friend, username: str) -> Challenge:
    """Send a challenge, and see it arrive."""
    await host.tell(challenge(host, username))
    sent = await host.next_told(ChallengeSent)
    received = await guest.next_told(ChallengeReceived)
    assert sent.id == "challenge-1"
    assert sent.challenge.id == received.challenge.id
    return received.challenge


def test_a_challenge_that_is_accepted_seats_the_challenged_with_their_avatar(
    tmp_path: Path,
) -> None:
    """It shows who, rules and seat on all devices; the table's id comes with the answer."""

    async def story(server: Running) -> None:
        async with live(server.url, "bobby", "carl") as (bobby, carl):
            await carl.http.patch("/api/my/profile", json={"avatar": "a13"})
            async with Friend(server.url, 7) as phone:
                await phone.http.get("/api/me")
                await phone.post("/sign-in", username="CARL", password="correct horse")
                await phone.go_live()
                shown = await challenged(bobby, carl, "Carl")
                assert (shown.sender.username, shown.seat, shown.title) == (
                    "bobby",
                    Seat.EAST,
                    "Fun",
                )
                assert shown.rules.name == "challenge"
                assert shown.table is None
                assert 0 < shown.left <= 60_000
                assert (await phone.next_told(ChallengeReceived)).challenge.id == shown.id
                await phone.tell(AnswerChallenge(shown.id, accept=True))
                for friend in (bobby, carl, phone):
                    ended = await friend.next_told(ChallengeEnded)
                    assert ended == ChallengeEnded(shown.id, Outcome.ACCEPTED, bobby.table)
            await bobby.until(lambda: bobby.info is not None and seated(bobby, Seat.EAST))
            assert bobby.info is not None
            person = bobby.info.seats[Seat.EAST].person
            assert person is not None
            assert (person.id, person.avatar, person.username) == (carl.id, "a13", "carl")

    tell(tmp_path, story)


def seated(friend: Friend, seat: Seat) -> bool:
    """Whether somebody sits at *seat*, as *friend* sees it."""
    assert friend.info is not None
    return friend.info.seats[seat].person is not None


def test_a_challenge_is_declined_withdrawn_or_times_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sides are told how it ended; an answer after that comes to nothing."""

    async def story(server: Running) -> None:
        async with live(server.url, "bobby", "carl", "dora") as (bobby, carl, dora):
            first = await challenged(bobby, carl, "carl")
            await dora.tell(AnswerChallenge(first.id, accept=True))
            await dora.tell(WithdrawChallenge(first.id))
            for _ in range(2):
                assert (await dora.next_told(ChallengeRefused)).reason is ChallengeReason.GONE
            await carl.tell(AnswerChallenge(first.id, accept=False))
            for friend in (bobby, carl):
                ended = await friend.next_told(ChallengeEnded)
                assert ended == ChallengeEnded(first.id, Outcome.DECLINED, None)
            second = await challenged(bobby, carl, "carl")
            await bobby.tell(WithdrawChallenge(second.id))
            assert (await carl.next_told(ChallengeEnded)).outcome is Outcome.WITHDRAWN
            await carl.tell(AnswerChallenge(second.id, accept=True))
            assert (await carl.next_told(ChallengeRefused)).reason is ChallengeReason.GONE
            monkeypatch.setattr("spadille.server.lobby.challenges.OPEN_SECONDS", 0.1)
            third = await challenged(bobby, carl, "carl")
            for friend in (bobby, carl):
                await friend.next_told(
                    ChallengeEnded, lambda m: m == ChallengeEnded(third.id, Outcome.TIMED_OUT, None)
                )
            assert not seated(bobby, Seat.EAST)

    tell(tmp_path, story)


def test_a_challenge_ends_when_its_seat_is_taken_or_its_sender_leaves(tmp_path: Path) -> None:
    """At once: nobody is shown a question that has no answer any more."""

    async def story(server: Running) -> None:
        async with live(server.url, "bobby", "carl", "dora") as (bobby, carl, dora):
            shown = await challenged(bobby, carl, "carl")
            await dora.connect(bobby.table)
            await dora.order(Sit(Seat.SOUTH))
            await dora.order(Leave())
            await dora.order(Sit(Seat.EAST))
            for friend in (bobby, carl):
                ended = await friend.next_told(ChallengeEnded)
                assert ended == ChallengeEnded(shown.id, Outcome.SEAT_GONE, None)
            await carl.tell(AnswerChallenge(shown.id, accept=True))
            assert (await carl.next_told(ChallengeRefused)).reason is ChallengeReason.GONE
            await bobby.tell(challenge(bobby, "carl", seat=Seat.WEST))
            second = (await carl.next_told(ChallengeReceived)).challenge
            await bobby.order(Leave())
            ended = await carl.next_told(ChallengeEnded)
            assert ended == ChallengeEnded(second.id, Outcome.WITHDRAWN, None)

    tell(tmp_path, story)


def test_whoever_opens_a_page_later_sees_the_challenges_that_wait(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with live(server.url, "bobby", "carl") as (bobby, carl):
            shown = await challenged(bobby, carl, "carl")
            await carl.drop_live()
            (waiting,) = (await carl.go_live()).challenges
            assert waiting.id == shown.id
            await bobby.drop_live()
            (waiting,) = (await bobby.go_live()).challenges
            assert (waiting.id, waiting.table) == (shown.id, bobby.table)

    tell(tmp_path, story)


def test_a_challenge_that_cannot_be_sent_is_answered_clearly(tmp_path: Path) -> None:
    """Unknown, oneself, offline, blocked either way, busy, taken, not one's table, twice."""

    async def story(server: Running) -> None:
        async with live(server.url, "bobby", "carl", "dora", "emil") as friends:
            bobby, carl, dora, emil = friends

            async def refused(wanted: SendChallenge, by: Friend = bobby) -> ChallengeRefused:
                await by.tell(wanted)
                answer = await by.next_told(ChallengeRefused)
                assert answer.id == wanted.id
                assert answer.detail.endswith((".", "?")), answer
                return answer

            unknown = await refused(challenge(bobby, "karl"))
            assert (unknown.reason, unknown.names) == (ChallengeReason.UNKNOWN, ("carl",))
            assert "Did you mean carl?" in unknown.detail
            assert (await refused(challenge(bobby, "Bobby"))).reason is ChallengeReason.YOURSELF
            assert (await refused(challenge(bobby, "carl", table="nowhere"))).reason is (
                ChallengeReason.NOT_SEATED
            )
            assert (await refused(challenge(bobby, "carl"), dora)).reason is (
                ChallengeReason.NOT_SEATED
            )
            assert (await refused(challenge(bobby, "carl", seat=Seat.NORTH))).reason is (
                ChallengeReason.SEAT_TAKEN
            )
            await carl.post("/my/blocks", username="bobby")
            assert (await refused(challenge(bobby, "carl"))).reason is ChallengeReason.BLOCKED
            await bobby.post("/my/blocks", username="dora")
            assert (await refused(challenge(bobby, "dora"))).reason is ChallengeReason.YOU_BLOCKED
            await challenged(bobby, emil, "emil")
            assert (await refused(challenge(bobby, "emil"))).reason is ChallengeReason.ALREADY_SENT
            await emil.connect(bobby.table)
            await emil.order(Sit(Seat.SOUTH))
            assert (await refused(challenge(bobby, "emil"))).reason is ChallengeReason.ALREADY_THERE
            await bobby.post("/my/blocks/removal", people=[dora.id])
            await dora.drop_live()
            assert (await refused(challenge(bobby, "dora"))).reason is ChallengeReason.OFFLINE

    tell(tmp_path, story)


def test_whoever_plays_with_other_people_is_busy_and_with_computers_is_not(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with live(server.url, "bobby", "carl", "dora") as (bobby, carl, dora):
            table = await carl.make_table(seat=0)
            assert (await challenged(bobby, carl, "carl")).to.username == "carl"
            await dora.connect(table)
            await dora.order(Sit(Seat.EAST))
            await bobby.tell(challenge(bobby, "dora"))
            answer = await bobby.next_told(ChallengeRefused)
            assert answer.reason is ChallengeReason.BUSY

    tell(tmp_path, story)


def test_a_live_socket_answers_pings_and_nothing_that_it_does_not_understand(
    tmp_path: Path,
) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as guest:
            await guest.open_live()
            for text in (
                '{"type":"live_ping"}',
                '{"type":"seek","on":"yes"}',
                '{"type":"hello","table":"x"}',
                "nonsense",
                "[" * 1000,
                '{"type":"live_hello","version":1,"admin":true}',
            ):
                await guest.tell(text)
            await guest.tell('{"type":"live_hello"}')
            await guest.tell(LivePing())
            await guest.next_told(LivePong)
            assert guest.live_closed is None
            await guest.tell('{"type":"live_hello","version":0}')
            assert (await guest.until_live_closed())[0] == 4426

    tell(tmp_path, story)
