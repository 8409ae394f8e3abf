"""Leases of nodes and owners of tables, in a PostgreSQL that all nodes share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from spadille.server.store.database import NotUnique
from spadille.server.store.ownership_ports import LeaseLost, Node, Owner
from spadille.server.store.ports import Conflict
from spadille.server.store.postgres_link import numbers, storable

if TYPE_CHECKING:
    from collections.abc import Collection

    from spadille.server.store.postgres_link import Connection, PostgresLink

# They ask for the time of the statement, for its transaction may have waited since it began.
_FORGET: Final = (
    # Not before every process that might still use such an id must have ended.
    "DELETE FROM node WHERE expires < clock_timestamp() - INTERVAL '7 days' "
    "AND NOT EXISTS (SELECT FROM ownership WHERE ownership.node = node.id)"
)
_REGISTER: Final = (
    "INSERT INTO node (id, address, expires) "
    "VALUES ($1, $3, clock_timestamp() + make_interval(secs => $2)) "
    "RETURNING EXTRACT(EPOCH FROM expires - clock_timestamp())::float8"
)
_RENEW: Final = (
    "UPDATE node SET expires = clock_timestamp() + make_interval(secs => $2) "
    "WHERE id = $1 AND expires > clock_timestamp() "
    "RETURNING EXTRACT(EPOCH FROM expires - clock_timestamp())::float8"
)
_MARK: Final = (
    "UPDATE node SET draining = COALESCE($2, draining), unroutable = COALESCE($3, unroutable) "
    "WHERE id = $1 AND expires > clock_timestamp() RETURNING id"
)
_END: Final = "UPDATE node SET expires = LEAST(expires, clock_timestamp()) WHERE id = $1"
_ORPHAN: Final = "UPDATE ownership SET node = NULL WHERE node = $1"
_NODES: Final = (
    "SELECT id, address, draining, unroutable, "
    "(SELECT count(*) FROM ownership WHERE ownership.node = node.id) "
    "FROM node WHERE expires > clock_timestamp() ORDER BY id"
)
_MAY_TAKE: Final = (
    "SELECT NOT (draining OR unroutable) FROM node WHERE id = $1 AND expires > clock_timestamp()"
)
_KEPT: Final = "SELECT table_id, epoch FROM ownership WHERE node = $1 AND table_id = ANY($2)"
_NEW: Final = (
    "INSERT INTO ownership (table_id, node, epoch, awake) "
    "SELECT table_id, $1, 1, TRUE FROM unnest($2::text[]) AS asked (table_id) ORDER BY table_id "
    "ON CONFLICT DO NOTHING RETURNING table_id, epoch"
)
_TAKE_NAMED: Final = (
    # Materialized, or the limit might be counted anew for each row.
    "WITH free AS MATERIALIZED (SELECT table_id FROM ownership "
    "WHERE table_id = ANY($2::text[]) AND node IS DISTINCT FROM $1 "
    "AND (node IS NULL OR NOT EXISTS (SELECT FROM node AS owner WHERE owner.id = ownership.node "
    "AND owner.expires > clock_timestamp() AND NOT owner.unroutable)) "
    "ORDER BY table_id LIMIT ALL FOR UPDATE SKIP LOCKED) "
    "UPDATE ownership SET node = $1, epoch = epoch + 1, awake = TRUE FROM free "
    "WHERE ownership.table_id = free.table_id RETURNING ownership.table_id, epoch"
)
_TAKE_ORPHANS: Final = (
    "WITH free AS MATERIALIZED (SELECT table_id FROM ownership "
    "WHERE awake AND node IS DISTINCT FROM $1 AND (node IS NULL OR NOT EXISTS ("
    "SELECT FROM node AS owner WHERE owner.id = ownership.node "
    "AND owner.expires > clock_timestamp() AND NOT owner.unroutable)) "
    "ORDER BY table_id LIMIT $2 FOR UPDATE SKIP LOCKED) "
    "UPDATE ownership SET node = $1, epoch = epoch + 1 FROM free "
    "WHERE ownership.table_id = free.table_id RETURNING ownership.table_id, epoch"
)
_OWNER: Final = (
    "SELECT node.id, node.address, epoch FROM ownership JOIN node ON node.id = ownership.node "
    "WHERE table_id = $1 AND expires > clock_timestamp()"
)
_OWNED: Final = "SELECT table_id, epoch FROM ownership WHERE node = $1"
_RELEASE: Final = (
    "UPDATE ownership SET node = NULL, awake = $3 WHERE node = $1 AND table_id = ANY($2::text[])"
)


class PostgresOwnership:
    """See `Ownership`; the database's clock decides."""

    def __init__(self, link: PostgresLink) -> None:
        """Keep everything at *link*."""
        self._link = link

    async def register(self, node: str, address: str, seconds: float) -> float:
        """Begin a lease."""

        async def work(connection: Connection) -> float:
            await connection.execute(_FORGET)
            left: float = await connection.fetchval(_REGISTER, node, seconds, address)
            return left

        try:
            return await self._link.transaction(work)
        except NotUnique as error:
            raise Conflict("there was a node {node} already") from error

    async def renew(self, node: str, seconds: float) -> float:
        """Make a lease longer."""
        left = await self._asked(_RENEW, node, seconds)
        if left is None:
            raise LeaseLost(node)
        return float(left)

    async def mark(
        self, node: str, *, draining: bool | None = None, unroutable: bool | None = None
    ) -> None:
        """Set marks of a node."""
        if await self._asked(_MARK, node, draining, unroutable) is None:
            raise LeaseLost(node)

    async def leave(self, node: str) -> None:
        """End a lease."""

        async def work(connection: Connection) -> None:
            await connection.execute(_END, node)
            await connection.execute(_ORPHAN, node)

        await self._link.transaction(work)

    async def nodes(self) -> list[Node]:
        """The living nodes."""
        return [Node(*row) for row in await self._link.query(_NODES)]

    async def claim(self, tables: Collection[str], node: str) -> dict[str, int]:
        """Take tables that nobody owns."""
        asked = sorted({storable(table) for table in tables})

        async def work(connection: Connection) -> dict[str, int]:
            claimed: dict[str, int] = {}
            if await _may_take(connection, node):
                claimed.update(numbers(await connection.fetch(_NEW, node, asked)))
                claimed.update(numbers(await connection.fetch(_TAKE_NAMED, node, asked)))
            claimed.update(numbers(await connection.fetch(_KEPT, node, asked)))
            return claimed

        return await self._link.transaction(work)

    async def claim_orphans(self, most: int, node: str) -> dict[str, int]:
        """Take orphaned tables."""

        async def work(connection: Connection) -> dict[str, int]:
            if not await _may_take(connection, node):
                return {}
            return numbers(await connection.fetch(_TAKE_ORPHANS, node, most))

        return await self._link.transaction(work)

    async def owner_of(self, table: str) -> Owner | None:
        """The living owner of a table."""
        rows = await self._link.query(_OWNER, table)
        return Owner(*rows[0]) if rows else None

    async def owned_by(self, node: str) -> dict[str, int]:
        """The tables of a node."""
        return numbers(await self._link.query(_OWNED, node))

    async def release(self, tables: Collection[str], node: str, *, asleep: bool) -> None:
        """Let go of tables."""
        asked = sorted({storable(table) for table in tables})
        await self._link.transaction(
            lambda connection: connection.execute(_RELEASE, node, asked, not asleep)
        )

    async def _asked(self, change: str, *values: object) -> Any:  # noqa: ANN401 - as the column is
        """The one value that *change* returns; ``None``: it touched nothing."""
        return await self._link.transaction(lambda connection: connection.fetchval(change, *values))


async def _may_take(connection: Connection, node: str) -> bool:
    """Whether *node* may have more tables; raises `LeaseLost`."""
    free: bool | None = await connection.fetchval(_MAY_TAKE, node)
    if free is None:
        raise LeaseLost(node)
    return free
