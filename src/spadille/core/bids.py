"""Bids."""

from __future__ import annotations

from typing import Final

from spadille.core.value import Value


class Bid(Value):
    """What a player promises: a number of tricks, nil, or blind nil.

    >>> [str(bid) for bid in (Bid(4), NIL, BLIND_NIL)]
    ['4', '0', 'B0']
    """

    tricks: int
    """0 (nil) to 13."""
    blind: bool = False
    """Bid before the cards were seen; only nil may be bid so."""

    @property
    def is_nil(self) -> bool:
        """Whether this is nil or blind nil."""
        return self.tricks == 0

    def __str__(self) -> str:
        return f"B{self.tricks}" if self.blind else str(self.tricks)

    @classmethod
    def parse(cls, text: str) -> Bid:
        """Read ``"4"``, ``"0"`` or ``"B0"``; raises `ValueError` for anything else."""
        if text == "B0":
            return BLIND_NIL
        if text.isascii() and text.isdigit() and int(text) < len(BIDS):
            return BIDS[int(text)]
        msg = f"{text!r} is no bid: give 0 to 13, or B0 for blind nil"
        raise ValueError(msg)


BIDS: Final[tuple[Bid, ...]] = tuple(Bid(tricks) for tricks in range(14))
NIL: Final = BIDS[0]
BLIND_NIL: Final = Bid(0, blind=True)
