"""The logs of tables, with what tables wait for them counted."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spadille.server.store.log_over import LogOver
from spadille.server.store.ports import Conflict, Fenced, StoreAway

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spadille.server.store.ports import EventStore
    from spadille.server.telemetry import LogMetrics


class CountedLog(LogOver):
    """An `EventStore` whose appends are timed."""

    def __init__(self, store: EventStore, metrics: LogMetrics) -> None:
        """Keep everything in *store*, and count in *metrics*."""
        super().__init__(store)
        self._metrics = metrics

    async def append(
        self,
        table: str,
        seq: int,
        bodies: Sequence[bytes],
        order: str | None,
        *,
        epoch: int | None = None,
    ) -> None:
        """Store *bodies* as the events after *seq*; see `EventStore`."""
        start = time.perf_counter()
        try:
            await self._store.append(table, seq, bodies, order, epoch=epoch)
        except Fenced:
            raise  # counted by the owner, who may also fence itself
        except Conflict:
            self._metrics.failed["conflict"].inc()
            raise
        except StoreAway:
            self._metrics.failed["away"].inc()
            raise
        except Exception:
            self._metrics.failed["other"].inc()
            raise
        self._metrics.append_seconds.observe(time.perf_counter() - start)
