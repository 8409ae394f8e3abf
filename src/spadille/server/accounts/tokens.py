"""The signed cookie by which a guest is known again."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, Final

from itsdangerous import BadSignature, TimestampSigner

if TYPE_CHECKING:
    from pathlib import Path

COOKIE: Final = "spadille"
"""The cookie's name."""
MAX_AGE: Final = 400 * 24 * 3600
"""Seconds for which a cookie is good; browsers keep none for longer."""
_SECRET_FILE: Final = "secret"  # noqa: S105 - where it is kept, not what it is
SECRET_BYTES: Final = 32
"""How long a secret is that is made here."""


class DamagedSecret(Exception):  # noqa: N818 - it names what was found
    """The secret in the data directory is none."""


def load_secret(folder: Path) -> bytes:
    """The secret in *folder*, made when there is none; only this user may read it."""
    path = folder / _SECRET_FILE
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        secret = path.read_bytes()
        if len(secret) < SECRET_BYTES:
            raise DamagedSecret(
                f"{path} is damaged; delete it, and all guests begin anew."
            ) from None
        return secret
    secret = secrets.token_bytes(SECRET_BYTES)
    _fill(handle, secret)
    return secret


def put_secret(folder: Path, secret: bytes) -> None:
    """Make *secret* that of *folder*, in the place of whatever was there."""
    path, new = folder / _SECRET_FILE, folder / f"{_SECRET_FILE}.new"
    new.unlink(missing_ok=True)
    _fill(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), secret)
    new.replace(path)


def _fill(handle: int, secret: bytes) -> None:
    with os.fdopen(handle, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())


class Tokens:
    """Signs the ids of people, and reads back what it has signed."""

    def __init__(self, secret: bytes, max_age: int = MAX_AGE) -> None:
        """Sign with *secret*; a token is good for *max_age* seconds."""
        self._signer = TimestampSigner(secret, salt="spadille.session")
        self._max_age = max_age

    def token(self, person: str) -> str:
        """What the cookie of *person* holds."""
        return self._signer.sign(person).decode()

    def person(self, token: str) -> str | None:
        """The id that *token* was made for; ``None`` if it is forged or too old."""
        try:
            return self._signer.unsign(token, max_age=self._max_age).decode()
        except (BadSignature, UnicodeError):
            return None

    def person_of(self, cookies: str) -> str | None:
        """The id in a ``Cookie`` header; whatever else stands there may be in any form.

        Other servers on the same host set cookies for all its ports.
        """
        for cookie in cookies.split(";"):
            name, _, token = cookie.strip().partition("=")
            if name == COOKIE and (person := self.person(token)) is not None:
                return person
        return None
