"""Logs with fields, and counters that can be scraped."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Final, Literal

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from structlog.typing import Processor

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SIZES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def start_logs(form: Literal["auto", "json", "text"]) -> None:
    """Send the logs of this process, and of the libraries in it, to standard error."""
    text = sys.stderr.isatty() if form == "auto" else form == "text"
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=not text),
        structlog.processors.StackInfoRenderer(),
    ]
    last: list[Processor] = (
        [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                # The richer ones show the values of variables, and so cards and secrets.
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]
        if text
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    # What the web server says of its own start, stop and sockets is said better here.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


class Metrics:
    """The counters of one server; each has its own registry, so tests can have many."""

    def __init__(self) -> None:
        """Start every count at zero."""
        self.registry = CollectorRegistry()
        self.tables = Gauge("spadille_tables_awake", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("spadille_sockets", "Open table sockets", registry=self.registry)
        self.tasks = Gauge("spadille_tasks", "Tasks of the event loop", registry=self.registry)
        self._orders = Counter(
            "spadille_orders", "Orders answered, by outcome", ["outcome"], registry=self.registry
        )
        # Looking a label up costs more than counting, so it is done once.
        self.orders = {
            outcome: self._orders.labels(outcome) for outcome in ("accepted", "refused", "declined")
        }
        self.order_seconds = Histogram(
            "spadille_order_seconds",
            "From an order to its answer",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._commit_seconds = Histogram(
            "spadille_commit_seconds",
            "One flush of the store",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._commit_size = Histogram(
            "spadille_commit_size",
            "Writes that shared one flush",
            buckets=_SIZES,
            registry=self.registry,
        )
        self.faults = Counter(
            "spadille_faults", "Messages not understood", ["reason"], registry=self.registry
        )
        self.dropped = Counter(
            "spadille_slow_clients_dropped",
            "Sockets closed because they did not take their updates",
            registry=self.registry,
        )

    def committed(self, size: int, seconds: float) -> None:
        """Count one flush of the store that held *size* writes."""
        self._commit_size.observe(size)
        self._commit_seconds.observe(seconds)

    def page(self) -> bytes:
        """All counts as a scraper reads them."""
        return generate_latest(self.registry)
