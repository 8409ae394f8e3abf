"""What people ask to wear at a table, judged before they are let in with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.server.accounts.identity import NoSuchAvatar
from spadille.server.accounts.names import BadName
from spadille.server.gateway.problems import Unacceptable

if TYPE_CHECKING:
    from spadille.protocol.news import Person
    from spadille.protocol.rest import Dress
    from spadille.server.accounts.identity import Guests


async def fitting_dress(guests: Guests, person: Person, dress: Dress) -> Dress:
    """*dress* as *person* may wear it, or lend it to whoever plays on their device.

    Raises `Unacceptable` for a name or avatar that nobody may have.
    """
    try:
        return await guests.fitting(person, dress)
    except BadName as error:
        raise Unacceptable("bad_name", f"{dress.name!r}: {error}") from error
    except NoSuchAvatar as error:
        raise Unacceptable("no_such_avatar", str(error)) from error
