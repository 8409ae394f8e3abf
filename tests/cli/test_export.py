"""Everything goes from one kind of database to the other and back, and nothing changes."""

from __future__ import annotations

import asyncio
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from spadille.__main__ import main
from spadille.protocol.news import Person
from spadille.protocol.people import Scope
from spadille.server.settings import DatabaseUrl, Settings
from spadille.server.store.opening import open_store
from spadille.server.store.people import ChatRow, Name, Report, Tie, Token
from spadille.server.store.transfer import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.kit.postgres import Postgres


async def fill(settings: Settings) -> None:
    """Put a row of every kind into a store, and logs with bytes of every kind."""
    store = open_store(settings).store
    people = store.people
    await people.put(Person("p1", "Zoë ♠", "a01"))
    await people.put(Person("p2", "Merry Finch", "a02"))
    await people.claim(Person("p1", "Zoë", "a03"), Name("Zoe", "zoe", "z0e"), "hash")
    await people.ban("p1", 'He said "no"')
    await people.end_sessions("p1")
    await people.put_settings("p1", b'{"sound": false}')
    for other in ("p2", "p9", "p3"):
        await people.tie("p1", Tie.BUDDY, other)
    await people.untie("p1", Tie.BUDDY, ["p9"])
    await people.add_token(Token("t1", "p1", b"\xff\x00", "x", (Scope.PROFILE_READ,), 1, 2))
    await people.add_line("t", ChatRow(5, "p1", None, b'{"text": "hi"}'))
    await people.add_line("t", ChatRow(6, None, "p2", b"\x80"))
    await people.add_report(Report(0, 1, "p1", "p2", "t", "rude", b"[]", handled=False))
    await store.create_table("t", "p1")
    await store.set_seated("p1", "t", seated=True)
    await store.set_seated("p2", "t", seated=True)
    bodies = [bytes([number]) * 3 for number in range(256)]
    await store.append("t", 0, bodies, "p1:order")
    for number in range(600):
        await store.append(
            "u", number, [b'{"n": %d}' % number], f"o{number}" * (number % 2) or None
        )
    await store.close()


async def use(settings: Settings) -> None:
    """Go on with a store that was read in: what counts by itself does not begin anew."""
    store = open_store(settings).store
    await store.people.tie("p1", Tie.BUDDY, "p7")
    assert await store.people.ties("p1", Tie.BUDDY) == ["p2", "p3", "p7"]
    await store.set_seated("p1", "u", seated=True)
    assert await store.seated_tables("p1") == ["u", "t"]
    report = Report(0, 1, "p1", "p2", "t", "again", b"[]", handled=False)
    assert await store.people.add_report(report) == 2
    assert (await store.people.account("p1")).banned == 'He said "no"'  # type: ignore[union-attr]
    await store.append("u", 600, [b"on"], None)
    await store.close()


Command = Any


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Run a command on a data directory, or on a database; what it said."""

    def run(settings: Settings, *words: str, code: int = 0) -> str:
        data = [] if settings.database else ["--data", str(settings.data)]
        if settings.database:
            monkeypatch.setenv("SPADILLE_DATABASE", settings.database)
        else:
            monkeypatch.delenv("SPADILLE_DATABASE", raising=False)
        assert main([words[0], *data, *words[1:]]) == code
        return capsys.readouterr().err

    return run


def test_all_goes_from_a_file_to_postgresql_and_back_unchanged(
    tmp_path: Path, postgres: Postgres, command: Command
) -> None:
    first = Settings(data=tmp_path / "first")
    middle = Settings(database=DatabaseUrl(postgres.empty_database()))
    last = Settings(data=tmp_path / "last")
    asyncio.run(fill(first))
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    told = command(first, "export", str(one))
    assert "856 event" in told
    assert one.stat().st_mode & 0o77 == 0
    assert told == command(middle, "import", str(one))
    assert told == command(middle, "export", str(two))
    assert one.read_bytes() == two.read_bytes()
    assert told == command(last, "import", str(two))
    command(last, "export", str(tmp_path))
    assert (tmp_path / "spadille-export.jsonl").read_bytes() == one.read_bytes()
    kinds = [json.loads(line).get("kind") for line in one.read_text().splitlines()]
    assert set(kinds) == {None, "end", *(kind.name for kind in KINDS)}
    asyncio.run(use(last))
    asyncio.run(use(middle))
    secrets = [open_store(settings) for settings in (first, middle, last)]
    assert len({opened.secret for opened in secrets}) == 1
    for opened in secrets:
        asyncio.run(opened.store.close())


@pytest.mark.parametrize("kind", ["file", "database"])
def test_only_an_empty_store_is_filled(
    tmp_path: Path, postgres: Postgres, command: Command, kind: str
) -> None:
    file = tmp_path / "all.jsonl"
    settings = Settings(data=tmp_path / "data")
    if kind == "database":
        settings = Settings(database=DatabaseUrl(postgres.empty_database()))
    asyncio.run(fill(settings))
    command(settings, "export", str(file))
    before = file.read_bytes()
    said = command(settings, "import", str(file), code=1)
    assert "is not empty" in said
    assert "exists already" in command(settings, "export", str(file), code=1)
    assert file.read_bytes() == before


def test_a_directory_in_use_is_not_filled(tmp_path: Path, command: Command) -> None:
    settings = Settings(data=tmp_path / "data")
    asyncio.run(fill(settings))
    command(settings, "export", str(tmp_path))
    other = Settings(data=tmp_path / "other")
    opened = open_store(other)
    assert "Another Spadille server" in command(other, "import", str(tmp_path), code=1)
    asyncio.run(opened.store.close())
    command(other, "import", str(tmp_path))


def test_it_goes_through_a_pipe(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    settings = Settings(data=tmp_path / "data")
    asyncio.run(fill(settings))
    assert main(["export", "--data", str(settings.data), "-"]) == 0
    piped = capfdbinary.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(piped)))
    assert main(["import", "--data", str(tmp_path / "other"), "-"]) == 0
    assert main(["export", "--data", str(tmp_path / "other"), "-"]) == 0
    assert capfdbinary.readouterr().out == piped


def _changed(lines: list[bytes], what: str) -> list[bytes]:
    """An export that something has happened to."""
    place = next(number for number, line in enumerate(lines) if b'"guest"' in line)
    changes = {
        "cut": lines[:-1],
        "torn": [*lines[:-1], lines[-1][:-5]],
        "less": [*lines[:place], *lines[place + 1 :]],
        "other": [*lines[:place], lines[place].replace(b"a03", b"a04"), *lines[place + 1 :]],
        "twice": [*lines[:place], lines[place], *lines[place:]],
        "column": [lines[0], b'{"kind":"guest","row":{"id; --":"x"}}\n', *lines[1:]],
        "kind": [lines[0], b'{"kind":"pg_user","row":{}}\n', *lines[1:]],
        "type": [lines[0], b'{"kind":"guest","row":{"id":7}}\n', *lines[1:]],
        "null": [lines[0], b'{"kind":"guest","row":{"id":null}}\n', *lines[1:]],
        "list": [lines[0], b"[]\n", *lines[1:]],
        "text": [b"hello\n"],
        "empty": [],
        "newer": [lines[0].replace(b'"format":1', b'"format":2'), *lines[1:]],
        "schema": [lines[0].replace(b'"schema":', b'"schema":9'), *lines[1:]],
    }
    return changes[what]


@pytest.mark.parametrize("kind", ["file", "database"])
def test_a_damaged_export_is_refused_and_nothing_of_it_is_kept(
    tmp_path: Path, postgres: Postgres, command: Command, kind: str
) -> None:
    source = Settings(data=tmp_path / "source")
    asyncio.run(fill(source))
    command(source, "export", str(tmp_path))
    whole = tmp_path / "spadille-export.jsonl"
    lines = whole.read_bytes().splitlines(keepends=True)
    target = Settings(data=tmp_path / "target")
    if kind == "database":
        target = Settings(database=DatabaseUrl(postgres.empty_database()))
    bad = tmp_path / "bad.jsonl"
    for what, said in {
        "cut": "cut short",
        "torn": "cut short",
        "less": "was changed",
        "other": "was changed",
        "twice": "does not fit",
        "column": "does not know",
        "kind": "does not know",
        "type": "has something else in id",
        "null": "does not fit",
        "list": "no object",
        "text": "no export of Spadille",
        "empty": "no export of Spadille",
        "newer": "another version",
        "schema": "another version",
    }.items():
        bad.write_bytes(b"".join(_changed(lines, what)))
        assert said in command(target, "import", str(bad), code=1), what
    command(target, "import", str(whole))


def test_where_there_is_nothing_it_says_so(tmp_path: Path, command: Command) -> None:
    nowhere = Settings(data=tmp_path / "nowhere")
    assert "start the server" in command(nowhere, "export", str(tmp_path), code=1)
    assert "did not work" in command(nowhere, "import", str(tmp_path / "none"), code=1)
