"""Owners of tables in a process that is the only one: the memory of it is enough."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spadille.server.store.ownership_ports import LeaseLost, Node, Owner
from spadille.server.store.ports import Conflict, Fenced

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


@dataclass(slots=True)
class _Lease:
    """What is known of a node."""

    address: str
    until: float
    draining: bool = False
    unroutable: bool = False


@dataclass(slots=True)
class _Row:
    """What is known of a table."""

    node: str | None
    epoch: int
    awake: bool


class LocalOwnership:
    """See `Ownership`. It forgets everything with the process, whose tables end with it too."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with no nodes; *clock* counts seconds."""
        self._clock = clock
        self._leases: dict[str, _Lease] = {}
        self._used: set[str] = set()
        self._rows: dict[str, _Row] = {}

    def check(self, table: str, epoch: int | None) -> None:
        """Raise `Fenced` unless *epoch* is that of the owner of *table*, or ``None``."""
        row = self._rows.get(table)
        if epoch is not None and (row is None or row.node is None or row.epoch != epoch):
            raise Fenced(f"{table} is no longer in epoch {epoch}")

    async def register(self, node: str, address: str, seconds: float) -> float:
        """Begin a lease."""
        if node in self._used:
            raise Conflict(f"there was a node {node} already")
        self._used.add(node)
        self._leases[node] = _Lease(address, self._clock() + seconds)
        return seconds

    async def renew(self, node: str, seconds: float) -> float:
        """Make a lease longer."""
        self._living(node).until = self._clock() + seconds
        return seconds

    async def mark(
        self, node: str, *, draining: bool | None = None, unroutable: bool | None = None
    ) -> None:
        """Set marks of a node."""
        lease = self._living(node)
        if draining is not None:
            lease.draining = draining
        if unroutable is not None:
            lease.unroutable = unroutable

    async def leave(self, node: str) -> None:
        """End a lease."""
        self._leases.pop(node, None)
        await self.release(await self.owned_by(node), node, asleep=False)

    async def nodes(self) -> list[Node]:
        """The living nodes."""
        return [
            Node(
                node,
                lease.address,
                lease.draining,
                lease.unroutable,
                len(await self.owned_by(node)),
            )
            for node, lease in sorted(self._leases.items())
            if self._lives(node)
        ]

    async def claim(self, tables: Collection[str], node: str) -> dict[str, int]:
        """Take tables that nobody owns."""
        lease = self._living(node)
        claimed: dict[str, int] = {}
        for table in tables:
            row = self._rows.get(table)
            if row is not None and row.node == node:
                claimed[table] = row.epoch
            elif not (lease.draining or lease.unroutable) and (
                row is None or self._is_free(row.node)
            ):
                claimed[table] = self._take(table, node)
        return claimed

    async def claim_orphans(self, most: int, node: str) -> dict[str, int]:
        """Take orphaned tables."""
        lease = self._living(node)
        if lease.draining or lease.unroutable:
            return {}
        orphans = [
            table
            for table, row in self._rows.items()
            if row.awake and row.node != node and self._is_free(row.node)
        ]
        return {table: self._take(table, node) for table in orphans[:most]}

    async def owner_of(self, table: str) -> Owner | None:
        """The living owner of a table."""
        row = self._rows.get(table)
        if row is None or row.node is None or not self._lives(row.node):
            return None
        return Owner(row.node, self._leases[row.node].address, row.epoch)

    async def owned_by(self, node: str) -> dict[str, int]:
        """The tables of a node."""
        return {table: row.epoch for table, row in self._rows.items() if row.node == node}

    async def release(self, tables: Collection[str], node: str, *, asleep: bool) -> None:
        """Let go of tables."""
        for table in tables:
            row = self._rows.get(table)
            if row is not None and row.node == node:
                row.node, row.awake = None, not asleep

    def _living(self, node: str) -> _Lease:
        if not self._lives(node):
            raise LeaseLost(node)
        return self._leases[node]

    def _lives(self, node: str) -> bool:
        return node in self._leases and self._leases[node].until > self._clock()

    def _is_free(self, node: str | None) -> bool:
        return node is None or not self._lives(node) or self._leases[node].unroutable

    def _take(self, table: str, node: str) -> int:
        row = self._rows.get(table)
        epoch = 1 if row is None else row.epoch + 1
        self._rows[table] = _Row(node, epoch, awake=True)
        return epoch
