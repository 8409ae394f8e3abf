"""The calls, as a browser makes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from structlog.testing import capture_logs

from spadille.core.notation import read
from spadille.core.rules import PRESETS
from spadille.protocol.acts import Leave
from spadille.protocol.messages import Hello
from spadille.protocol.table import Stage
from spadille.server.gateway.headers import HEADERS
from spadille.server.tables.directory import Directory
from tests.kit.client import Player
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from pathlib import Path

JSON = {"Content-Type": "application/json"}
SHORT = {"name": "short", "target": 50, "deal_limit": 1}


def test_a_first_visit_makes_a_guest_with_a_cookie(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            first = await http.get("/api/me")
            cookie = first.headers["set-cookie"]
            for part in ("HttpOnly", "SameSite=lax", "Max-Age=34560000", "Path=/"):
                assert part in cookie
            assert "Secure" not in cookie
            me = first.json()
            assert me["guest"] is True
            assert len(me["person"]["name"].split()) == 2
            assert (await http.get("/api/me")).json() == me

    tell(tmp_path, story)


def test_behind_a_proxy_that_encrypts_the_cookie_is_secure(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            first = await http.get("/api/me", headers={"X-Forwarded-Proto": "https"})
            assert "Secure" in first.headers["set-cookie"]

    tell(tmp_path, story)


def test_a_guest_takes_a_name_and_an_avatar(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            changed = await player.http.patch(
                "/api/me", json={"name": "  Zoë  B. ", "avatar": "a24"}
            )
            assert changed.status_code == 200
            person = (await player.http.get("/api/me")).json()["person"]
            assert (person["name"], person["avatar"]) == ("Zoë B.", "a24")
            assert (await player.http.patch("/api/me", json={})).json()["person"] == person

    tell(tmp_path, story)


BAD_CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"name": ""}, "not_understood"),
    ({"name": "x" * 21}, "not_understood"),
    ({"name": "   "}, "bad_name"),
    ({"name": "a\u202eb"}, "bad_name"),
    ({"name": "a\nb"}, "bad_name"),
    ({"avatar": "a25"}, "no_such_avatar"),
    ({"id": "another"}, "not_understood"),
    ({"name": 7}, "not_understood"),
]


def test_a_name_or_avatar_that_will_not_do_is_a_problem(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for change, code in BAD_CHANGES:
            async with Player(server.url) as player:
                answer = await player.http.patch("/api/me", json=change)
                assert answer.status_code == 400
                assert answer.json()["code"] == code

    tell(tmp_path, story)


def test_a_table_is_made_shown_and_listed(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player, httpx.AsyncClient(base_url=server.url) as http:
            made = await player.http.post("/api/tables", json={"preset": "classic", "seat": 1})
            assert made.status_code == 201
            table = made.json()["table"]
            assert made.json()["seat"] == 1
            assert table["rules"]["name"] == "classic"
            assert table["host"] == player.id
            shown = await player.http.get(f"/api/tables/{table['id']}")
            assert shown.json() == made.json()
            stranger = await http.get(f"/api/tables/{table['id']}")
            assert stranger.json() == {**made.json(), "seat": None}
            listed = await player.http.get("/api/my/tables")
            assert listed.json() == [made.json()]

    tell(tmp_path, story)


def test_my_tables_are_those_where_i_sit_and_play_newest_first(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            finished = await player.make_table(rules=SHORT)
            await player.play(lambda: player.stage is Stage.OVER)
            await player.drop()
            left = await player.make_table()
            await player.order(Leave())
            await player.drop()
            tables = [await player.make_table(open_seats=[0]) for _ in range(2)]
            listed = [
                summary["table"]["id"]
                for summary in (await player.http.get("/api/my/tables")).json()
            ]
            assert listed == tables[::-1]
            assert finished not in listed
            assert left not in listed

    tell(tmp_path, story)


def test_nobody_floods_the_server_with_tables(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player, Player(server.url) as other:
            made = [await player.http.post("/api/tables", json={}) for _ in range(21)]
            assert [answer.status_code for answer in made] == [201] * 20 + [429]
            assert made[-1].json()["code"] == "too_many_tables"
            assert (await other.http.post("/api/tables", json={})).status_code == 201

    tell(tmp_path, story)


BAD_TABLES: list[tuple[dict[str, Any], str, str]] = [
    ({"preset": "poker"}, "unknown_preset", "preset"),
    ({"rules": {"target": 9}}, "not_understood", "target"),
    ({"rules": {"exchange_cards": 2}}, "invalid_rules", "exchange_cards"),
    ({"rules": {"colour": 2}}, "not_understood", "colour"),
    ({"rules": {"name": "classic", "target": 50}}, "invalid_rules", "name"),
    ({"rules": {"name": " Challenge ", "target": 50}}, "invalid_rules", "name"),
    ({"rules": {"name": "one\ntwo"}}, "invalid_rules", "name"),
    ({"rules": {"name": " "}}, "invalid_rules", "name"),
    ({"seat": 4}, "not_understood", "seat"),
    ({"seat": 1, "open_seats": [1]}, "invalid_seats", "open_seats"),
    ({"open_seats": [0, 0]}, "invalid_seats", "open_seats"),
    ({"open_seats": [0, 1, 2, 3]}, "not_understood", "open_seats"),
    ({"turn_seconds": -1}, "not_understood", "turn_seconds"),
]


def test_a_table_that_cannot_be_names_the_field_to_change(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for wanted, code, field in BAD_TABLES:
            async with Player(server.url) as player:
                answer = await player.http.post("/api/tables", json=wanted)
                assert answer.status_code == 400
                assert answer.json()["code"] == code
                assert field in answer.json()["detail"]

    tell(tmp_path, story)


def test_the_record_of_a_match_can_be_read_and_checked(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            table = await player.make_table(rules=SHORT)
            await player.play(lambda: player.stage is Stage.OVER)
            record = await player.http.get(f"/api/tables/{table}/records/1")
            assert len(record.json()["deals"]) == 1
            text = await player.http.get(f"/api/tables/{table}/records/1/text")
            assert text.headers["content-type"].startswith("text/plain")
            assert len(read(text.text).deals) == 1
            for number in ("0", "2", "x", "9" * 30):
                missing = await player.http.get(f"/api/tables/{table}/records/{number}")
                assert missing.status_code in {400, 404}
                assert missing.json()["code"] in {"not_found", "not_understood"}

    tell(tmp_path, story)


def test_presets_are_listed_and_rules_judged(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            presets = (await player.http.get("/api/presets")).json()
            assert [rules["name"] for rules in presets] == list(PRESETS)
            for rules in presets:
                verdict = await player.http.post("/api/rules/check", json=rules)
                assert verdict.status_code == 200
                assert verdict.json() == {"problems": []}
            verdict = await player.http.post("/api/rules/check", json={"exchange_cards": 1})
            assert [p["field"] for p in verdict.json()["problems"]] == ["exchange_cards"]

    tell(tmp_path, story)


def test_every_error_has_one_shape(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player, httpx.AsyncClient(base_url=server.url) as http:
            calls = [
                (404, "not_found", await http.get("/api/nothing")),
                (404, "not_found", await http.get("/missing.png")),
                (404, "no_such_table", await http.get("/api/tables/nope")),
                (405, "method_not_allowed", await http.delete("/api/me")),
                (405, "method_not_allowed", await http.post("/", json={})),
                (401, "no_session", await http.post("/api/tables", json={})),
                (401, "no_session", await http.patch("/api/me", json={})),
                (401, "no_session", await http.get("/api/my/tables")),
                (415, "not_json", await player.http.post("/api/tables", data={"seat": 1})),
                (415, "not_json", await player.http.post("/api/tables")),
                (
                    400,
                    "bad_request",
                    await player.http.post("/api/tables", headers=JSON, content="{"),
                ),
                (
                    400,
                    "bad_request",
                    await player.http.post("/api/tables", headers=JSON, content="[" * 60_000),
                ),
                (413, "too_large", await player.http.patch("/api/me", json={"name": "x" * 70_000})),
            ]
            for status, code, answer in calls:
                assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
                assert set(answer.json()) == {"code", "detail", "names"}
                assert answer.json()["detail"].endswith((".", "truncated"))

    tell(tmp_path, story)


FOREIGN: list[dict[str, str]] = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


def test_pages_of_other_servers_change_nothing(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for headers in FOREIGN:
            async with Player(server.url) as player:
                for call in (
                    player.http.patch("/api/me", json={"name": "Fooled"}, headers=headers),
                    player.http.post("/api/tables", json={}, headers=headers),
                    player.http.post("/api/rules/check", json={}, headers=headers),
                ):
                    answer = await call
                    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
                own = await player.http.patch("/api/me", json={}, headers={"Origin": server.url})
                assert own.status_code == 200

    tell(tmp_path, story)


def test_a_failure_of_ours_is_a_problem_that_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_self: object, _table: str) -> None:
        raise RuntimeError("the inner workings")

    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            answer = await player.http.get("/api/tables/abc")
            assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
            assert "inner workings" not in answer.text
            await player.open()
            await player.say(Hello("abc"))
            assert await player.until_closed() == (1011, "internal_error")

    monkeypatch.setattr(Directory, "find", fail)
    with capture_logs() as logs:
        tell(tmp_path, story)
    assert {line["event"] for line in logs} == {"call failed", "socket failed"}


def test_security_headers_are_on_every_answer(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            for path in ("/", "/api/me", "/api/nothing", "/missing.png", "/metrics"):
                answer = await http.get(path)
                for name, value in HEADERS:
                    assert answer.headers[name.decode()] == value.decode()

    tell(tmp_path, story)


def test_the_policy_lets_nothing_run_that_is_not_a_file_of_this_server(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            page = await http.get("/")
            parts = page.headers["content-security-policy"].split("; ")
            policy = {name: set(rest) for name, *rest in (part.split() for part in parts)}
            assert policy["default-src"] == {"'none'"}
            assert policy["frame-ancestors"] == policy["base-uri"] == {"'none'"}
            allowed = {name: rest for name, rest in policy.items() if rest - {"'self'", "'none'"}}
            assert allowed == {"img-src": {"'self'", "data:"}}
            # Which would break a page that has scripts or styles of its own in it.
            assert re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page.text) is None

    tell(tmp_path, story)


def test_what_is_told_to_one_person_is_kept_by_nobody_between(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            for path in ("/api/me", "/api/my/tables", "/api/nothing", "/readyz"):
                assert (await player.http.get(path)).headers["cache-control"] == "no-store"
            assert (await player.http.get("/")).headers["cache-control"] == "no-cache"

    tell(tmp_path, story)


def test_the_calls_describe_themselves(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with httpx.AsyncClient(base_url=server.url, follow_redirects=True) as http:
            answer = await http.get("/api")
            paths = answer.json()["paths"]
            for path in (
                "/api/me",
                "/api/tables",
                "/api/tables/{table_id}",
                "/api/tables/{table_id}/records/{match}",
                "/api/my/tables",
                "/api/presets",
                "/api/rules/check",
            ):
                assert path in paths
            schemas = answer.json()["components"]["schemas"]
            assert {"TableSummary", "MatchRecord", "RuleSet", "NewTable"} <= set(schemas)
            hands = schemas["DealRecord"]["properties"]["hands"]
            assert "SA" in str(hands)

    tell(tmp_path, story)


def test_health_readiness_and_counters(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with Player(server.url) as player:
            await player.make_table(rules=SHORT)
            await player.play(lambda: player.stage is Stage.OVER)
            await player.say_raw("?")
            await player.until(lambda: bool(player.faults()))
            assert (await player.http.get("/healthz")).json()["status"] == "ok"
            assert (await player.http.get("/readyz")).json()["status"] == "ok"
            counters = (await player.http.get("/metrics")).text
            for line in (
                "spadille_tables_awake 1.0",
                "spadille_sockets 1.0",
                'spadille_faults_total{reason="not_understood"} 1.0',
                "spadille_slow_clients_dropped_total 0.0",
            ):
                assert line in counters
            accepted = 'spadille_orders_total{outcome="accepted"} '
            (value,) = [line for line in counters.splitlines() if line.startswith(accepted)]
            assert float(value.removeprefix(accepted)) >= 14
            assert re.search(r"^spadille_tasks [1-9]", counters, re.MULTILINE)
            assert "spadille_order_seconds_bucket" in counters
            assert "spadille_commit_size_bucket" in counters

    tell(tmp_path, story)
