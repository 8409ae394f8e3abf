"""Where chance enters: seeds, first dealers, table ids."""

from __future__ import annotations

import secrets
from typing import Final, Protocol

from spadille.core.seats import Seat
from spadille.core.shuffle import SEED_BYTES

_ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letter that reads like another."""
_ID_LENGTH: Final = 12
"""59 bits: an invite link cannot be guessed."""


class Chance(Protocol):
    """A source of chance; tests give one that repeats."""

    def seed(self) -> bytes:
        """A secret seed for a deck."""
        ...

    def dealer(self) -> Seat:
        """The first dealer of a match."""
        ...

    def table_id(self) -> str:
        """A new table's id."""
        ...


class SystemChance:
    """The operating system's cryptographically strong source."""

    def seed(self) -> bytes:
        """A secret seed for a deck."""
        return secrets.token_bytes(SEED_BYTES)

    def dealer(self) -> Seat:
        """Each seat is as likely."""
        return Seat(secrets.randbelow(len(Seat)))

    def table_id(self) -> str:
        """A new table's id."""
        return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))
