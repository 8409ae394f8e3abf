"""The service that is broken: PostgreSQL, NATS and nodes, with a wire to each that can be cut."""

from __future__ import annotations

import asyncio
import json
import os
import struct
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

import asyncpg

from benchmarks.faults.verdict import WRITERS, Writer
from spadille.server.store.postgres import PostgresStore
from tests.kit.gate import Gate
from tests.kit.nats import Nats
from tests.kit.postgres import Postgres
from tests.kit.server import Program

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from spadille.server.store.ports import StoredEvent

PATIENT: Final = {"grace_seconds": "1000", "between_seconds": "1000"}
"""Nobody is stood in for, so whatever was legal stays legal."""
_SHIM: Final = Path(__file__).parent / "wrong_clock"


class Node(Program):
    """A server whose clock can be set wrong; it keeps what it wrote to its log."""

    def __init__(self, data: Path, **settings: str) -> None:
        """Keep everything in *data*, and read the time with an error that starts at 0."""
        super().__init__(data, **settings)
        data.mkdir(parents=True, exist_ok=True)
        self._clock = data / "clock"
        self._file = data / "server.log"
        self.set_clock(0)
        before = os.environ.get("PYTHONPATH")
        path = str(_SHIM) if before is None else f"{_SHIM}{os.pathsep}{before}"
        self._environment |= {"PYTHONPATH": path, "LABORATORY_CLOCK": str(self._clock)}
        self.log = ""

    def set_clock(self, seconds: int) -> None:
        """Let the wall clock be wrong by *seconds*, from now on."""
        with self._clock.open("r+b" if self._clock.exists() else "wb") as file:
            file.write(struct.pack("<q", seconds))

    async def _gone(self) -> tuple[int, str]:
        code, log = await super()._gone()
        self.log += log
        with self._file.open("a", encoding="utf-8") as file:
            file.write(log)
        return code, log


class Wires(NamedTuple):
    """The ways of one node."""

    postgres: Gate
    nats: Gate


class World:
    """All of a service."""

    def __init__(
        self, postgres: Postgres, nats: Nats, database: str, settings: Mapping[str, str]
    ) -> None:
        """Use what runs already, and the schema at *database*; start nodes with *settings*."""
        self.postgres = postgres
        self.nats = nats
        self.nodes: list[Node] = []
        self.wires: list[Wires] = []
        self._database = database
        self._settings = settings

    async def add(self, folder: Path) -> Node:
        """Start one more node, with its data in *folder*."""
        number = len(self.nodes)
        name = f"node_{number}"
        wires = Wires(Gate(self.postgres.port), Gate(self.nats.port))
        for gate in wires:
            await gate.open()
        place = urlsplit(self._database)
        database = place._replace(netloc=f"{name}@127.0.0.1:{wires.postgres.port}").geturl()
        bus = f"nats://127.0.0.1:{wires.nats.port}"
        given = {"database": database, "nats": bus, "node_address": name, **self._settings}
        node = Node(folder / name, **given)
        self.wires.append(wires)
        self.nodes.append(node)
        await node.start()
        return node

    async def close(self) -> None:
        """Stop all nodes."""
        for node in self.nodes:
            await node.__aexit__()
        for wires in self.wires:
            for gate in wires:
                await gate.bar()

    def errors(self) -> Counter[str]:
        """The errors in the logs of runs that are over, which are forgotten then."""
        found: Counter[str] = Counter()
        for node in self.nodes:
            for line in node.log.splitlines():
                entry = json.loads(line) if line.startswith("{") else {}
                if entry.get("level") in {"error", "critical"}:
                    found[f"logged by a node: {entry['event'].splitlines()[0]}"] += 1
            node.log = ""
        return found

    async def logs(self, tables: list[str]) -> dict[str, list[StoredEvent]]:
        """What the database has of *tables*."""
        store = PostgresStore(self._database)
        try:
            return {table: await store.read(table) for table in tables}
        finally:
            await store.close()

    async def writers(self, tables: list[str]) -> list[Writer]:
        """Who wrote the events of *tables*, by table and number."""
        connection = await asyncpg.connect(self._database)
        try:
            rows = await connection.fetch(
                "SELECT table_id, seq, writer, owner, epoch FROM laboratory_writer "
                "WHERE table_id = ANY($1::text[]) ORDER BY table_id, seq",
                tables,
            )
            return [Writer(*row) for row in rows]
        finally:
            await connection.close()


async def _prepare(database: str, nodes: int) -> None:
    connection = await asyncpg.connect(database)
    try:
        # Each node has a role of its own, by which the database knows who writes.
        for number in range(nodes):
            await connection.execute(f"CREATE ROLE node_{number} SUPERUSER LOGIN")
        await connection.execute(WRITERS)
    finally:
        await connection.close()


@asynccontextmanager
async def world(
    folder: Path, nodes: int, *, fsync: bool, settings: Mapping[str, str] = PATIENT
) -> AsyncIterator[World]:
    """A service of so many nodes in *folder*; *fsync*: its database flushes as in earnest."""
    async with AsyncExitStack() as stack:
        postgres = await asyncio.to_thread(Postgres, fsync=fsync)
        stack.callback(postgres.remove)
        nats = stack.enter_context(Nats())
        database = await asyncio.to_thread(postgres.fresh_database)
        await _prepare(database, nodes)
        made = World(postgres, nats, database, settings)
        stack.push_async_callback(made.close)
        for _ in range(nodes):
            await made.add(folder)
        yield made
