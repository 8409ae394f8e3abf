"""What one server knows of the lobby by itself, and tells the others."""

from __future__ import annotations

from spadille.core.value import Value
from spadille.protocol.live import Challenge, LobbyPerson, LobbyTable


class Picture(Value):
    """Everyone who is connected to one server, and what they do."""

    people: tuple[LobbyPerson, ...] = ()
    at: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - a default of a value is copied
    """Who is at which table, by their ids."""
    tables: tuple[LobbyTable, ...] = ()
    """The open tables where somebody is connected to that server."""
    challenges: tuple[Challenge, ...] = ()
    """The challenges that were sent there, as their senders see them."""
