"""What a search asks, and how carefully."""

from __future__ import annotations

from typing import NamedTuple

from spadille.bots.kernel.jit import Floats, Ints


class Question(NamedTuple):
    """All that a search needs to know, as arrays that compiled code can take."""

    position: Ints
    """The deal as the seat knows it; the other hands are empty."""
    rules: Ints
    seat: int
    sizes: Ints
    """Cards held by each seat whose hand is hidden."""
    known: Ints
    """Cards known to be held by each seat whose hand is hidden."""
    pool: int
    """The cards whose place is not known."""
    bids: Ints
    first: int
    scores: Ints
    deals: int
    start: Ints
    """The deal before its first card, all hands empty."""
    history: Ints
    """The cards played, in order; none where a view does not tell them all."""
    chances: Floats
    """The table of `spadille.bots.kernel.chances`."""


class Care(NamedTuple):
    """How carefully to search."""

    tries: int
    """Deals drawn for each one kept, by how well they explain what was done; 1: any will do."""
    surprise: float
    """How much less likely a deal is for each card that the quick player would not have played."""
    noise: int
    """In how many of 65,536 choices playouts pick any card."""
    seed: int
    habits: bool
    """Whether the players of playouts have habits; if not, they pick any card always."""
    doubt: float
    """By how much it is likelier that the other side holds more than it bids; 0: it is believed."""
