"""What is kept about people, in dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.value import replace
from spadille.protocol.news import Person
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


class _Record:
    """An account's row."""

    def __init__(self, name: Name, password: str, made_at: int) -> None:
        self.name = name
        self.password = password
        self.made_at = made_at
        self.banned: str | None = None


class MemoryPeople:
    """People who are forgotten when the process ends; see `SocialStore`."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Start empty; *clock* stamps what is kept."""
        self._clock = clock
        self._people: dict[str, Person] = {}
        self._epochs: dict[str, int] = {}
        self._accounts: dict[str, _Record] = {}
        self._settings: dict[str, bytes] = {}
        self._ties: dict[tuple[str, Tie], dict[str, None]] = {}
        self._tokens: dict[str, Token] = {}
        self._lines: dict[str, list[ChatRow]] = {}
        self._reports: list[Report] = []

    async def get(self, person: str) -> Person | None:
        """The person with this id."""
        known = self._people.get(person)
        record = self._accounts.get(person)
        if known is None or record is None:
            return known
        return replace(known, username=record.name.username)

    async def put(self, person: Person) -> None:
        """Keep the name and avatar of *person*."""
        self._people[person.id] = replace(person, username=None)

    async def standing(self, person: str) -> Standing | None:
        """Who this id is."""
        known = await self.get(person)
        if known is None:
            return None
        record = self._accounts.get(person)
        banned = None if record is None else record.banned
        return Standing(known, self._epochs.get(person, 0), banned)

    async def end_sessions(self, person: str) -> int:
        """Start a new epoch."""
        if person in self._people:
            self._epochs[person] = self._epochs.get(person, 0) + 1
        return self._epochs.get(person, 0)

    async def epochs(self, people: Collection[str]) -> dict[str, int]:
        """The epochs of *people*."""
        return {who: self._epochs.get(who, 0) for who in people if who in self._people}

    async def claim(self, person: Person, name: Name, password: str) -> None:
        """Give *person* an account."""
        if person.id in self._accounts:
            raise AccountExists
        self._refuse_taken(name, person.id)
        self._accounts[person.id] = _Record(name, password, self._clock())
        await self.put(person)

    async def account(self, person: str) -> Account | None:
        """The account of the person with this id."""
        record, known = self._accounts.get(person), await self.get(person)
        if record is None or known is None:
            return None
        return Account(known, record.password, record.made_at, record.banned)

    async def account_named(self, folded: str) -> Account | None:
        """The account with this username."""
        for person, record in self._accounts.items():
            if record.name.folded == folded:
                return await self.account(person)
        return None

    async def lookalike(self, skeleton: str) -> Account | None:
        """The account whose username has this skeleton."""
        for person, record in self._accounts.items():
            if record.name.skeleton == skeleton:
                return await self.account(person)
        return None

    async def usernames(self, prefix: str = "", most: int = 10_000) -> list[str]:
        """Usernames that begin with *prefix*."""
        names = sorted(
            (record.name.folded, record.name.username) for record in self._accounts.values()
        )
        return [name for folded, name in names if folded.startswith(prefix)][:most]

    async def set_password(self, person: str, password: str) -> None:
        """Replace the hash of an account's password."""
        if person in self._accounts:
            self._accounts[person].password = password

    async def rename(self, person: str, name: Name) -> None:
        """Give an account another username."""
        self._refuse_taken(name, person)
        if person in self._accounts:
            self._accounts[person].name = name

    async def ban(self, person: str, reason: str | None) -> None:
        """Ban an account, or let it in again."""
        if person in self._accounts:
            self._accounts[person].banned = reason

    async def banned(self) -> set[str]:
        """The ids of all who are banned."""
        return {person for person, record in self._accounts.items() if record.banned is not None}

    async def erase(self, person: str, left: Person) -> None:
        """Forget everything about *person* but *left*."""
        self._accounts.pop(person, None)
        self._settings.pop(person, None)
        self._ties = {key: others for key, others in self._ties.items() if key[0] != person}
        for others in self._ties.values():
            others.pop(person, None)
        self._tokens = {key: token for key, token in self._tokens.items() if token.person != person}
        for table, lines in self._lines.items():
            self._lines[table] = [line for line in lines if person not in (line.sender, line.to)]
        self._reports = [report for report in self._reports if report.reporter != person]
        await self.put(left)
        await self.end_sessions(person)

    async def tie(self, person: str, kind: Tie, other: str) -> None:
        """Note a tie."""
        self._ties.setdefault((person, kind), {}).setdefault(other)

    async def untie(self, person: str, kind: Tie, others: Collection[str]) -> None:
        """Take ties back."""
        for other in others:
            self._ties.get((person, kind), {}).pop(other, None)

    async def ties(self, person: str, kind: Tie) -> list[str]:
        """Those about whom *person* has declared *kind*."""
        return list(self._ties.get((person, kind), {}))

    async def tied_by(self, other: str, *kinds: Tie) -> set[str]:
        """Those who have declared one of *kinds* about *other*."""
        return {
            person
            for (person, kind), others in self._ties.items()
            if kind in kinds and other in others
        }

    async def settings(self, person: str) -> bytes | None:
        """The settings of *person*."""
        return self._settings.get(person)

    async def put_settings(self, person: str, body: bytes) -> None:
        """Keep the settings of *person*."""
        self._settings[person] = body

    async def add_token(self, token: Token) -> None:
        """Keep a new token."""
        self._tokens[token.id] = token

    async def tokens(self, person: str) -> list[Token]:
        """The tokens of *person*."""
        mine = [token for token in self._tokens.values() if token.person == person]
        return sorted(mine, key=lambda token: (token.made_at, token.id))

    async def token(self, digest: bytes) -> Token | None:
        """The token whose secret has this digest."""
        return next((t for t in self._tokens.values() if t.digest == digest), None)

    async def token_used(self, token: str, at: int) -> None:
        """Note when a token was used last."""
        if token in self._tokens:
            self._tokens[token] = replace(self._tokens[token], used_at=at)

    async def drop_token(self, person: str, token: str) -> bool:
        """Forget a token of *person*."""
        known = self._tokens.get(token)
        if known is None or known.person != person:
            return False
        del self._tokens[token]
        return True

    async def add_line(self, table: str, line: ChatRow) -> None:
        """Keep a line of chat, and forget the oldest beyond the limit."""
        self._lines[table] = [*self._lines.get(table, []), line][-MOST_LINES:]

    async def lines(self, table: str, after: int, most: int) -> list[ChatRow]:
        """The last lines of *table*."""
        return [line for line in self._lines.get(table, []) if line.at > after][-most:]

    async def lines_of(self, sender: str, most: int) -> list[tuple[str, ChatRow]]:
        """The last lines that *sender* said."""
        said = [
            (table, line)
            for table, lines in self._lines.items()
            for line in lines
            if line.sender == sender
        ]
        return sorted(said, key=lambda row: (row[1].at, row[0]))[-most:]

    async def add_report(self, report: Report) -> int:
        """Keep a report."""
        number = 1 + max((known.id for known in self._reports), default=0)
        self._reports.append(replace(report, id=number))
        return number

    async def reports(self, *, handled: bool) -> list[Report]:
        """The reports, done or to do."""
        return [report for report in self._reports if report.handled is handled]

    async def handle_report(self, report: int) -> bool:
        """Note that a report is dealt with."""
        for place, known in enumerate(self._reports):
            if known.id == report:
                self._reports[place] = replace(known, handled=True)
                return True
        return False

    def _refuse_taken(self, name: Name, person: str) -> None:
        for other, record in self._accounts.items():
            alike = (name.folded, name.skeleton)
            if other != person and (
                record.name.folded == alike[0] or record.name.skeleton == alike[1]
            ):
                raise UsernameTaken(record.name.username)
