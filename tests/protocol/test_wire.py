"""What the client's types and tests rest on is what the server really sends."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from spadille.core.audience import Told
from spadille.core.codec import decoder, encoder
from spadille.core.record import MatchRecord
from spadille.protocol import schema
from spadille.protocol.messages import ClientMessage, ServerMessage, Update
from spadille.protocol.news import News
from spadille.protocol.rest import MeChange, NewTable
from spadille.protocol.samples import server_messages
from tests.protocol import wire

KINDS: dict[str, Any] = {
    "server.json": list[ServerMessage],
    "client.json": list[ClientMessage],
    "bodies.json": tuple[NewTable, MeChange],
    "deal.json": list[Update],
    "record.json": list[MatchRecord],
}


def test_the_types_of_the_client_are_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever changes a message writes the client's types anew."""
    assert schema.main(["--check"]) == 0, capsys.readouterr().err


def test_stale_types_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check compares with the file; writing makes it pass."""
    monkeypatch.setattr(schema, "TARGET", tmp_path / "protocol.gen.ts")
    assert schema.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().err
    assert schema.main([]) == 0
    assert schema.main(["--check"]) == 0


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Hello", "  seq?: number;"),
        ("PublicView", "  tricks_won: [number, number, number, number];"),
        ("PrivateView", "  hand: Card[] | null;"),
        ("Welcome", '  type: "welcome";'),
    ],
)
def test_a_field_is_as_exact_as_the_wire(message: str, line: str) -> None:
    """Tuples have their length, tags their text, and only clients may leave things out."""
    body = schema.typescript().split(f"export interface {message} {{\n")[1].split("\n}")[0]
    assert line in body.splitlines()


def test_a_type_the_wire_does_not_know_is_an_error() -> None:
    """A new kind of field asks for a decision, not for ``any``."""
    with pytest.raises(TypeError, match="no TypeScript"):
        schema._type(msgspec.inspect.type_info(bytes))


@pytest.mark.parametrize("name", KINDS)
def test_a_fixture_is_what_the_wire_carries(name: str) -> None:
    """The committed file is fresh, and reads back to the same bytes."""
    body = (wire.FOLDER / name).read_bytes()
    assert wire.fixtures()[name] == body, "run `python tests/protocol/wire.py`"
    value = decoder(KINDS[name]).decode(body)
    assert msgspec.json.decode(body) == msgspec.json.decode(encoder().encode(value))


def test_every_event_has_a_sample() -> None:
    """The update among the samples carries each event of the wire once."""
    update = next(m for m in server_messages() if isinstance(m, Update))
    kinds = {kind.__name__ for kind in get_args(Told) + get_args(News)}
    assert kinds == {type(event).__name__ for event in update.events}
