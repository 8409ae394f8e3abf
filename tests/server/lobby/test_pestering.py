"""How often somebody may be asked, and usernames looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadille.protocol.live import (
    AnswerChallenge,
    ChallengeEnded,
    ChallengeReason,
    ChallengeReceived,
    ChallengeRefused,
    ChallengeSent,
    WithdrawChallenge,
)
from tests.kit.people import Friend
from tests.kit.server import Running, tell
from tests.server.lobby.test_challenges import challenge, live

if TYPE_CHECKING:
    from pathlib import Path


async def _asked(host: Friend, username: str) -> ChallengeSent | ChallengeRefused:
    """Challenge *username*; what *host* is told of it."""

    def is_answer(message: object) -> bool:
        return isinstance(message, ChallengeSent | ChallengeRefused)

    await host.tell(challenge(host, username))
    told: Any = await host.next_told(object, is_answer)
    answer: ChallengeSent | ChallengeRefused = told
    return answer


def test_nobody_is_asked_again_and_again_by_the_same_person(tmp_path: Path) -> None:
    """Whether they decline or the challenge is taken back; others may still ask, and be asked."""

    async def story(server: Running) -> None:
        async with live(server.url, "ann", "bob", "cas") as (ann, bob, cas):
            turns = 0
            while not isinstance(told := await _asked(ann, "bob"), ChallengeRefused):
                turns += 1
                await bob.next_told(ChallengeReceived)
                if turns % 2:
                    await ann.tell(WithdrawChallenge(told.challenge.id))
                else:
                    await bob.tell(AnswerChallenge(told.challenge.id, accept=False))
                await bob.next_told(ChallengeEnded)
            refused = told
            assert turns >= 4
            assert refused.reason is ChallengeReason.TOO_MANY
            assert "You have asked bob several times; try again in" in refused.detail
            await ann.tell(challenge(ann, "cas"))
            await cas.next_told(ChallengeReceived)

    tell(tmp_path, story)


def test_usernames_cannot_be_tried_one_after_the_other(tmp_path: Path) -> None:
    """By no call, nor by challenges; the answer says when to try again."""

    async def story(server: Running) -> None:
        async with live(server.url, "ann", "bob") as (ann, _bob), Friend(server.url, 9) as other:
            for number in range(15):
                assert (await ann.post("/my/buddies", username=f"no{number}")).status_code == 404
                assert (await ann.post("/my/blocks", username=f"no{number}")).status_code == 404
            refused = await ann.post("/my/buddies", username="no")
            # What comes back with time may let a few more through.
            while refused.status_code == 404:
                refused = await ann.post("/my/buddies", username="no")
            assert refused.status_code == 429
            assert refused.json()["code"] == "too_often"
            assert int(refused.headers["retry-after"]) > 0
            assert (await other.post("/my/mutes", username="bob")).status_code == 200

    tell(tmp_path, story)
