"""How often somebody may be asked, and usernames looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def test_nobody_is_asked_again_and_again_by_the_same_person(tmp_path: Path) -> None:
    """Whether they decline or the challenge is taken back; others may still ask, and be asked."""

    async def story(server: Running) -> None:
        async with live(server.url, "ann", "bob", "cas") as (ann, bob, cas):
            for turn in range(4):
                await ann.tell(challenge(ann, "bob"))
                sent = await ann.next_told(ChallengeSent)
                await bob.next_told(ChallengeReceived)
                if turn % 2:
                    await ann.tell(WithdrawChallenge(sent.challenge.id))
                else:
                    await bob.tell(AnswerChallenge(sent.challenge.id, accept=False))
                await bob.next_told(ChallengeEnded)
            await ann.tell(challenge(ann, "bob"))
            refused = await ann.next_told(ChallengeRefused)
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
            refused = [await ann.post("/my/buddies", username=f"no{n}") for n in range(15)]
            assert refused[-1].status_code == 429
            assert refused[-1].json()["code"] == "too_often"
            assert int(refused[-1].headers["retry-after"]) > 0
            assert (await other.post("/my/mutes", username="bob")).status_code == 200

    tell(tmp_path, story)
