"""A line of chat on its way to those who may hear it, here and at other servers."""

from __future__ import annotations

import msgspec

from spadille.core.value import Value


class Carried(Value, tag="carried"):
    """A line that is written down."""

    table: str
    at: int
    sender: str | None
    """``None``: the server itself."""
    to: str | None
    """Whom a whisper is for; ``None``: everyone."""
    unheard: tuple[str, ...]
    """Who does not want to hear the sender."""
    came: str | None
    """Who has just come, if the line tells that."""
    frame: msgspec.Raw
    """The message for each socket."""

    def is_for(self, person: str) -> bool:
        """Whether *person* may hear it."""
        if person == self.sender:
            return True
        return (self.to is None or person == self.to) and person not in self.unheard
