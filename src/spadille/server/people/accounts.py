"""Signing up, in and out; passwords; and the end of an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadille.core.value import replace
from spadille.protocol.news import Person
from spadille.server.people.limits import Limit, network
from spadille.server.people.nearest import nearest
from spadille.server.people.passwords import checked_password
from spadille.server.people.refusal import Refusal, too_often, unknown_username
from spadille.server.people.usernames import checked_username, folded, skeleton, taken
from spadille.server.store.people import AccountExists, Name, UsernameTaken

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.protocol.people import Credentials, NewPassword
    from spadille.server.people.passwords import Passwords
    from spadille.server.store.people import Account, AccountStore

GONE_NAME: Final = "Former player"
"""What old tables call somebody whose account is deleted."""
GONE_AVATAR: Final = "a01"
_MINUTE: Final = 60.0


class Doors:
    """How often the doors may be tried."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Count by *clock*, in seconds."""
        self.sign_up = Limit(5, 1 / (10 * _MINUTE), clock)
        """By address: new accounts."""
        self.address = Limit(30, 1 / 10, clock)
        """By address: passwords tried, at any account."""
        self.name = Limit(10, 1 / (_MINUTE / 2), clock)
        """By account and address: passwords tried.

        The address is part of it so that nobody can lock a player out from elsewhere.
        """


def name_of(username: str) -> Name:
    """*username* with what makes it unique."""
    return Name(username, folded(username), skeleton(username))


class Accounts:
    """The accounts of this server, and the doors to them."""

    def __init__(self, store: AccountStore, passwords: Passwords, doors: Doors) -> None:
        """Keep accounts in *store*; *doors* slow down whoever guesses."""
        self._store = store
        self._passwords = passwords
        self._doors = doors

    async def sign_up(self, guest: Person, credentials: Credentials, address: str) -> Person:
        """Give *guest* an account; who they are, and all that is theirs, stays.

        All cookies of the guest end: whoever has seen one does not get the account.
        """
        if guest.username is not None:
            raise Refusal("already_signed_in", "Sign out before you make another account.", 409)
        username = checked_username(credentials.username)
        password = checked_password(credentials.password, username)
        alike = await self._store.lookalike(skeleton(username))
        if alike is not None:
            raise taken(username, alike.username)
        if wait := self._doors.sign_up.take(network(address)):
            raise too_often(wait)
        named = replace(guest, name=username)
        try:
            await self._store.claim(named, name_of(username), await self._passwords.hash(password))
        except UsernameTaken as error:
            raise taken(username, error.by) from error
        except AccountExists as error:
            raise Refusal("already_signed_in", "You have an account already.", 409) from error
        await self._store.end_sessions(guest.id)
        return replace(named, username=username)

    async def sign_in(self, credentials: Credentials, address: str) -> Person:
        """Whose username and password these are."""
        account = await self._store.account_named(folded(credentials.username))
        if not await self._is_owner(account, credentials, address):
            raise Refusal("wrong_credentials", "There is no such username and password.", 401)
        assert account is not None
        if account.banned is not None:
            reason = f" The reason: {account.banned}" if account.banned else ""
            raise Refusal("banned", f"This account is closed by the operator.{reason}", 403)
        if self._passwords.is_outdated(account.password):
            fresh = await self._passwords.hash(credentials.password)
            await self._store.set_password(account.person.id, fresh)
        return account.person

    async def change_password(self, person: Person, change: NewPassword, address: str) -> None:
        """Replace the password of *person*, and sign out everywhere."""
        account = await self.owned(person, change.old, address)
        password = checked_password(change.new, account.username)
        await self._store.set_password(person.id, await self._passwords.hash(password))
        await self._store.end_sessions(person.id)

    async def sign_out_everywhere(self, person: Person) -> None:
        """End every session of *person*."""
        await self._store.end_sessions(person.id)

    async def erase(self, person: Person) -> None:
        """Delete the account of *person*, and what belongs to it."""
        await self._store.erase(person.id, Person(person.id, GONE_NAME, GONE_AVATAR))

    async def owned(self, person: Person, password: str, address: str) -> Account:
        """The account of *person*, whose *password* is asked for again."""
        account = await self._store.account(person.id)
        if account is None:
            raise Refusal("guest", "Only accounts have a password; sign up first.", 403)
        if wait := self._wait(account.username, address):
            raise too_often(wait)
        if not await self._passwords.fits(account.password, password):
            raise Refusal("wrong_password", "That is not your password.", 403)
        self._in_good_faith(account.username, address)
        return account

    async def named(self, username: str) -> Account:
        """The account called *username*; if there is none the refusal names the nearest."""
        account = await self._store.account_named(folded(username))
        if account is None:
            known = await self._store.usernames()
            raise unknown_username(username, nearest(username, known))
        return account

    async def _is_owner(
        self, account: Account | None, credentials: Credentials, address: str
    ) -> bool:
        if wait := self._wait(credentials.username, address):
            raise too_often(wait)
        stored = None if account is None else account.password
        fits = await self._passwords.fits(stored, credentials.password)
        if fits:
            self._in_good_faith(credentials.username, address)
        return fits

    def _wait(self, username: str, address: str) -> int:
        """Spend one try of a password; the seconds to wait first, if there is none."""
        place = network(address)
        wait = self._doors.address.take(place)
        return wait or self._doors.name.take(f"{folded(username)} {place}")

    def _in_good_faith(self, username: str, address: str) -> None:
        place = network(address)
        self._doors.address.give_back(place)
        self._doors.name.give_back(f"{folded(username)} {place}")
