"""Everything that a store keeps, as lines of JSON, to be read into a store of any kind.

The first line names the format, the last one counts what stands between them and sums it up,
so that a file that was cut short is noticed. A line between is one row: its kind, and its
columns by name. Bytes are written as the text they are, or in base64 where they are none, so
that they come back exactly. Who owns which table is left out: it does not outlive the nodes.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias, cast

import msgspec

from spadille.server.store.migrate import steps

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
    from typing import IO

    from spadille.server.store.database import Cell

FORMAT: Final = 1
"""Raised whenever an older version could not read what is written."""
_BATCH: Final = 500

Counts: TypeAlias = "dict[str, int]"
"""How many rows there are of each kind."""


class BadExport(Exception):  # noqa: N818 - it names what was found
    """What is to be read in is no whole export that this version understands."""


class Kind(NamedTuple):
    """A table of the database, and how its rows are told."""

    name: str
    columns: dict[str, type]
    key: str
    """The columns that order the rows."""
    counter: str | None = None
    """The column that counts by itself."""


KINDS: Final = (
    Kind("secret", {"name": str, "body": bytes}, "name"),
    Kind("guest", {"id": str, "name": str, "avatar": str, "epoch": int}, "id"),
    Kind(
        "account",
        {
            "person_id": str,
            "username": str,
            "folded": str,
            "skeleton": str,
            "password": str,
            "made_at": int,
            "banned": str,
        },
        "person_id",
    ),
    Kind("setting", {"person_id": str, "body": bytes}, "person_id"),
    Kind("tie", {"made": int, "person_id": str, "kind": str, "other_id": str}, "made", "made"),
    Kind(
        "token",
        {
            "id": str,
            "person_id": str,
            "digest": bytes,
            "label": str,
            "scopes": str,
            "made_at": int,
            "expires_at": int,
            "used_at": int,
        },
        "id",
    ),
    Kind(
        "chat_line",
        {"table_id": str, "at": int, "sender_id": str, "to_id": str, "body": bytes},
        "table_id, at",
    ),
    Kind(
        "report",
        {
            "id": int,
            "at": int,
            "reporter_id": str,
            "person_id": str,
            "table_id": str,
            "reason": str,
            "lines": bytes,
            "handled": int,
        },
        "id",
        "id",
    ),
    Kind("game_table", {"id": str, "host_id": str, "made_at": int}, "id"),
    Kind("seat", {"taken": int, "person_id": str, "table_id": str}, "taken", "taken"),
    Kind(
        "event",
        {"table_id": str, "seq": int, "order_id": str, "at": int, "body": bytes},
        "table_id, seq",
    ),
)
"""All that is kept, in the order in which it is told."""
LEFT_OUT: Final = frozenset({"alembic_version", "node", "ownership"})
"""Tables of the database that say how it was made, and which node has what at the moment."""
_BY_NAME: Final = {kind.name: kind for kind in KINDS}


class Source(Protocol):
    """A store as it is at one moment."""

    def rows(self, kind: Kind) -> AsyncIterator[Sequence[Cell]]:
        """The rows of *kind* in order, with its columns in theirs."""
        ...


class Target(Protocol):
    """An empty store that is being filled; nothing is kept unless all of it is."""

    async def insert(self, kind: Kind, columns: Sequence[str], rows: list[list[Cell]]) -> None:
        """Put in *rows*, which have these *columns*."""
        ...


async def write_out(source: Source, out: IO[bytes]) -> Counts:
    """Write all of *source* to *out*; the same store gives the same bytes."""
    digest = hashlib.sha256()
    counts: Counts = {}

    def put(line: object) -> None:
        data = msgspec.json.encode(line) + b"\n"
        digest.update(data)
        out.write(data)

    put({"spadille": "export", "format": FORMAT, "schema": steps("sqlite")})
    for kind in KINDS:
        counts[kind.name] = 0
        async for row in source.rows(kind):
            told = zip(kind.columns, map(_told, row), strict=True)
            put({"kind": kind.name, "row": dict(told)})
            counts[kind.name] += 1
    put({"kind": "end", "rows": counts, "sha256": digest.hexdigest()})
    return counts


async def read_in(lines: Iterable[bytes], target: Target) -> Counts:
    """Put all that *lines* tell into *target*; raises `BadExport`, perhaps after a part of it."""
    rows = _Rows(lines)
    batch: list[list[Cell]] = []
    before: tuple[Kind, tuple[str, ...]] | None = None
    for kind, row in rows:
        now = (kind, tuple(row))
        if before is not None and (now != before or len(batch) == _BATCH):
            await target.insert(*before, batch)
            batch = []
        before = now
        batch.append(list(row.values()))
    if before is not None:
        await target.insert(*before, batch)
    return rows.counts


class _Rows:
    """The rows of an export, which is checked on the way."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = enumerate(lines, 1)
        self._digest = hashlib.sha256()
        self._number = 0
        self.counts: Counts = {kind.name: 0 for kind in KINDS}

    def __iter__(self) -> Iterator[tuple[Kind, dict[str, Cell]]]:
        self._check_header()
        while True:
            sum_before = self._digest.hexdigest()
            line = self._next()
            if line.get("kind") == "end":
                self._check_end(line, sum_before)
                return
            kind, row = _BY_NAME.get(line.get("kind", "")), _object(line.get("row"))
            if kind is None or row is None or not row.keys() <= kind.columns.keys():
                raise self._bad("holds something that this version does not know")
            self.counts[kind.name] += 1
            yield kind, {column: self._cell(kind, column, row[column]) for column in row}

    def _next(self) -> dict[str, Any]:
        self._number, data = next(self._lines, (self._number + 1, b""))
        if not data.endswith(b"\n"):
            raise self._bad("is missing: the file was cut short")
        self._digest.update(data)
        try:
            line = _object(msgspec.json.decode(data))
        except msgspec.DecodeError:
            line = None
        if line is None:
            raise self._bad("is no object of JSON")
        return line

    def _check_header(self) -> None:
        try:
            header = self._next()
        except BadExport:
            header = {}
        if header.get("spadille") != "export":
            raise BadExport("This is no export of Spadille; it has none of its first line.")
        known = steps("sqlite")
        if header.get("format") != FORMAT or header.get("schema", known + 1) > known:
            raise BadExport(
                f"The export was written by another version of Spadille (format "
                f"{header.get('format')}, schema {header.get('schema')}; this version knows "
                f"format {FORMAT} and schema {known}). Read it in with that version."
            )

    def _check_end(self, line: dict[str, Any], digest: str) -> None:
        if line.get("sha256") != digest or line.get("rows") != self.counts:
            raise BadExport("The export was changed after it was written; its sum is another.")

    def _cell(self, kind: Kind, column: str, value: Any) -> Cell:  # noqa: ANN401 - it is checked
        wanted = kind.columns[column]
        if value is None:
            return None
        if wanted is not bytes:
            if isinstance(value, str | int) and type(value) is wanted:
                return value
        elif isinstance(value, str):
            return value.encode()
        elif (coded := _object(value)) is not None:
            with suppress(ValueError):
                return b64decode(str(coded.get("base64")), validate=True)
        raise self._bad(f"has something else in {column} than belongs there")

    def _bad(self, what: str) -> BadExport:
        return BadExport(f"Line {self._number} {what}.")


def _object(value: object) -> dict[str, Any] | None:
    """*value*, if JSON calls it an object."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _told(value: Cell) -> object:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": b64encode(value).decode()}
