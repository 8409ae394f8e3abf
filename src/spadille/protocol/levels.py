"""How strong the computer players at a table are."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from spadille.core.seats import BySeat


class BotLevel(StrEnum):
    """How strong a computer player is, the quickest thinker first."""

    RULES = "rules"
    """By rules of thumb alone: it thinks nothing through."""
    BEGINNER = "beginner"
    CASUAL = "casual"
    SKILLED = "skilled"
    EXPERT = "expert"


Levels: TypeAlias = BySeat[BotLevel | None]
"""A level for each seat; ``None``: as is usual on this server."""
USUAL: Final[Levels] = (None, None, None, None)
