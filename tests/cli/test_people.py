"""The operator's program, beside a running server."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

from spadille.__main__ import main
from spadille.protocol.live import SignedOut, SignOut
from spadille.server.settings import DatabaseUrl
from tests.kit.people import PASSWORD, Friend, cheap_hasher
from tests.kit.server import Running, tell

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kit.postgres import Postgres


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as cheaply as can be, and look often for who may not stay."""
    monkeypatch.setattr("spadille.server.people.passwords.PasswordHasher", cheap_hasher)
    monkeypatch.setattr("spadille.server.gateway.watchman._ROUND_SECONDS", 0.05)


class Operator:
    """Runs the program, and keeps what it prints."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Work on *data*."""
        self._data = data
        self._capsys = capsys

    async def run(self, *words: str, code: int = 0) -> str:
        """Run a task; what it printed."""
        self._capsys.readouterr()
        arguments = ["people", "--data", str(self._data), *words]
        assert await asyncio.to_thread(main, arguments) == code
        printed = self._capsys.readouterr()
        return printed.err if code else printed.out


def test_the_operator_renames_bans_and_lets_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(server: Running) -> None:
        operator = Operator(tmp_path, capsys)
        async with Friend(server.url) as ann, Friend(server.url, 1) as bob:
            await ann.sign_up("ann")
            await bob.sign_up("Bobby")
            listed = await operator.run("list")
            assert [line.split()[0] for line in listed.splitlines()] == ["ann", "Bobby"]
            assert bob.id in await operator.run("list", "BO")
            assert "taken" in await operator.run("rename", "ann", "bobby", code=1)
            assert "official" in await operator.run("rename", "ann", "admin", code=1)
            assert "Did you mean Bobby?" in await operator.run("ban", "bobyy", code=1)
            await operator.run("rename", "ANN", "anna")
            assert (await ann.http.get("/api/my/profile")).json()["username"] == "anna"
            await bob.go_live()
            await bob.make_table()
            await operator.run("ban", "bobby", "--reason", "Be polite.")
            assert (await bob.next_told(SignedOut)).reason is SignOut.BANNED
            assert (await bob.until_live_closed())[0] == 4401
            assert (await bob.until_closed())[0] == 4401
            assert "banned: Be polite." in await operator.run("list")
            answer = await bob.post("/sign-in", username="bobby", password=PASSWORD)
            assert (answer.status_code, answer.json()["code"]) == (403, "banned")
            assert "Be polite." in answer.json()["detail"]
            await operator.run("unban", "bobby")
            answer = await bob.post("/sign-in", username="bobby", password=PASSWORD)
            assert answer.status_code == 200

    tell(tmp_path, story)


def test_the_operator_gives_a_new_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(server: Running) -> None:
        operator = Operator(tmp_path, capsys)
        async with Friend(server.url) as ann, Friend(server.url, 1) as bob:
            await ann.go_live()
            await ann.make_table()
            # With these sockets open they get a name, which ends nothing.
            await ann.sign_up("ann")
            await bob.go_live()
            printed = await operator.run("reset-password", "ann")
            assert (await ann.next_told(SignedOut)).reason is SignOut.ENDED
            assert (await ann.until_live_closed())[0] == 4401
            assert (await ann.until_closed())[0] == 4401
            assert bob.live_closed is None
            password = printed.split()[-1]
            assert re.fullmatch(r"[\w-]{16}", password)
            assert (await ann.http.get("/api/my/settings")).status_code == 401
            for tried, status in ((PASSWORD, 401), (password, 200)):
                answer = await ann.post("/sign-in", username="ann", password=tried)
                assert answer.status_code == status

    tell(tmp_path, story)


def test_the_operator_reads_reports_and_deals_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(server: Running) -> None:
        operator = Operator(tmp_path, capsys)
        async with Friend(server.url) as ann, Friend(server.url, 1) as guest:
            await ann.sign_up("ann")
            await ann.make_table()
            await guest.connect(ann.table)
            await guest.chat("rude words")
            await ann.post("/reports", person=guest.id, table=ann.table, reason="rude")
            shown = await operator.run("reports")
            assert "Report 1 of" in shown
            assert "reported by ann" in shown
            assert "(say): rude words" in shown
            await operator.run("reports", "--done", "1")
            assert await operator.run("reports") == ""
            assert "Report 1 of" in await operator.run("reports", "--handled")
            assert "no report 7" in await operator.run("reports", "--done", "7", code=1)

    tell(tmp_path, story)


def test_a_directory_without_a_database_is_no_place_to_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["people", "--data", str(tmp_path), "list"]) == 1
    assert "start the server" in capsys.readouterr().err


def test_the_operator_works_on_a_database_elsewhere(
    tmp_path: Path,
    postgres: Postgres,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = DatabaseUrl(postgres.empty_database())
    monkeypatch.setenv("SPADILLE_DATABASE", url)
    assert main(["people", "list"]) == 1
    assert "start this version's server" in capsys.readouterr().err

    async def story(server: Running) -> None:
        async with Friend(server.url) as ann:
            await ann.sign_up("ann")
            assert await asyncio.to_thread(main, ["people", "rename", "ann", "anna"]) == 0
            assert (await ann.http.get("/api/my/profile")).json()["username"] == "anna"

    tell(tmp_path, story, database=url)
    assert main(["people", "list"]) == 0
    assert "anna" in capsys.readouterr().out
