"""Guests: made at first sight, and known again by what their cookie says."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from spadille.core.value import replace
from spadille.protocol.news import Person
from spadille.server.accounts.names import AVATARS, checked_name, guest_avatar, guest_name

if TYPE_CHECKING:
    from spadille.protocol.rest import MeChange
    from spadille.server.accounts.tokens import Tokens
    from spadille.server.store.ports import PeopleStore

_ID_BYTES: Final = 9


class NoSuchAvatar(ValueError):  # noqa: N818 - it names what was asked for
    """An avatar that is not among the ones to choose from."""


class Guests:
    """Everyone who has ever opened the page here."""

    def __init__(self, store: PeopleStore, tokens: Tokens) -> None:
        """Remember guests in *store*, and recognise them by *tokens*."""
        self._store = store
        self._tokens = tokens

    async def recognise(self, cookies: str) -> Person | None:
        """Whom a ``Cookie`` header speaks for; ``None`` if it speaks for nobody."""
        person = self._tokens.person_of(cookies)
        return None if person is None else await self._store.get(person)

    async def greet(self) -> Person:
        """Make a new guest."""
        person = secrets.token_urlsafe(_ID_BYTES)
        guest = Person(person, guest_name(person), guest_avatar(person))
        await self._store.put(guest)
        return guest

    async def change(self, person: Person, change: MeChange) -> Person:
        """Give *person* another name or avatar; raises `BadName` or `NoSuchAvatar`."""
        changed = person
        if change.name is not None:
            changed = replace(changed, name=checked_name(change.name))
        if change.avatar is not None:
            if change.avatar not in AVATARS:
                raise NoSuchAvatar(f"There is no avatar {change.avatar!r}.")
            changed = replace(changed, avatar=change.avatar)
        if changed != person:
            await self._store.put(changed)
        return changed

    async def again(self, person: Person) -> Person:
        """*person* as known now."""
        return await self._store.get(person.id) or person

    def token(self, person: Person) -> str:
        """What the cookie of *person* holds."""
        return self._tokens.token(person.id)
