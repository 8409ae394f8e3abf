"""Several servers, each a program of its own, that share a database and a bus."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from tests.kit.server import Program

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@asynccontextmanager
async def cluster(
    folder: Path, database: str, nats: str, nodes: int, **settings: str
) -> AsyncIterator[list[Program]]:
    """So many servers, which are gone after the block."""
    programs = [
        Program(folder / f"node-{number}", database=database, nats=nats, **settings)
        for number in range(nodes)
    ]
    try:
        for program in programs:
            await program.start()
        yield programs
    finally:
        for program in programs:
            await program.__aexit__()
