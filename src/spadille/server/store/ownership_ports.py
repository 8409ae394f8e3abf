"""Which node owns which table; what several nodes need to agree on, and only that.

A node is one run of one server process. It registers under an id of its own making that is
never used again, and holds a lease by renewing it; the database's clock alone decides when a
lease has lapsed. A table has at most one owner, and every change of its owner raises its
*epoch*. An owner passes the epoch to `EventStore.append`, which raises `Fenced` once the
epoch has passed: whoever has lost a table unawares can write no more, whatever their clock
says.

Nothing here compares clocks of different machines. A node that wants to stop by itself
before its lease lapses counts `left` from a moment *before* it asked, on its monotonic clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from spadille.core.value import Value

if TYPE_CHECKING:
    from collections.abc import Collection


class LeaseLost(Exception):  # noqa: N818 - it names what happened
    """The node has no lease, or not any more; it has to register anew under another id."""


class Node(Value):
    """A node whose lease has not lapsed."""

    id: str
    address: str
    """Where other nodes reach it, as it said when it registered."""
    draining: bool
    """It takes no more tables."""
    unroutable: bool
    """It cannot be reached by the others, who may take its tables."""
    tables: int
    """How many tables it owns."""


class Owner(Value):
    """Who owns a table, where the node's lease has not lapsed."""

    node: str
    address: str
    epoch: int


class Ownership(Protocol):
    """Leases of nodes, and the owners of tables.

    Every call waits while the database is away, and raises `StoreAway` when that takes too
    long or the connection was lost in a commit; what was asked may then have been done or
    not, and all of it may be asked again. `owned_by` tells what a lost answer would have told.
    """

    async def register(self, node: str, address: str, seconds: float) -> float:
        """Begin a lease of *seconds* for *node*, and return the seconds left of it.

        Raises `Conflict` if the id has been used before.
        """
        ...

    async def renew(self, node: str, seconds: float) -> float:
        """Let the lease of *node* last for *seconds* from now; return the seconds left of it.

        Raises `LeaseLost` if it had lapsed, even if nobody has taken its tables yet.
        """
        ...

    async def mark(
        self, node: str, *, draining: bool | None = None, unroutable: bool | None = None
    ) -> None:
        """Set the marks of *node* that are not ``None``; raises `LeaseLost`.

        A draining node can claim nothing, and keeps its tables until it releases them. The
        tables of an unroutable node are orphans at once.
        """
        ...

    async def leave(self, node: str) -> None:
        """End the lease of *node*; what it still owns becomes orphaned. Never too late."""
        ...

    async def nodes(self) -> list[Node]:
        """The nodes whose leases have not lapsed, by id."""
        ...

    async def claim(self, tables: Collection[str], node: str) -> dict[str, int]:
        """Make *node* the owner of those of *tables* that nobody owns; their epochs.

        Nobody owns a table that was never claimed, that was released, or whose owner's
        lease has lapsed or who is unroutable. The epoch is one more than that of the last
        owner, the first is 1. What *node* owns already is given with the epoch it has, so
        that a claim may be repeated. Tables that are missing in the answer have another
        owner, or are being written to or claimed in this moment.

        Raises `LeaseLost` if *node* has no lease. A draining or unroutable node gets only
        what it has.
        """
        ...

    async def claim_orphans(self, most: int, node: str) -> dict[str, int]:
        """Make *node* the owner of up to *most* orphaned tables; their epochs.

        Orphans are tables that are awake without an owner: those of a node whose lease has
        lapsed or that is unroutable, and those that were released to be taken on. Several
        nodes may ask at once; none waits for another, and no table is given twice.

        Raises `LeaseLost` if *node* has no lease. A draining or unroutable node gets none.
        """
        ...

    async def owner_of(self, table: str) -> Owner | None:
        """Who owns *table*; ``None``: nobody whose lease has not lapsed."""
        ...

    async def owned_by(self, node: str) -> dict[str, int]:
        """The tables that are *node*'s, with their epochs, whether its lease has lapsed or not."""
        ...

    async def release(self, tables: Collection[str], node: str, *, asleep: bool) -> None:
        """Let go of those of *tables* that *node* owns.

        *asleep*: nobody needs to take them until somebody asks for them. Otherwise they are
        orphans at once, for another node to go on with.
        """
        ...
