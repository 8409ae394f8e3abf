"""What is kept about people, in tables of the one SQLite file."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Protocol

from spadille.protocol.news import Person
from spadille.protocol.people import Scope
from spadille.server.store.people import (
    MOST_LINES,
    Account,
    AccountExists,
    ChatRow,
    Name,
    Report,
    Standing,
    Tie,
    Token,
    UsernameTaken,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from spadille.server.store.writer import Work

_ACCOUNT = (
    "SELECT guest.id, name, avatar, username, password, made_at, banned "
    "FROM account JOIN guest ON guest.id = account.person_id WHERE "
)
_TOKEN = (
    "SELECT id, person_id, digest, label, scopes, made_at, expires_at, used_at FROM token WHERE "  # noqa: S105 - a question, no secret
)
_REPORT = (
    "SELECT id, at, reporter_id, person_id, table_id, reason, lines, handled FROM report "
    "WHERE handled = ? ORDER BY id"
)
_LINES = (
    "SELECT at, sender_id, to_id, body FROM chat_line "
    "WHERE table_id = ? AND at > ? ORDER BY at DESC LIMIT ?"
)
_FORGET_LINES = (
    "DELETE FROM chat_line WHERE table_id = ?1 AND at <= "
    "(SELECT at FROM chat_line WHERE table_id = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?2)"
)
_AT_ONCE = 500
"""People asked about in one question; a database takes no more than some thousands."""
_ERASURES = (
    "DELETE FROM account WHERE person_id = ?1",
    "DELETE FROM setting WHERE person_id = ?1",
    "DELETE FROM tie WHERE person_id = ?1 OR other_id = ?1",
    "DELETE FROM token WHERE person_id = ?1",
    "DELETE FROM chat_line WHERE sender_id = ?1 OR to_id = ?1",
    "DELETE FROM report WHERE reporter_id = ?1",
    "UPDATE guest SET epoch = epoch + 1 WHERE id = ?1",
)


class Database(Protocol):
    """What this needs of the file: one that writes in order, and one that answers."""

    async def write(self, work: Work) -> None:
        """Do *work* in a transaction; return once it is on the disk."""
        ...

    async def query(self, question: str, *values: str | bytes | int) -> list[Any]:
        """The rows that answer *question*."""
        ...


class SqlitePeople:
    """People on the disk; see `SocialStore`."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        """Keep people in *database*; *clock* stamps what is kept."""
        self._database = database
        self._clock = clock
        self._query = database.query

    async def get(self, person: str) -> Person | None:
        """The person with this id."""
        standing = await self.standing(person)
        return None if standing is None else standing.person

    async def put(self, person: Person) -> None:
        """Keep the name and avatar of *person*."""
        await self._database.write(lambda connection: _put(connection, person))

    async def standing(self, person: str) -> Standing | None:
        """Who this id is."""
        rows = await self._query(
            "SELECT name, avatar, username, epoch, banned FROM guest "
            "LEFT JOIN account ON account.person_id = guest.id WHERE guest.id = ?",
            person,
        )
        if not rows:
            return None
        name, avatar, username, epoch, banned = rows[0]
        return Standing(Person(person, name, avatar, username), epoch, banned)

    async def end_sessions(self, person: str) -> int:
        """Start a new epoch."""
        await self._change("UPDATE guest SET epoch = epoch + 1 WHERE id = ?", person)
        rows = await self._query("SELECT epoch FROM guest WHERE id = ?", person)
        return int(rows[0][0]) if rows else 0

    async def epochs(self, people: Collection[str]) -> dict[str, int]:
        """The epochs of *people*."""
        wanted, known = list(people), dict[str, int]()
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            places = ", ".join("?" * len(some))
            question = f"SELECT id, epoch FROM guest WHERE id IN ({places})"  # noqa: S608 - question marks alone
            known.update(await self._query(question, *some))
        return known

    async def claim(self, person: Person, name: Name, password: str) -> None:
        """Give *person* an account."""
        made_at = self._clock()

        def work(connection: sqlite3.Connection) -> None:
            exists = "SELECT 1 FROM account WHERE person_id = ?"
            if connection.execute(exists, (person.id,)).fetchone():
                raise AccountExists
            _refuse_taken(connection, name, person.id)
            row = (person.id, name.username, name.folded, name.skeleton, password, made_at, None)
            connection.execute("INSERT INTO account VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            _put(connection, person)

        await self._database.write(work)

    async def account(self, person: str) -> Account | None:
        """The account of the person with this id."""
        return _account(await self._query(_ACCOUNT + "person_id = ?", person))

    async def account_named(self, folded: str) -> Account | None:
        """The account with this username."""
        return _account(await self._query(_ACCOUNT + "folded = ?", folded))

    async def lookalike(self, skeleton: str) -> Account | None:
        """The account whose username has this skeleton."""
        return _account(await self._query(_ACCOUNT + "skeleton = ?", skeleton))

    async def usernames(self, prefix: str = "", most: int = 10_000) -> list[str]:
        """Usernames that begin with *prefix*."""
        rows = await self._query(
            "SELECT username FROM account WHERE substr(folded, 1, ?) = ? ORDER BY folded LIMIT ?",
            len(prefix),
            prefix,
            most,
        )
        return [username for (username,) in rows]

    async def set_password(self, person: str, password: str) -> None:
        """Replace the hash of an account's password."""
        await self._change("UPDATE account SET password = ? WHERE person_id = ?", password, person)

    async def rename(self, person: str, name: Name) -> None:
        """Give an account another username."""

        def work(connection: sqlite3.Connection) -> None:
            _refuse_taken(connection, name, person)
            connection.execute(
                "UPDATE account SET username = ?, folded = ?, skeleton = ? WHERE person_id = ?",
                (name.username, name.folded, name.skeleton, person),
            )

        await self._database.write(work)

    async def ban(self, person: str, reason: str | None) -> None:
        """Ban an account, or let it in again."""
        await self._change("UPDATE account SET banned = ? WHERE person_id = ?", reason, person)

    async def banned(self) -> set[str]:
        """The ids of all who are banned."""
        rows = await self._query("SELECT person_id FROM account WHERE banned IS NOT NULL")
        return {person for (person,) in rows}

    async def erase(self, person: str, left: Person) -> None:
        """Forget everything about *person* but *left*."""

        def work(connection: sqlite3.Connection) -> None:
            for erasure in _ERASURES:
                connection.execute(erasure, (person,))
            _put(connection, left)

        await self._database.write(work)

    async def tie(self, person: str, kind: Tie, other: str) -> None:
        """Note a tie."""
        change = "INSERT OR IGNORE INTO tie (person_id, kind, other_id) VALUES (?, ?, ?)"
        await self._change(change, person, kind.value, other)

    async def untie(self, person: str, kind: Tie, others: Collection[str]) -> None:
        """Take ties back."""
        rows = [(person, kind.value, other) for other in others]
        change = "DELETE FROM tie WHERE person_id = ? AND kind = ? AND other_id = ?"

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(change, rows)

        await self._database.write(work)

    async def ties(self, person: str, kind: Tie) -> list[str]:
        """Those about whom *person* has declared *kind*."""
        question = "SELECT other_id FROM tie WHERE person_id = ? AND kind = ? ORDER BY made"
        return [other for (other,) in await self._query(question, person, kind.value)]

    async def tied_by(self, other: str, *kinds: Tie) -> set[str]:
        """Those who have declared one of *kinds* about *other*."""
        rows = await self._query("SELECT person_id, kind FROM tie WHERE other_id = ?", other)
        return {person for person, kind in rows if kind in kinds}

    async def settings(self, person: str) -> bytes | None:
        """The settings of *person*."""
        rows = await self._query("SELECT body FROM setting WHERE person_id = ?", person)
        return rows[0][0] if rows else None

    async def put_settings(self, person: str, body: bytes) -> None:
        """Keep the settings of *person*."""
        await self._change("INSERT OR REPLACE INTO setting VALUES (?, ?)", person, body)

    async def add_token(self, token: Token) -> None:
        """Keep a new token."""
        await self._change(
            "INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            token.id,
            token.person,
            token.digest,
            token.label,
            " ".join(token.scopes),
            token.made_at,
            token.expires_at,
            token.used_at,
        )

    async def tokens(self, person: str) -> list[Token]:
        """The tokens of *person*."""
        rows = await self._query(_TOKEN + "person_id = ? ORDER BY made_at, id", person)
        return [_token(row) for row in rows]

    async def token(self, digest: bytes) -> Token | None:
        """The token whose secret has this digest."""
        rows = await self._query(_TOKEN + "digest = ?", digest)
        return _token(rows[0]) if rows else None

    async def token_used(self, token: str, at: int) -> None:
        """Note when a token was used last."""
        await self._change("UPDATE token SET used_at = ? WHERE id = ?", at, token)

    async def drop_token(self, person: str, token: str) -> bool:
        """Forget a token of *person*."""
        change = "DELETE FROM token WHERE id = ? AND person_id = ?"
        return await self._change(change, token, person) > 0

    async def add_line(self, table: str, line: ChatRow) -> None:
        """Keep a line of chat, and forget the oldest beyond the limit."""
        row = (table, line.at, line.sender, line.to, line.body)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO chat_line VALUES (?, ?, ?, ?, ?)", row)
            connection.execute(_FORGET_LINES, (table, MOST_LINES))

        await self._database.write(work)

    async def lines(self, table: str, after: int, most: int) -> list[ChatRow]:
        """The last lines of *table*."""
        rows = await self._query(_LINES, table, after, most)
        return [ChatRow(*row) for row in reversed(rows)]

    async def lines_of(self, sender: str, most: int) -> list[tuple[str, ChatRow]]:
        """The last lines that *sender* said."""
        rows = await self._query(
            "SELECT table_id, at, sender_id, to_id, body FROM chat_line "
            "WHERE sender_id = ? ORDER BY at DESC, table_id DESC LIMIT ?",
            sender,
            most,
        )
        return [(table, ChatRow(*row)) for table, *row in reversed(rows)]

    async def add_report(self, report: Report) -> int:
        """Keep a report."""
        values = (report.at, report.reporter, report.person, report.table)
        row = (*values, report.reason, report.lines, report.handled)
        numbers: list[int] = []

        def work(connection: sqlite3.Connection) -> None:
            cursor = connection.execute(
                "INSERT INTO report (at, reporter_id, person_id, table_id, reason, lines, handled) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            numbers.append(cursor.lastrowid or 0)

        await self._database.write(work)
        return numbers[0]

    async def reports(self, *, handled: bool) -> list[Report]:
        """The reports, done or to do."""
        rows = await self._query(_REPORT, int(handled))
        return [_report(row) for row in rows]

    async def handle_report(self, report: int) -> bool:
        """Note that a report is dealt with."""
        return await self._change("UPDATE report SET handled = 1 WHERE id = ?", report) > 0

    async def _change(self, change: str, *values: str | bytes | int | None) -> int:
        """Make *change*; the number of rows it touched."""
        touched: list[int] = []

        def work(connection: sqlite3.Connection) -> None:
            touched.append(connection.execute(change, values).rowcount)

        await self._database.write(work)
        return touched[0]


def _put(connection: sqlite3.Connection, person: Person) -> None:
    connection.execute(
        "INSERT INTO guest (id, name, avatar) VALUES (?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET name = excluded.name, avatar = excluded.avatar",
        (person.id, person.name, person.avatar),
    )


def _refuse_taken(connection: sqlite3.Connection, name: Name, person: str) -> None:
    row = connection.execute(
        "SELECT username FROM account WHERE (folded = ? OR skeleton = ?) AND person_id != ?",
        (name.folded, name.skeleton, person),
    ).fetchone()
    if row is not None:
        raise UsernameTaken(row[0])


def _account(rows: list[Any]) -> Account | None:
    if not rows:
        return None
    person, name, avatar, username, password, made_at, banned = rows[0]
    return Account(Person(person, name, avatar, username), password, made_at, banned)


def _token(row: tuple[Any, ...]) -> Token:
    token, person, digest, label, scopes, made_at, expires_at, used_at = row
    kept = tuple(Scope(scope) for scope in scopes.split())
    return Token(token, person, digest, label, kept, made_at, expires_at, used_at)


def _report(row: tuple[Any, ...]) -> Report:
    number, at, reporter, person, table, reason, lines, handled = row
    return Report(number, at, reporter, person, table, reason, lines, bool(handled))
