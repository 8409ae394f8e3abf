"""What a node may decide about its own lease and its tables; no clock, no network.

The database decides who owns a table. A node decides only to stop early: it counts from
before it *asked* for its lease, by its own monotonic clock, so it stops before the
database can give its tables away, whatever the network or the clocks of others do.
"""

from __future__ import annotations

from typing import Final

from spadille.core.value import Value, replace

FENCE: Final = 0.8
"""The part of a lease after which a node that heard nothing stops writing."""
BITE: Final = 32
"""Orphaned tables that a node takes in one go."""
CUT_SECONDS: Final = 1.0
"""After so long without the bus a node lets others have its tables."""


class Tenure(Value):
    """A node's lease as the node itself sees it; times are of its monotonic clock."""

    incarnation: str
    """The node's name in the database, a new one for each registration."""
    ttl: float
    """How long the database keeps the lease, from when it heard of it."""
    since: float
    """When the registration was sent, ..."""
    asked: float
    """... and when the last renewal that was granted was sent."""

    @property
    def fence(self) -> float:
        """From when on this node must not write, if no renewal is granted before."""
        return self.asked + FENCE * self.ttl

    def may_write(self, now: float) -> bool:
        """Whether this node may still act for the tables it owns."""
        return now < self.fence

    def may_take_over(self, now: float) -> bool:
        """Whether this node may judge others dead by their leases.

        Not before its own was renewed for as long as a lease lasts: after the database was
        away all leases have lapsed, and whoever came back first would take every table.
        """
        return self.may_write(now) and self.asked - self.since >= self.ttl

    def renewed(self, asked: float) -> Tenure:
        """The lease after a renewal that was sent at *asked* and granted."""
        return replace(self, asked=max(asked, self.asked))


def bite(mine: int, least: int) -> int:
    """How many orphaned tables a node that owns *mine* may take in one go.

    *least* is what the other healthy node with the fewest owns. Nodes bite by turns; whoever
    has much already takes little, but something, for the others may be about to die, too.
    """
    return BITE if mine < least + BITE else 1


def is_cut(lost_at: float | None, now: float) -> bool:
    """Whether a node that lost the bus at *lost_at* (``None``: it has it) is cut off."""
    return lost_at is not None and now - lost_at > CUT_SECONDS
