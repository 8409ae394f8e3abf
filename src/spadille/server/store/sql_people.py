"""What is kept about people, in tables of a database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spadille.protocol.news import Person
from spadille.protocol.people import Scope
from spadille.server.store.database import NotUnique
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
    from collections.abc import Callable, Collection, Sequence

    from spadille.server.store.database import Cell, Change, Database, Row

_ACCOUNT = (
    "SELECT guest.id, name, avatar, username, password, made_at, banned "
    "FROM account JOIN guest ON guest.id = account.person_id WHERE "
)
_TOKEN = (
    "SELECT id, person_id, digest, label, scopes, made_at, expires_at, used_at FROM token WHERE "  # noqa: S105 - a question, no secret
)
_REPORT = (
    "SELECT id, at, reporter_id, person_id, table_id, reason, lines, handled FROM report "
    "WHERE handled = $1 ORDER BY id"
)
_LINES = (
    "SELECT at, sender_id, to_id, body FROM chat_line "
    "WHERE table_id = $1 AND at > $2 ORDER BY at DESC LIMIT $3"
)
_FORGET_LINES = (
    "DELETE FROM chat_line WHERE table_id = $1 AND at <= "
    "(SELECT at FROM chat_line WHERE table_id = $1 ORDER BY at DESC LIMIT 1 OFFSET $2)"
)
_AT_ONCE = 500
"""People asked about in one question; a database takes no more than some thousands."""
_ERASURES = (
    "DELETE FROM account WHERE person_id = $1",
    "DELETE FROM setting WHERE person_id = $1",
    "DELETE FROM tie WHERE person_id = $1 OR other_id = $1",
    "DELETE FROM token WHERE person_id = $1",
    "DELETE FROM chat_line WHERE sender_id = $1 OR to_id = $1",
    "DELETE FROM report WHERE reporter_id = $1",
    "UPDATE guest SET epoch = epoch + 1 WHERE id = $1",
)


class SqlPeople:
    """People in a database; see `SocialStore`."""

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
        await self._database.change(_putting(person))

    async def standing(self, person: str) -> Standing | None:
        """Who this id is."""
        rows = await self._query(
            "SELECT name, avatar, username, epoch, banned FROM guest "
            "LEFT JOIN account ON account.person_id = guest.id WHERE guest.id = $1",
            person,
        )
        if not rows:
            return None
        name, avatar, username, epoch, banned = rows[0]
        return Standing(Person(person, name, avatar, username), epoch, banned)

    async def end_sessions(self, person: str) -> int:
        """Start a new epoch."""
        rows = await self._database.change_and_tell(
            "UPDATE guest SET epoch = epoch + 1 WHERE id = $1 RETURNING epoch", person
        )
        return int(rows[0][0]) if rows else 0

    async def epochs(self, people: Collection[str]) -> dict[str, int]:
        """The epochs of *people*."""
        wanted, known = list(people), dict[str, int]()
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            places = ", ".join(f"${place}" for place in range(1, len(some) + 1))
            question = f"SELECT id, epoch FROM guest WHERE id IN ({places})"  # noqa: S608 - places alone
            known.update((person, epoch) for person, epoch in await self._query(question, *some))
        return known

    async def claim(self, person: Person, name: Name, password: str) -> None:
        """Give *person* an account."""
        row = (person.id, name.username, name.folded, name.skeleton, password, self._clock())
        making = "INSERT INTO account VALUES ($1, $2, $3, $4, $5, $6, NULL)"
        try:
            await self._database.change((making, *row), _putting(person))
        except NotUnique as error:
            if await self.account(person.id) is not None:
                raise AccountExists from error
            raise UsernameTaken(await self._who_has(name, person.id)) from error

    async def account(self, person: str) -> Account | None:
        """The account of the person with this id."""
        return _account(await self._query(_ACCOUNT + "person_id = $1", person))

    async def account_named(self, folded: str) -> Account | None:
        """The account with this username."""
        return _account(await self._query(_ACCOUNT + "folded = $1", folded))

    async def lookalike(self, skeleton: str) -> Account | None:
        """The account whose username has this skeleton."""
        return _account(await self._query(_ACCOUNT + "skeleton = $1", skeleton))

    async def usernames(self, prefix: str = "", most: int = 10_000) -> list[str]:
        """Usernames that begin with *prefix*."""
        rows = await self._query(
            "SELECT username FROM account WHERE substr(folded, 1, $1) = $2 "
            "ORDER BY folded LIMIT $3",
            len(prefix),
            prefix,
            most,
        )
        return [username for (username,) in rows]

    async def set_password(self, person: str, password: str) -> None:
        """Replace the hash of an account's password."""
        await self._change(
            "UPDATE account SET password = $1 WHERE person_id = $2", password, person
        )

    async def rename(self, person: str, name: Name) -> None:
        """Give an account another username."""
        change = "UPDATE account SET username = $1, folded = $2, skeleton = $3 WHERE person_id = $4"
        try:
            await self._change(change, name.username, name.folded, name.skeleton, person)
        except NotUnique as error:
            raise UsernameTaken(await self._who_has(name, person)) from error

    async def ban(self, person: str, reason: str | None) -> None:
        """Ban an account, or let it in again."""
        await self._change("UPDATE account SET banned = $1 WHERE person_id = $2", reason, person)

    async def banned(self) -> set[str]:
        """The ids of all who are banned."""
        rows = await self._query("SELECT person_id FROM account WHERE banned IS NOT NULL")
        return {person for (person,) in rows}

    async def erase(self, person: str, left: Person) -> None:
        """Forget everything about *person* but *left*."""
        erasures: list[Change] = [(erasure, person) for erasure in _ERASURES]
        await self._database.change(*erasures, _putting(left))

    async def tie(self, person: str, kind: Tie, other: str) -> None:
        """Note a tie."""
        change = (
            "INSERT INTO tie (person_id, kind, other_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        )
        await self._change(change, person, kind.value, other)

    async def untie(self, person: str, kind: Tie, others: Collection[str]) -> None:
        """Take ties back."""
        change = "DELETE FROM tie WHERE person_id = $1 AND kind = $2 AND other_id = $3"
        await self._database.change(*((change, person, kind.value, other) for other in others))

    async def ties(self, person: str, kind: Tie) -> list[str]:
        """Those about whom *person* has declared *kind*."""
        question = "SELECT other_id FROM tie WHERE person_id = $1 AND kind = $2 ORDER BY made"
        return [other for (other,) in await self._query(question, person, kind.value)]

    async def tied_by(self, other: str, *kinds: Tie) -> set[str]:
        """Those who have declared one of *kinds* about *other*."""
        rows = await self._query("SELECT person_id, kind FROM tie WHERE other_id = $1", other)
        return {person for person, kind in rows if kind in kinds}

    async def settings(self, person: str) -> bytes | None:
        """The settings of *person*."""
        rows = await self._query("SELECT body FROM setting WHERE person_id = $1", person)
        return rows[0][0] if rows else None

    async def put_settings(self, person: str, body: bytes) -> None:
        """Keep the settings of *person*."""
        change = (
            "INSERT INTO setting VALUES ($1, $2) "
            "ON CONFLICT (person_id) DO UPDATE SET body = excluded.body"
        )
        await self._change(change, person, body)

    async def add_token(self, token: Token) -> None:
        """Keep a new token."""
        await self._change(
            "INSERT INTO token VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
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
        rows = await self._query(_TOKEN + "person_id = $1 ORDER BY made_at, id", person)
        return [_token(row) for row in rows]

    async def token(self, digest: bytes) -> Token | None:
        """The token whose secret has this digest."""
        rows = await self._query(_TOKEN + "digest = $1", digest)
        return _token(rows[0]) if rows else None

    async def token_used(self, token: str, at: int) -> None:
        """Note when a token was used last."""
        await self._change("UPDATE token SET used_at = $1 WHERE id = $2", at, token)

    async def drop_token(self, person: str, token: str) -> bool:
        """Forget a token of *person*."""
        change = "DELETE FROM token WHERE id = $1 AND person_id = $2"
        return await self._change(change, token, person) > 0

    async def add_line(self, table: str, line: ChatRow) -> None:
        """Keep a line of chat, and forget the oldest beyond the limit."""
        change = "INSERT INTO chat_line VALUES ($1, $2, $3, $4, $5)"
        await self._database.change(
            (change, table, line.at, line.sender, line.to, line.body),
            (_FORGET_LINES, table, MOST_LINES),
        )

    async def lines(self, table: str, after: int, most: int) -> list[ChatRow]:
        """The last lines of *table*."""
        # Lines written at the same time do not see each other, so more may be there for a while.
        rows = await self._query(_LINES, table, after, min(most, MOST_LINES))
        return [ChatRow(*row) for row in reversed(rows)]

    async def lines_of(self, sender: str, most: int) -> list[tuple[str, ChatRow]]:
        """The last lines that *sender* said."""
        rows = await self._query(
            "SELECT table_id, at, sender_id, to_id, body FROM chat_line "
            "WHERE sender_id = $1 ORDER BY at DESC, table_id DESC LIMIT $2",
            sender,
            most,
        )
        return [(table, ChatRow(*row)) for table, *row in reversed(rows)]

    async def add_report(self, report: Report) -> int:
        """Keep a report."""
        rows = await self._database.change_and_tell(
            "INSERT INTO report (at, reporter_id, person_id, table_id, reason, lines, handled) "
            "VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
            report.at,
            report.reporter,
            report.person,
            report.table,
            report.reason,
            report.lines,
            int(report.handled),
        )
        return int(rows[0][0])

    async def reports(self, *, handled: bool) -> list[Report]:
        """The reports, done or to do."""
        rows = await self._query(_REPORT, int(handled))
        return [_report(row) for row in rows]

    async def handle_report(self, report: int) -> bool:
        """Note that a report is dealt with."""
        return await self._change("UPDATE report SET handled = 1 WHERE id = $1", report) > 0

    async def _change(self, change: str, *values: Cell) -> int:
        """Make *change*; the number of rows it touched."""
        (touched,) = await self._database.change((change, *values))
        return touched

    async def _who_has(self, name: Name, person: str) -> str:
        """The username of somebody else's account that is in the way of *name*."""
        rows = await self._query(
            "SELECT username FROM account WHERE (folded = $1 OR skeleton = $2) AND person_id != $3",
            name.folded,
            name.skeleton,
            person,
        )
        # Who had it a moment ago may have given it up.
        return rows[0][0] if rows else name.username


def _putting(person: Person) -> Change:
    change = (
        "INSERT INTO guest (id, name, avatar) VALUES ($1, $2, $3) "
        "ON CONFLICT (id) DO UPDATE SET name = excluded.name, avatar = excluded.avatar"
    )
    return (change, person.id, person.name, person.avatar)


def _account(rows: Sequence[Row]) -> Account | None:
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
