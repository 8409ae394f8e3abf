"""Whom somebody likes to play with, and whom they do not want to hear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.protocol.people import Buddy
from spadille.server.people.limits import Limit
from spadille.server.people.refusal import Refusal, too_often
from spadille.server.people.usernames import folded
from spadille.server.store.people import Tie

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from spadille.protocol.news import Person
    from spadille.protocol.people import Target, Where
    from spadille.server.people.accounts import Accounts
    from spadille.server.store.people import Account, SocialStore

_MOST_TIES: Final = 500
"""People in one list."""
_MOST_COMPLETIONS: Final = 10


class Circle:
    """Buddies, blocks and mutes of everyone."""

    def __init__(
        self,
        store: SocialStore,
        accounts: Accounts,
        where: Callable[[str], Where],
        clock: Callable[[], float],
    ) -> None:
        """Keep ties in *store*; *where* tells where a person is now.

        A person may look up a username every other second, by *clock*: nobody needs to
        list them all, and a slip in one costs a look at each.
        """
        self._lookups = Limit(30, 0.5, clock)
        self._store = store
        self._accounts = accounts
        self._where = where

    async def buddies(self, person: str) -> list[Buddy]:
        """The buddy list of *person*, in the order it was made."""
        people = await self.people(person, Tie.BUDDY)
        return [Buddy(buddy, self._where(buddy.id)) for buddy in people]

    async def people(self, person: str, kind: Tie) -> list[Person]:
        """Those about whom *person* has declared *kind*."""
        found = [await self._store.get(other) for other in await self._store.ties(person, kind)]
        return [other for other in found if other is not None]

    async def add_buddy(self, person: Person, username: str) -> None:
        """Add the account called *username* to the buddy list of *person*."""
        account = await self._named(username, person.id)
        if account.person.id == person.id:
            raise Refusal("yourself", "You are always your own buddy; add somebody else.")
        await self._add(person, Tie.BUDDY, account.person.id)

    async def declare(self, person: Person, kind: Tie, target: Target) -> Person:
        """Block or mute *target*, an account or a guest; who that is."""
        other = await self.found(target, person.id)
        if other.id == person.id:
            raise Refusal("yourself", "That is you.")
        await self._add(person, kind, other.id)
        return other

    async def remove(self, person: Person, kind: Tie, others: Collection[str]) -> None:
        """Take back *kind* about all of *others*, by id."""
        await self._store.untie(person.id, kind, others)

    async def completions(self, person: str, prefix: str) -> list[str]:
        """The usernames in the buddy list of *person* that begin with *prefix*."""
        names = [buddy.username for buddy in await self.people(person, Tie.BUDDY)]
        start = folded(prefix)
        fitting = [name for name in names if name and folded(name).startswith(start)]
        return sorted(fitting, key=folded)[:_MOST_COMPLETIONS]

    async def are_apart(self, one: str, others: Collection[str]) -> bool:
        """Whether *one* has blocked any of *others*, or any of them has blocked *one*."""
        apart = {*await self._store.ties(one, Tie.BLOCK), *await self.blocked_by(one)}
        return not apart.isdisjoint(others)

    async def blocked_by(self, person: str) -> set[str]:
        """Those who have blocked *person*."""
        return await self._store.tied_by(person, Tie.BLOCK)

    async def unheard_by(self, person: str) -> set[str]:
        """Those who do not want to hear *person*."""
        return await self._store.tied_by(person, Tie.BLOCK, Tie.MUTE)

    async def unheard(self, person: str) -> set[str]:
        """Those whom *person* does not want to hear."""
        blocks = await self._store.ties(person, Tie.BLOCK)
        return {*blocks, *await self._store.ties(person, Tie.MUTE)}

    async def ids(self, person: str, kind: Tie) -> frozenset[str]:
        """The ids of those about whom *person* has declared *kind*."""
        return frozenset(await self._store.ties(person, kind))

    async def found(self, target: Target, asker: str) -> Person:
        """Who *target* is, for the person *asker*; raises `Refusal` if that is nobody."""
        if target.username is not None:
            return (await self._named(target.username, asker)).person
        if target.person is None:
            raise Refusal("nobody_named", "Name somebody by username or by person.")
        person = await self._store.get(target.person)
        if person is None:
            raise Refusal("unknown_person", "There is nobody with this id.", 404)
        return person

    async def _named(self, username: str, asker: str) -> Account:
        if wait := self._lookups.take(asker):
            raise too_often(wait)
        return await self._accounts.named(username)

    async def _add(self, person: Person, kind: Tie, other: str) -> None:
        if len(await self._store.ties(person.id, kind)) >= _MOST_TIES:
            detail = f"This list has {_MOST_TIES} people already; remove somebody first."
            raise Refusal("list_full", detail, 409)
        await self._store.tie(person.id, kind, other)
