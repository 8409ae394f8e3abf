"""What whoever runs the server may choose, read from the environment."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from spadille.core.value import Value
from spadille.server.store.address import address_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Parser: TypeAlias = Callable[[str], object]


_MOST_DIGITS: Final = 9
"""Digits of a number; Python itself would not read thousands of them."""


class BadSetting(ValueError):  # noqa: N818 - it names what was given
    """A setting cannot be used; its message is one sentence that says why."""


class DatabaseUrl(str):
    """Where a database is; its password is left out wherever a value is shown."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The address as it may be shown."""
        return repr(address_of(self))


class Settings(Value, kw_only=True):
    """Everything that can be set; times are in seconds."""

    host: str = "0.0.0.0"  # noqa: S104 - friends on the same network are to join
    """The address to listen on; the default is every one this machine has."""
    port: int = 8000
    data: Path = Path("data")
    """Where the database and the secret of the cookies live, unless `database` says otherwise."""
    database: DatabaseUrl | None = None
    """A PostgreSQL database: ``postgresql://user:password@host/name``; ``None``: a file."""
    turn_seconds: float = 30.0
    """The turn clock of tables that do not name one; 0: none."""
    grace_seconds: float = 10.0
    """How long a lost connection keeps a seat from a computer."""
    bot_seconds: float = 0.7
    """How long a computer takes for a move."""
    trick_seconds: float = 1.0
    """How long a full trick rests."""
    between_seconds: float = 15.0
    """How long after a deal the next one starts by itself."""
    idle_seconds: float = 300.0
    """How long a table that nobody watches stays in memory."""
    silence_seconds: float = 75.0
    """After so long without a message a socket is closed; a hidden page may be slow to speak."""
    orders_per_second: float = 10.0
    """Messages that one socket may send, on average."""
    sockets_per_table: int = 3
    """Sockets of one person at one table; the oldest beyond them is closed."""
    drain_seconds: float = 0.0
    """How long a server that is told to stop serves on, while it says that it is not ready."""
    guests_per_address: int = 300
    """New guests that may come from one address in a day; 0: any number."""
    nats: str = ""
    """The NATS server by which several nodes of one service talk; empty: there is one node."""
    node_address: str = ""
    """What this node is called in the list of nodes; empty: as its machine is."""
    origins: tuple[str, ...] = ()
    """Other addresses of this server, such as ``https://cards.example``, behind a proxy."""
    bot: Literal["rules", "beginner", "casual", "skilled", "expert"] = "skilled"
    """How strong the computer players are; ``rules``: by thumb rules, without compiled code."""
    bot_most: Literal["rules", "beginner", "casual", "skilled", "expert"] = "expert"
    """The strongest computer players that a table may ask for; a small machine may want fewer."""
    log: Literal["auto", "json", "text"] = "auto"
    """The form of the log; ``auto`` is text on a terminal, else JSON."""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def _port(text: str) -> int:
    if not (_is_number(text) and int(text) < 2**16):
        raise BadSetting("a port number from 0 to 65535")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= 10**6:
        raise BadSetting("a number of seconds, 0 or more")
    return seconds


def _idle(text: str) -> float:
    # A table must stay awake for as long as it takes to sit down at it.
    if _seconds(text) < 1:
        raise BadSetting("a number of seconds, 1 or more")
    return _seconds(text)


def _count(text: str) -> int:
    if not (_is_number(text) and 1 <= int(text) <= 10**6):
        raise BadSetting("a whole number, 1 or more")
    return int(text)


def _count_or_none(text: str) -> int:
    if not (_is_number(text) and int(text) <= 10**6):
        raise BadSetting("a whole number, 0 or more")
    return int(text)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = math.nan
    if not 0 < rate <= 10**6:
        raise BadSetting("a number above 0")
    return rate


def _text(text: str) -> str:
    if not text.strip():
        raise BadSetting("not empty")
    return text.strip()


def _path(text: str) -> Path:
    return Path(_text(text))


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(part.strip().rstrip("/") for part in text.split(",") if part.strip())
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path:
            raise BadSetting("addresses such as https://cards.example, with commas between them")
    return origins


def _nats(text: str) -> str:
    parts = urlsplit(text.strip())
    if parts.scheme not in {"nats", "tls"} or not parts.hostname:
        raise BadSetting("an address such as nats://bus.example:4222")
    return text.strip()


def _database(text: str) -> DatabaseUrl:
    scheme, found, rest = text.strip().partition("://")
    if scheme not in {"postgresql", "postgres"} or not found or not rest:
        raise BadSetting("an address such as postgresql://user:password@host/name")
    return DatabaseUrl(text.strip())


def _bot(text: str) -> str:
    levels = ("rules", "beginner", "casual", "skilled", "expert")
    if text not in levels:
        raise BadSetting(f"one of {', '.join(levels)}")
    return text


def _log(text: str) -> str:
    if text not in {"auto", "json", "text"}:
        raise BadSetting("auto, json or text")
    return text


PARSERS: Final[Mapping[str, Parser]] = {
    "host": _text,
    "port": _port,
    "data": _path,
    "database": _database,
    "turn_seconds": _seconds,
    "grace_seconds": _seconds,
    "bot_seconds": _seconds,
    "trick_seconds": _seconds,
    "between_seconds": _seconds,
    "idle_seconds": _idle,
    "silence_seconds": _seconds,
    "orders_per_second": _rate,
    "sockets_per_table": _count,
    "drain_seconds": _seconds,
    "guests_per_address": _count_or_none,
    "nats": _nats,
    "node_address": _text,
    "origins": _origins,
    "bot": _bot,
    "bot_most": _bot,
    "log": _log,
}
"""How each setting is read; ``SPADILLE_`` and its name in capitals is its variable."""


_PRIVATE: Final = frozenset({"database", "nats"})
"""Settings that may hold a password."""


def variable(name: str) -> str:
    """The environment variable of the setting *name*."""
    return f"SPADILLE_{name.upper()}"


def read_settings(environment: Mapping[str, str], options: Mapping[str, str]) -> Settings:
    """The settings of *environment*, where *options* of the command line do not say otherwise.

    Raises `BadSetting` with a sentence that names the first one that cannot be used.
    """
    chosen: dict[str, object] = {}
    for name, parse in PARSERS.items():
        source, text = variable(name), environment.get(variable(name))
        if name in options:
            source, text = f"--{name}", options[name]
        if text is None:
            continue
        try:
            chosen[name] = parse(text)
        except BadSetting as error:
            shown = "not shown here" if name in _PRIVATE else repr(text)
            raise BadSetting(f"{source} must be {error}; it is {shown}.") from None
    if chosen.get("nats") and not chosen.get("database"):
        raise BadSetting(
            f"{variable('nats')} is for several nodes, which share one database; "
            f"set {variable('database')}, too."
        )
    return Settings(**chosen)  # type: ignore[arg-type]  # each parser returns its field's type
