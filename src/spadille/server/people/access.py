"""Personal tokens: other games and programs read and write for their owner, within scopes."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Final

from spadille.core.value import Value
from spadille.protocol.news import Person
from spadille.protocol.people import TokenInfo, TokenMade
from spadille.server.people.refusal import Refusal
from spadille.server.store.people import Token

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.protocol.people import NewToken, Scope
    from spadille.server.store.people import SocialStore

_PREFIX: Final = "spadille_"
"""So that a secret that leaks can be told for what it is."""
_SECRET_BYTES: Final = 32
_ID_BYTES: Final = 9
_MOST: Final = 20
"""Tokens of one account."""
_DAY: Final = 24 * 3600 * 1000
"""Milliseconds."""
_FRESH: Final = 60_000
"""Milliseconds for which the time of a token's last use need not be written again."""


class Admission(Value):
    """A token that was shown and is good, and whom it speaks for."""

    token: str
    """Its id."""
    person: Person
    seconds: float
    """For how long it is still good."""


class PersonalTokens:
    """The tokens of everyone; only their digests are kept."""

    def __init__(self, store: SocialStore, clock: Callable[[], int]) -> None:
        """Keep tokens in *store*; they expire by *clock*, in Unix milliseconds."""
        self._store = store
        self._clock = clock

    async def make(self, person: Person, wanted: NewToken) -> TokenMade:
        """A new token of *person*, who has an account."""
        if person.username is None:
            raise Refusal("guest", "Only accounts have tokens; sign up first.", 403)
        if len(await self._store.tokens(person.id)) >= _MOST:
            raise Refusal("too_many_tokens", f"At most {_MOST} tokens; delete one first.", 409)
        secret = _PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
        now = self._clock()
        token = Token(
            id=secrets.token_urlsafe(_ID_BYTES),
            person=person.id,
            digest=_digest(secret),
            label=wanted.label,
            scopes=tuple(dict.fromkeys(wanted.scopes)),
            made_at=now,
            expires_at=now + wanted.days * _DAY,
        )
        await self._store.add_token(token)
        return TokenMade(info(token), secret)

    async def tokens_of(self, person: str) -> list[TokenInfo]:
        """The tokens of *person*, also those that have expired."""
        return [info(token) for token in await self._store.tokens(person)]

    async def drop(self, person: str, token: str) -> None:
        """Delete a token of *person*."""
        if not await self._store.drop_token(person, token):
            raise Refusal("no_such_token", "You have no token with this id.", 404)

    async def bearer(self, secret: str, scope: Scope) -> Person:
        """Whom *secret* speaks for, where *scope* is asked for."""
        return (await self.admit(secret, scope)).person

    async def admit(self, secret: str, scope: Scope) -> Admission:
        """Whom *secret* speaks for, by which token, and for how long; raises `Refusal`."""
        token = await self._store.token(_digest(secret))
        now = self._clock()
        if token is None or token.expires_at <= now:
            raise Refusal("bad_token", "This token is unknown or has expired; make a new one.", 401)
        standing = await self._store.standing(token.person)
        if standing is None or standing.banned is not None or standing.person.username is None:
            raise Refusal("bad_token", "The account of this token is closed.", 401)
        if scope not in token.scopes:
            detail = f"This token has no scope {scope.value}; make one that has."
            raise Refusal("missing_scope", detail, 403)
        if token.used_at is None or now - token.used_at > _FRESH:
            await self._store.token_used(token.id, now)
        return Admission(token.id, standing.person, (token.expires_at - now) / 1000)


def bearer_secret(authorization: str) -> str:
    """The secret of an ``Authorization`` header; raises `Refusal` for any other kind."""
    kind, _, secret = authorization.partition(" ")
    if kind.lower() != "bearer":
        raise Refusal("bad_token", "Send a token as: Authorization: Bearer TOKEN", 401)
    return secret.strip()


def info(token: Token) -> TokenInfo:
    """*token* without its secret."""
    return TokenInfo(
        token.id, token.label, token.scopes, token.made_at, token.expires_at, token.used_at
    )


def _digest(secret: str) -> bytes:
    # A secret of 256 random bits needs no slow hash.
    return hashlib.sha256(secret.encode()).digest()
