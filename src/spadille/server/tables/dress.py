"""What somebody wears at one table alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.core.value import replace

if TYPE_CHECKING:
    from spadille.protocol.news import Person
    from spadille.protocol.rest import Dress


def dressed(person: Person, dress: Dress | None) -> Person:
    """*person* in *dress*: the same one, by id and username; ``None``: as in the profile."""
    return person if dress is None else replace(person, name=dress.name, avatar=dress.avatar)
