"""Every call and socket, tried by those who may not.

With no session, a forged one, one that has expired or was signed out, another's, a
guest's; and by the pages of other servers.
"""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from itsdangerous import TimestampSigner
from websockets.exceptions import InvalidStatus

from spadille.protocol.messages import Hello
from spadille.server.accounts.tokens import MAX_AGE, load_secret
from tests.kit.client import GUARD_SECONDS, Player
from tests.kit.people import PASSWORD, Friend, cheap_hasher
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("PATCH", "/me", {"name": "Eve"}),
    ("POST", "/tables", {}),
    ("GET", "/my/tables", {}),
    ("POST", "/play-now", {}),
    ("POST", "/tables/{table_id}/seat", {}),
    ("POST", "/tables/{table_id}/companions", {"seat": 0, "name": "Zoe", "avatar": "a01"}),
    ("POST", "/sign-out-everywhere", {}),
    ("POST", "/my/password", {"old": PASSWORD, "new": "another horse"}),
    ("GET", "/my/tokens", {}),
    ("POST", "/my/tokens", {"label": "x", "scopes": ["profile:read"]}),
    ("DELETE", "/my/tokens/{token_id}", {}),
    ("GET", "/my/export", {}),
    ("POST", "/my/deletion", {"password": PASSWORD}),
    ("GET", "/my/profile", {}),
    ("PATCH", "/my/profile", {"name": "Eve"}),
    ("GET", "/my/settings", {}),
    ("PATCH", "/my/settings", {"chat_font": "huge"}),
    ("GET", "/my/buddies", {}),
    ("GET", "/my/buddies/completions", {"prefix": "a"}),
    ("POST", "/my/buddies", {"username": "ann"}),
    ("POST", "/my/buddies/removal", {"people": ["x"]}),
    ("GET", "/my/blocks", {}),
    ("POST", "/my/blocks", {"username": "ann"}),
    ("POST", "/my/blocks/removal", {"people": ["x"]}),
    ("GET", "/my/mutes", {}),
    ("POST", "/my/mutes", {"username": "ann"}),
    ("POST", "/my/mutes/removal", {"people": ["x"]}),
    ("POST", "/reports", {"person": "x", "table": "x"}),
]
"""All calls that need a session, with bodies that would do."""
OPEN_CHANGES = [
    ("POST", "/sign-up", {"username": "mallory", "password": PASSWORD}),
    ("POST", "/sign-in", {"username": "ann", "password": PASSWORD}),
    ("POST", "/sign-out", {}),
]
"""Calls that change something and need no session."""
FOR_ACCOUNTS = {"/my/password", "/my/export", "/my/deletion"}
"""What a guest may not do, besides making tokens."""


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as cheaply as can be."""
    monkeypatch.setattr("spadille.server.people.passwords.PasswordHasher", cheap_hasher)


@asynccontextmanager
async def ann_and_http(url: str) -> AsyncIterator[tuple[Friend, httpx.AsyncClient]]:
    """Somebody with an account and a table, and a client that knows nothing."""
    async with (
        Friend(url) as ann,
        httpx.AsyncClient(base_url=f"{url}/api", timeout=GUARD_SECONDS) as http,
    ):
        await ann.sign_up("ann")
        await ann.make_table()
        yield ann, http


async def call(
    http: httpx.AsyncClient, ann: Friend, row: tuple[str, str, Any], **headers: str
) -> httpx.Response:
    """Make the call of *row*, about what is *ann*'s."""
    method, path, body = row
    path = path.format(table_id=ann.table, token_id="none")
    if method == "GET":
        return await http.request(method, path, params=body, headers=headers)
    return await http.request(method, path, json=body, headers=headers)


def test_the_list_of_calls_is_complete(tmp_path: Path) -> None:
    """Whatever the description says needs a session is tried here."""

    async def story(server: Running) -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            paths = (await http.get("/api/openapi.json")).json()["paths"]
            secured, changing = set(), set()
            for path, operations in paths.items():
                for method, operation in operations.items():
                    name = (method.upper(), path.removeprefix("/api"))
                    if operation.get("security"):
                        secured.add(name)
                    elif method != "get" and name[1] != "/rules/check":
                        changing.add(name)
            assert secured == {(method, path) for method, path, _ in CALLS}
            assert changing == {(method, path) for method, path, _ in OPEN_CHANGES}

    tell(tmp_path, story)


def _sessions(data: Path, ann: Friend) -> dict[str, str]:
    """Cookies that speak for nobody."""

    class Past(TimestampSigner):
        """Signs as long ago as a cookie may not be."""

        def get_timestamp(self) -> int:
            """A time too long ago."""
            return super().get_timestamp() - MAX_AGE - 1

    value = ann.cookie.removeprefix("spadille=")
    signed, stamp, seal = value.rsplit(".", 2)
    past = Past(load_secret(data), salt="spadille.session").sign(signed).decode()
    foreign = TimestampSigner(b"guessed" * 8, salt="spadille.session").sign(signed).decode()
    person = signed.split("~")[0]
    own = TimestampSigner(load_secret(data), salt="spadille.session")
    other_use = TimestampSigner(load_secret(data), salt="spadille.other")
    return {
        "none": "",
        "empty": "spadille=",
        "nonsense": "spadille=x.y.z",
        "another secret": f"spadille={foreign}",
        "another person": f"spadille=someone~1.{stamp}.{seal}",
        "another epoch": f"spadille={person}~2.{stamp}.{seal}",
        "signed for another use": f"spadille={other_use.sign(signed).decode()}",
        "expired": f"spadille={past}",
        "before the account": f"spadille={own.sign(person + '~0').decode()}",
        "without an epoch": f"spadille={own.sign(person).decode()}",
        "nobody": f"spadille={own.sign('nobody~0').decode()}",
    }


def test_no_call_is_answered_without_a_session_that_counts(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with ann_and_http(server.url) as (ann, http):
            for name, cookie in _sessions(tmp_path, ann).items():
                for row in CALLS:
                    answer = await call(http, ann, row, Cookie=cookie)
                    assert (answer.status_code, answer.json()["code"]) == (401, "no_session"), (
                        name,
                        row,
                    )
            settings = (await ann.http.get("/api/my/settings")).json()
            assert settings["chat_font"] == "medium"

    tell(tmp_path, story)


def test_no_socket_is_opened_without_a_session_that_counts(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with ann_and_http(server.url) as (ann, _http), Friend(server.url, 1) as eve:
            for name, cookie in _sessions(tmp_path, ann).items():
                await eve.open(cookie=cookie)
                assert (await eve.until_closed())[0] == 4401, name
                await eve.open_live(cookie=cookie)
                assert (await eve.until_live_closed())[0] == 4401, name

    tell(tmp_path, story)


def test_a_session_that_was_signed_out_counts_no_more(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with ann_and_http(server.url) as (ann, http):
            kept = ann.cookie
            await ann.post("/sign-out-everywhere")
            for row in CALLS:
                answer = await call(http, ann, row, Cookie=kept)
                assert answer.status_code == 401, row

    tell(tmp_path, story)


def test_a_guest_is_told_what_needs_an_account(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with ann_and_http(server.url) as (ann, http), Friend(server.url, 1) as guest:
            for row in CALLS:
                if row[1] == "/sign-out-everywhere":
                    continue  # it would end what is tried here
                answer = await call(http, ann, row, Cookie=guest.cookie)
                refused = row[1] in FOR_ACCOUNTS or row[:2] == ("POST", "/my/tokens")
                assert answer.status_code < 500, (row, answer.text)
                if refused:
                    assert (answer.status_code, answer.json()["code"]) == (403, "guest"), row
                else:
                    assert answer.status_code != 401, row

    tell(tmp_path, story)


def test_nothing_of_another_is_seen_or_changed(tmp_path: Path) -> None:
    """Eve has a session of her own: everything she reaches is hers."""

    async def story(server: Running) -> None:
        async with ann_and_http(server.url) as (ann, http), Friend(server.url, 1) as eve:
            await eve.sign_up("eve")
            made = await ann.post("/my/tokens", label="x", scopes=["profile:read"])
            token = made.json()["info"]["id"]
            before = (await ann.http.get("/api/my/export")).json()
            for row in CALLS:
                if row[1] not in {"/sign-out-everywhere", "/my/password", "/my/deletion"}:
                    await call(http, ann, row, Cookie=eve.cookie)
            answer = await eve.http.request("DELETE", f"/api/my/tokens/{token}", json={})
            assert (answer.status_code, answer.json()["code"]) == (404, "no_such_token")
            assert (await ann.http.get("/api/my/export")).json() == before
            wrong = await eve.post("/my/deletion", password="wrong horse")
            assert wrong.status_code == 403

    tell(tmp_path, story)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=["origin", "null", "cross-site", "same-site"],
)
def test_pages_of_other_servers_do_nothing_in_anybodys_name(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    """Even with the cookie; and no form can be sent to any call."""

    async def story(server: Running) -> None:
        async with ann_and_http(server.url) as (ann, http):
            cookie = {"Cookie": ann.cookie}
            for row in (*CALLS, *OPEN_CHANGES):
                if row[0] == "GET":
                    continue
                answer = await call(http, ann, row, **headers, **cookie)
                assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin"), row
                path = row[1].format(table_id=ann.table, token_id="none")
                form = await http.request(row[0], path, data=row[2] or {"x": 1}, headers=cookie)
                assert (form.status_code, form.json()["code"]) == (415, "not_json"), row
            if "Origin" in headers:
                for opening in (ann.open, ann.open_live):
                    with pytest.raises(InvalidStatus) as refused:
                        await opening(origin=headers["Origin"])
                    assert refused.value.response.status_code == 403

    tell(tmp_path, story)


def test_a_token_opens_what_its_scopes_say_and_nothing_else(tmp_path: Path) -> None:
    scopes = {
        "profile:read": [("GET", "/my/profile")],
        "profile:write": [("PATCH", "/my/profile")],
        "settings:read": [("GET", "/my/settings")],
        "settings:write": [("PATCH", "/my/settings")],
        "buddies:read": [("GET", "/my/buddies"), ("GET", "/my/buddies/completions")],
        "buddies:write": [("POST", "/my/buddies"), ("POST", "/my/buddies/removal")],
    }

    async def story(server: Running) -> None:
        async with ann_and_http(server.url) as (ann, http):
            for scope, opened in scopes.items():
                made = (await ann.post("/my/tokens", label=scope, scopes=[scope])).json()
                bearer = f"Bearer {made['secret']}"
                for row in CALLS:
                    answer = await call(http, ann, row, Authorization=bearer)
                    if row[:2] in opened:
                        assert answer.status_code in {200, 400}, (scope, row, answer.text)
                        assert answer.json() != {} or row[0] == "GET"
                    else:
                        assert answer.status_code in {401, 403}, (scope, row, answer.text)
                listed = (await ann.http.get("/api/my/tokens")).json()
                assert made["secret"] not in str(listed)
                await ann.http.request("DELETE", f"/api/my/tokens/{made['info']['id']}", json={})
                for method, path in opened:
                    answer = await call(http, ann, (method, path, {}), Authorization=bearer)
                    assert answer.status_code in {400, 401}, (scope, path)
            for nonsense in ("Bearer x", "Basic eDp5", "Bearer", ""):
                answer = await call(http, ann, ("GET", "/my/profile", {}), Authorization=nonsense)
                assert (answer.status_code, answer.json()["code"]) == (401, "bad_token"), nonsense

    tell(tmp_path, story)


def test_one_person_holds_a_bounded_number_of_sockets(tmp_path: Path) -> None:
    """Also of those that never say which table they are for; the oldest has to go."""

    async def story(server: Running) -> None:
        async with Friend(server.url) as ann, AsyncExitStack() as stack:
            await ann.make_table()
            others = [await stack.enter_async_context(Player(server.url)) for _ in range(30)]
            for other in others:
                await other.open(cookie=ann.cookie)
            assert await ann.until_closed() == (4409, "replaced")
            last = others[-1]
            await last.say(Hello(ann.table))
            await last.until(lambda: last.last is not None)

    tell(tmp_path, story)
