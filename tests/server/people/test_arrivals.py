"""How many new guests one address may bring, and how often they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from tests.kit.people import PASSWORD, Friend
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = 5


async def _come(url: str, address: str = "192.0.2.1") -> httpx.Response:
    """A visit without a cookie, through a proxy on this machine that names *address*."""
    async with httpx.AsyncClient(base_url=url) as http:
        return await http.get("/api/me", headers={"X-Forwarded-For": address})


def test_one_address_brings_no_crowd_and_others_are_not_kept_out(tmp_path: Path) -> None:
    """Whoever is refused is told when to come again; who is known comes and goes."""

    async def story(server: Running) -> None:
        first = await _come(server.url)
        for _ in range(LIMIT - 1):
            assert (await _come(server.url)).status_code == 200
        refused = await _come(server.url)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_guests")
        assert "try again in 5 hours" in refused.json()["detail"]
        share = 24 * 3600 // LIMIT
        assert share - 60 < int(refused.headers["retry-after"]) <= share
        assert "set-cookie" not in refused.headers
        assert (await _come(server.url, "192.0.2.2")).status_code == 200
        async with httpx.AsyncClient(base_url=server.url, cookies=first.cookies) as known:
            for _ in range(3):
                answer = await known.get("/api/me", headers={"X-Forwarded-For": "192.0.2.1"})
                assert answer.json()["person"] == first.json()["person"]

    tell(tmp_path, story, guests_per_address=LIMIT)


def test_signing_up_makes_no_guests_past_the_limit_and_signing_in_is_free(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Friend(server.url) as ann:
            await ann.sign_up("ann")
        who = {"username": "ann", "password": PASSWORD}
        async with httpx.AsyncClient(base_url=server.url) as http:
            answers = [await http.post("/api/sign-up", json=who) for _ in range(LIMIT)]
            codes = [answer.json()["code"] for answer in answers]
            assert codes == ["username_taken"] * (LIMIT - 1) + ["too_many_guests"]
            assert (await http.get("/api/me")).status_code == 429
            assert (await http.post("/api/sign-in", json=who)).status_code == 200
            assert (await http.get("/api/me")).json()["guest"] is False

    tell(tmp_path, story, guests_per_address=LIMIT)


@pytest.mark.parametrize("limit", [0, 300])
def test_a_school_class_behind_one_address_comes_in(tmp_path: Path, limit: int) -> None:
    async def story(server: Running) -> None:
        assert {(await _come(server.url)).status_code for _ in range(40)} == {200}

    tell(tmp_path, story, guests_per_address=limit)


def test_a_profile_is_not_changed_all_the_time(tmp_path: Path) -> None:
    """By either of its calls; each change is written and told at every table."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as ann, Friend(server.url, 1) as bob:
            for number in range(20):
                path = "/api/me" if number % 2 else "/api/my/profile"
                answer = await ann.http.patch(path, json={"name": f"Ann {number}"})
                assert answer.status_code == 200
            answer = await ann.http.patch("/api/me", json={"name": "Ann"})
            # What comes back with time may let a few more through.
            while answer.status_code == 200:
                answer = await ann.http.patch("/api/me", json={"name": "Ann"})
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
            assert (await bob.http.patch("/api/me", json={"name": "Bob"})).status_code == 200

    tell(tmp_path, story)
