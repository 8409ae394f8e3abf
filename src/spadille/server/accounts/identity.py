"""Guests: made at first sight, and known again by what their cookie says.

A cookie speaks for a person and the epoch it was made in. A person who signs out
everywhere begins a new epoch, in which the old cookies speak for nobody.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from spadille.core.value import Value, replace
from spadille.protocol.news import Person
from spadille.server.accounts.names import (
    AVATARS,
    BadName,
    checked_name,
    guest_avatar,
    guest_name,
)
from spadille.server.people.limits import network
from spadille.server.people.refusal import Refusal, in_words, too_often
from spadille.server.people.usernames import is_reserved, skeleton

if TYPE_CHECKING:
    from spadille.protocol.rest import Dress, MeChange
    from spadille.server.accounts.tokens import Tokens
    from spadille.server.people.limits import Limit
    from spadille.server.store.people import AccountStore

_ID_BYTES: Final = 9
_MARK: Final = "~"
"""Between the id and the epoch in a cookie; no id has it."""


class NoSuchAvatar(ValueError):  # noqa: N818 - it names what was asked for
    """An avatar that is not among the ones to choose from."""


class Admitted(Value):
    """Somebody whom a cookie speaks for."""

    person: Person
    epoch: int
    """The one that the cookie was made in."""


class Guests:
    """Everyone who has ever opened the page here."""

    def __init__(
        self, store: AccountStore, tokens: Tokens, arrivals: Limit, changes: Limit
    ) -> None:
        """Remember guests in *store*, and recognise them by *tokens*.

        *arrivals* says how many new ones one household may bring, *changes* how often one
        of them may change name or avatar.
        """
        self._store = store
        self._changes = changes
        self._arrivals = arrivals
        self._tokens = tokens

    async def recognise(self, cookies: str) -> Person | None:
        """Whom a ``Cookie`` header speaks for; ``None`` if it speaks for nobody."""
        admitted = await self.admitted(cookies)
        return None if admitted is None else admitted.person

    async def admitted(self, cookies: str) -> Admitted | None:
        """Whom a ``Cookie`` header speaks for, and for how long it does."""
        signed = self._tokens.person_of(cookies)
        if signed is None:
            return None
        person, _, epoch = signed.partition(_MARK)
        standing = await self._store.standing(person)
        if standing is None or standing.banned is not None or epoch != str(standing.epoch):
            return None
        return Admitted(standing.person, standing.epoch)

    async def greet(self, address: str) -> Person:
        """Make a new guest, who comes from *address*; raises `Refusal` if too many do."""
        if wait := self._arrivals.take(network(address)):
            detail = f"Very many new guests came from your network; try again in {in_words(wait)}."
            raise Refusal("too_many_guests", detail, 429, wait=wait)
        person = secrets.token_urlsafe(_ID_BYTES)
        guest = Person(person, guest_name(person), guest_avatar(person))
        await self._store.put(guest)
        return guest

    async def change(self, person: Person, change: MeChange) -> Person:
        """Give *person* another name or avatar; raises `BadName` or `NoSuchAvatar`.

        Also a `Refusal`, where they do little else: all devices and tables are told.
        """
        if wait := self._changes.take(person.id):
            raise too_often(wait)
        changed = person
        if change.name is not None:
            changed = replace(changed, name=await self._free_name(person, change.name))
        if change.avatar is not None:
            if change.avatar not in AVATARS:
                raise NoSuchAvatar(f"There is no avatar {change.avatar!r}.")
            changed = replace(changed, avatar=change.avatar)
        if changed != person:
            await self._store.put(changed)
        return changed

    async def fitting(self, person: Person, dress: Dress) -> Dress:
        """*dress*, its name tidied, if *person* may wear it; raises `BadName` or `NoSuchAvatar`."""
        if dress.avatar not in AVATARS:
            raise NoSuchAvatar(f"There is no avatar {dress.avatar!r}.")
        return replace(dress, name=await self._free_name(person, dress.name))

    async def again(self, person: Person) -> Person:
        """*person* as known now."""
        return await self._store.get(person.id) or person

    async def epoch(self, person: Person) -> int:
        """The epoch whose cookies speak for *person* now."""
        standing = await self._store.standing(person.id)
        return 0 if standing is None else standing.epoch

    async def token(self, person: Person) -> str:
        """What the cookie of *person* holds from now on."""
        return self._tokens.token(f"{person.id}{_MARK}{await self.epoch(person)}")

    async def _free_name(self, person: Person, text: str) -> str:
        """*text* as a name for *person*, which nobody could take for somebody else."""
        name = checked_name(text)
        if is_reserved(name):
            raise BadName("This name could be taken for an official one.")
        alike = await self._store.lookalike(skeleton(name))
        if alike is not None and alike.person.id != person.id:
            raise BadName("This name looks like somebody else's username.")
        return name
