"""All that is kept about somebody, for them to take along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from spadille.protocol.people import Export, ExportedLine, Profile
from spadille.server.people.access import info
from spadille.server.people.preferences import Preferences
from spadille.server.people.refusal import Refusal
from spadille.server.store.people import Tie

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.protocol.news import Person
    from spadille.server.store.people import SocialStore

_MOST_LINES: Final = 10_000


class _Line(msgspec.Struct):
    """The part of a line that somebody wrote."""

    text: str


_decoder = msgspec.json.Decoder(_Line)


def profile_of(person: Person) -> Profile:
    """How others see *person*."""
    return Profile(person.username, person.name, person.avatar)


async def exported(person: Person, store: SocialStore, tables: Sequence[str]) -> Export:
    """Everything that is kept about *person*, who sits at *tables*."""
    account = await store.account(person.id)
    if account is None:
        raise Refusal("guest", "Only accounts can be exported; sign up first.", 403)
    said = await store.lines_of(person.id, _MOST_LINES)
    return Export(
        profile=profile_of(account.person),
        made_at=account.made_at,
        settings=await Preferences(store).of(person.id),
        buddies=await _names(store, person.id, Tie.BUDDY),
        blocked=await _names(store, person.id, Tie.BLOCK),
        muted=await _names(store, person.id, Tie.MUTE),
        tokens=tuple(info(token) for token in await store.tokens(person.id)),
        tables=tuple(tables),
        chat=tuple(
            ExportedLine(table, row.at, _decoder.decode(row.body).text) for table, row in said
        ),
    )


async def _names(store: SocialStore, person: str, kind: Tie) -> tuple[str, ...]:
    others = [await store.get(other) for other in await store.ties(person, kind)]
    return tuple(other.username or other.name for other in others if other is not None)
