"""How fast a table moves by itself."""

from __future__ import annotations

from spadille.core.value import Value


class Pace(Value, kw_only=True):
    """Times in seconds."""

    turn: float = 30.0
    """The turn clock of tables that do not name one; 0: none."""
    grace: float = 10.0
    """How long a lost connection keeps a seat from a computer."""
    bot: float = 0.7
    """How long a computer takes for a move."""
    trick: float = 1.0
    """How long a full trick rests before a computer leads to the next."""
    between: float = 15.0
    """How long after a deal the next one starts without everyone's agreement."""
    idle: float = 300.0
    """How long a table that nobody watches stays in memory."""
