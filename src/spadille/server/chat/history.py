"""Which lines of a table's chat somebody may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from spadille.core.value import Value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from spadille.server.store.people import ChatRow


class _History(Value, tag="chat_history"):
    """`spadille.protocol.chat.ChatHistory`, its lines encoded already."""

    lines: tuple[msgspec.Raw, ...]


def visible(rows: Iterable[ChatRow], person: str, unheard: Collection[str]) -> list[bytes]:
    """The lines that *person*, who does not want to hear *unheard*, may see."""
    return [
        row.body
        for row in rows
        if (row.to is None or person in {row.sender, row.to}) and row.sender not in unheard
    ]


def history_frame(lines: Sequence[bytes]) -> bytes:
    """The message that carries *lines*."""
    return msgspec.json.encode(_History(tuple(msgspec.Raw(line) for line in lines)))
