"""Appends a second and their latency, into a SQLite file and into PostgreSQL, both flushed.

Every table waits for one append before it makes the next, as a table of players does.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spadille.server.settings import DatabaseUrl, Settings
from spadille.server.store.opening import open_store
from tests.kit.postgres import Postgres

if TYPE_CHECKING:
    from collections.abc import Generator

    from spadille.server.store.opening import Store

BODY: Final = b'{"type":"card_played","seat":2,"card":"SQ","fill":"' + b"x" * 48 + b'"}'
NODE: Final = "benchmark"


async def measure(settings: Settings, tables: int, seconds: float) -> list[float]:
    """The seconds that each append took, where *tables* append for *seconds*."""
    store = open_store(settings).store
    took: list[float] = []
    node = f"{NODE}-{tables}"
    names = [f"{tables}-{number}" for number in range(tables)]
    await store.ownership.register(node, "", 3600.0)
    epochs = await store.ownership.claim(names, node)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(_play(store, name, epochs[name], until, took) for name in names))
    await store.close()
    return sorted(took)


async def _play(store: Store, table: str, epoch: int, until: float, took: list[float]) -> None:
    seq = 0
    while (start := time.perf_counter()) < until:
        await store.append(table, seq, [BODY], f"order-{seq}", epoch=epoch)
        took.append(time.perf_counter() - start)
        seq += 1


@contextmanager
def stores(database: str | None) -> Generator[dict[str, Settings]]:
    """A new file, and an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        file = Settings(data=Path(folder))
        if database is not None:
            yield {"SQLite": file, "PostgreSQL": Settings(database=DatabaseUrl(database))}
            return
        with Postgres(fsync=True) as server:
            url = DatabaseUrl(server.empty_database())
            yield {"SQLite": file, "PostgreSQL": Settings(database=url)}


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each row (3)")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 100])
    parser.add_argument("--database", help="an empty PostgreSQL database; else one is started")
    options = parser.parse_args()
    print("| store | tables | appends/s | p50 ms | p99 ms |\n|---|---|---|---|---|")
    with stores(options.database) as chosen:
        for tables in options.tables:
            for name, settings in chosen.items():
                took = asyncio.run(measure(settings, tables, options.seconds))
                p50, p99 = (1000 * took[int(len(took) * part)] for part in (0.5, 0.99))
                rate = len(took) / options.seconds
                print(f"| {name} | {tables} | {rate:,.0f} | {p50:.1f} | {p99:.1f} |", flush=True)


if __name__ == "__main__":
    main()
