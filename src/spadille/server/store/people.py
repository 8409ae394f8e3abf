"""What the service needs to keep about people; the adapters are held to one set of tests."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from spadille.core.value import Value
from spadille.protocol.news import Person
from spadille.protocol.people import Scope

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


MOST_LINES: Final = 500
"""Lines of chat that are kept of one table."""


class UsernameTaken(Exception):  # noqa: N818 - it names what happened
    """Another account has this username, or one that looks like it: ``by``."""

    def __init__(self, by: str) -> None:
        """Name the username that is in the way."""
        super().__init__(by)
        self.by = by


class AccountExists(Exception):  # noqa: N818 - it names what happened
    """This person has an account already."""


class Standing(Value):
    """Who somebody is, and whether their cookies still count."""

    person: Person
    epoch: int
    banned: str | None
    """The operator's reason; ``None``: welcome."""


class Account(Value):
    """A person with a username."""

    person: Person
    password: str
    """The hash."""
    made_at: int
    banned: str | None

    @property
    def username(self) -> str:
        """The username, in its owner's spelling."""
        assert self.person.username is not None
        return self.person.username


class Name(Value):
    """A username with what makes it unique."""

    username: str
    folded: str
    skeleton: str


class Tie(StrEnum):
    """What one person may declare about another."""

    BUDDY = "buddy"
    BLOCK = "block"
    MUTE = "mute"


class Token(Value):
    """A personal token, as kept."""

    id: str
    person: str
    digest: bytes
    """The SHA-256 of the secret."""
    label: str
    scopes: tuple[Scope, ...]
    made_at: int
    expires_at: int
    used_at: int | None = None


class ChatRow(Value):
    """A line of a table's chat, as kept."""

    at: int
    """Its time in Unix milliseconds, made unique at its table."""
    sender: str | None
    """``None``: the system."""
    to: str | None
    """Whom a whisper is for."""
    body: bytes
    """The JSON of the line."""


class Report(Value):
    """A complaint, as kept for the operator."""

    id: int
    at: int
    reporter: str
    person: str
    table: str
    reason: str
    lines: bytes
    """The JSON of the last lines that the reporter could see."""
    handled: bool


class AccountStore(Protocol):
    """People and their accounts."""

    async def get(self, person: str) -> Person | None:
        """The person with this id, if there is one."""
        ...

    async def put(self, person: Person) -> None:
        """Store the name and avatar of *person*; the username is the account's affair."""
        ...

    async def standing(self, person: str) -> Standing | None:
        """Who this id is, and which cookies of theirs count."""
        ...

    async def end_sessions(self, person: str) -> int:
        """Start a new epoch, so that no cookie made before counts; return it."""
        ...

    async def epochs(self, people: Collection[str]) -> dict[str, int]:
        """The epochs of those of *people* who are known."""
        ...

    async def claim(self, person: Person, name: Name, password: str) -> None:
        """Give *person* an account, and store their name and avatar.

        Raises `AccountExists`, or `UsernameTaken` where *name* is not to be had.
        """
        ...

    async def account(self, person: str) -> Account | None:
        """The account of the person with this id."""
        ...

    async def account_named(self, folded: str) -> Account | None:
        """The account with this username, without regard to case."""
        ...

    async def lookalike(self, skeleton: str) -> Account | None:
        """The account whose username has this skeleton."""
        ...

    async def usernames(self, prefix: str = "", most: int = 10_000) -> list[str]:
        """Usernames that begin with *prefix*, which is folded, in order."""
        ...

    async def set_password(self, person: str, password: str) -> None:
        """Replace the hash of an account's password."""
        ...

    async def rename(self, person: str, name: Name) -> None:
        """Give an account another username; raises `UsernameTaken`."""
        ...

    async def ban(self, person: str, reason: str | None) -> None:
        """Ban an account for *reason*; ``None`` lets it in again."""
        ...

    async def banned(self) -> set[str]:
        """The ids of all who are banned."""
        ...

    async def erase(self, person: str, left: Person) -> None:
        """Forget everything about *person* but *left*, which old logs still name."""
        ...


class TieStore(Protocol):
    """Buddies, blocks and mutes."""

    async def tie(self, person: str, kind: Tie, other: str) -> None:
        """Note that *person* declares *kind* about *other*; twice changes nothing."""
        ...

    async def untie(self, person: str, kind: Tie, others: Collection[str]) -> None:
        """Take that back for all of *others*."""
        ...

    async def ties(self, person: str, kind: Tie) -> list[str]:
        """Those about whom *person* has declared *kind*, oldest first."""
        ...

    async def tied_by(self, other: str, *kinds: Tie) -> set[str]:
        """Those who have declared one of *kinds* about *other*."""
        ...


class SettingsStore(Protocol):
    """What people like."""

    async def settings(self, person: str) -> bytes | None:
        """The settings of *person*, as put."""
        ...

    async def put_settings(self, person: str, body: bytes) -> None:
        """Keep the settings of *person*."""
        ...


class TokenStore(Protocol):
    """Personal tokens."""

    async def add_token(self, token: Token) -> None:
        """Keep a new token."""
        ...

    async def tokens(self, person: str) -> list[Token]:
        """The tokens of *person*, oldest first."""
        ...

    async def token(self, digest: bytes) -> Token | None:
        """The token whose secret has this digest."""
        ...

    async def token_used(self, token: str, at: int) -> None:
        """Note when a token was used last."""
        ...

    async def drop_token(self, person: str, token: str) -> bool:
        """Forget a token of *person*; whether there was one."""
        ...


class ChatStore(Protocol):
    """What was said at tables."""

    async def add_line(self, table: str, line: ChatRow) -> None:
        """Keep *line*, whose time is later than that of all lines of *table*.

        Only the latest `MOST_LINES` of a table are kept.
        """
        ...

    async def lines(self, table: str, after: int, most: int) -> list[ChatRow]:
        """The last *most* lines of *table* later than *after*, oldest first."""
        ...

    async def lines_of(self, sender: str, most: int) -> list[tuple[str, ChatRow]]:
        """The last *most* lines that *sender* said, with their tables, oldest first."""
        ...


class ReportStore(Protocol):
    """Complaints."""

    async def add_report(self, report: Report) -> int:
        """Keep *report*, and return the id it got; its own is ignored."""
        ...

    async def reports(self, *, handled: bool) -> Sequence[Report]:
        """The reports that the operator has, or has not yet, dealt with, oldest first."""
        ...

    async def handle_report(self, report: int) -> bool:
        """Note that a report is dealt with; whether there is one with this id."""
        ...


class SocialStore(
    AccountStore, TieStore, SettingsStore, TokenStore, ChatStore, ReportStore, Protocol
):
    """All that is kept about people."""
