"""Bodies of the calls about people: accounts, profile, buddies, settings, tokens."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from spadille.core.value import Value
from spadille.protocol.news import Person

Username = Annotated[str, Meta(max_length=64)]
"""A username as typed; what is wrong with it is answered with a reason of its own."""
PersonId = Annotated[str, Meta(max_length=64)]


class UsernameProblem(StrEnum):
    """Why a username cannot be had."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    BAD_CHARACTER = "bad_character"
    NO_LETTER = "no_letter"
    RESERVED = "reserved"
    TAKEN = "taken"
    LOOKS_LIKE_ANOTHER = "looks_like_another"


class PasswordProblem(StrEnum):
    """Why a password is refused."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    IS_USERNAME = "is_username"
    COMMON = "common"


class Credentials(Value):
    """A username and a password, to sign up or in."""

    username: Username
    password: Annotated[str, Meta(max_length=1024)]


class NewPassword(Value):
    """A change of one's own password; all other devices are signed out."""

    old: Annotated[str, Meta(max_length=1024)]
    new: Annotated[str, Meta(max_length=1024)]


class Confirmation(Value):
    """The password again, before something that cannot be undone."""

    password: Annotated[str, Meta(max_length=1024)]


class Profile(Value):
    """How others see somebody, at every table and in every game of this server."""

    username: str | None
    """``None`` for a guest."""
    name: str
    """The display name; a player's real name is never asked for."""
    avatar: str


class ProfileChange(Value, kw_only=True):
    """What to change of the profile; what is not given stays."""

    name: Annotated[str, Meta(min_length=1, max_length=20)] | None = None
    avatar: Annotated[str, Meta(max_length=32)] | None = None


class FontSize(StrEnum):
    """How large the chat is written."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"


class Settings(Value, kw_only=True):
    """What somebody likes, kept with the account and shared by all games of this server."""

    chat_font: FontSize = FontSize.MEDIUM
    chat_timestamps: bool = False


class SettingsChange(Value, kw_only=True):
    """What to change of the settings; what is not given stays."""

    chat_font: FontSize | None = None
    chat_timestamps: bool | None = None


class Where(StrEnum):
    """Where somebody is now."""

    OFFLINE = "offline"
    ONLINE = "online"
    PLAYING = "playing"
    """In a match with other people."""


class Buddy(Value):
    """Somebody in a buddy list."""

    person: Person
    where: Where


class Naming(Value):
    """One account, by its username."""

    username: Username


class Pick(Value):
    """Several people at once, by their ids."""

    people: Annotated[tuple[PersonId, ...], Meta(min_length=1, max_length=200)]


class Target(Value, kw_only=True):
    """Somebody, by username or, for a guest met at a table, by id."""

    username: Username | None = None
    person: PersonId | None = None


class NewReport(Value, kw_only=True):
    """A complaint about somebody's words at a table; the last messages are attached."""

    person: PersonId
    table: Annotated[str, Meta(max_length=64)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class Done(Value):
    """It is done; there is nothing more to say."""

    done: bool = True


class Scope(StrEnum):
    """What a personal token may be used for."""

    PROFILE_READ = "profile:read"
    PROFILE_WRITE = "profile:write"
    BUDDIES_READ = "buddies:read"
    BUDDIES_WRITE = "buddies:write"
    SETTINGS_READ = "settings:read"
    SETTINGS_WRITE = "settings:write"
    TABLE_PLAY = "table:play"
    """Sit at tables and play there, as a program that everyone can tell for one."""


class NewToken(Value):
    """A personal token to be made, for another game or program."""

    label: Annotated[str, Meta(min_length=1, max_length=60)]
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=len(Scope))]
    days: Annotated[int, Meta(ge=1, le=366)] = 90
    """For how long it is good."""


class TokenInfo(Value):
    """A personal token, without its secret."""

    id: str
    label: str
    scopes: tuple[Scope, ...]
    made_at: int
    """Unix milliseconds."""
    expires_at: int
    used_at: int | None


class TokenMade(Value):
    """A new token. Its secret is shown once and never again."""

    info: TokenInfo
    secret: str


class Emoticon(Value):
    """A small picture in the chat; the client draws it."""

    id: str
    name: str
    """For screen readers."""
    texts: tuple[str, ...]
    """What is typed for it; the first is the usual form."""


class ExportedLine(Value):
    """Something that the account's owner said at a table."""

    table: str
    at: int
    text: str


class Export(Value):
    """Everything that the server keeps about an account."""

    profile: Profile
    made_at: int
    settings: Settings
    buddies: tuple[str, ...]
    """Usernames."""
    blocked: tuple[str, ...]
    """Names, for guests may be blocked too."""
    muted: tuple[str, ...]
    tokens: tuple[TokenInfo, ...]
    tables: tuple[str, ...]
    """The tables where the account holds a seat."""
    chat: tuple[ExportedLine, ...]
