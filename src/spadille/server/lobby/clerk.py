"""Asks a table for one act on behalf of somebody who has no socket there."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from spadille.core.codec import decoder
from spadille.protocol.messages import Accepted, Declined, Order, Refused

if TYPE_CHECKING:
    from spadille.protocol.acts import Act
    from spadille.protocol.news import Person
    from spadille.server.tables.interface import AnyTable as Table

Answer: TypeAlias = Accepted | Refused | Declined
_ID_BYTES: Final = 12
_decoder: Any = decoder(Answer)


class _Clerk:
    """A listener that hears the answer to one order, and nothing else."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def send(self, frame: bytes) -> None:
        if not self.answer.done():
            self.answer.set_result(_decoder.decode(frame))


async def ask(table: Table, person: Person, act: Act) -> Answer:
    """What *table* answers when *person* asks for *act*."""
    clerk = _Clerk(person)
    table.submit(clerk, Order(secrets.token_urlsafe(_ID_BYTES), act))
    return await clerk.answer
