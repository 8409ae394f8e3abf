"""Logs with fields, and counters that can be scraped."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Final, Literal, cast

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from spadille.server.store.ports import StoreAway

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor

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
        without_trace_of_absence,
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


def without_trace_of_absence(_logger: object, _method: str, line: EventDict) -> EventDict:
    """One line that warns, where the database was away: where that was noticed says nothing.

    A whole service notices it at once, and the errors that nobody expects are to be found.
    """
    error = _error_of(line.get("exc_info"))
    # The database's driver tries again by itself, and warns each time.
    driver = line["level"] == "warning" and str(line.get("logger")).startswith("asyncpg")
    if not (isinstance(error, StoreAway) or (driver and error is not None)):
        return line
    del line["exc_info"]
    return {**line, "level": "warning", "error": repr(error)}


def _error_of(told: object) -> object:
    """The error that a line was logged with, in whichever way that was said."""
    if told is True:
        return sys.exception()
    if isinstance(told, tuple):
        return cast("tuple[object, ...]", told)[1]
    return told


class LogMetrics:
    """What tables meet when they write."""

    def __init__(self, registry: CollectorRegistry) -> None:
        """Start every count at zero."""
        self.append_seconds = Histogram(
            "spadille_append_seconds",
            "From a table's write to its being safe, with the wait for its turn",
            buckets=_SECONDS,
            registry=registry,
        )
        self._failed = Counter(
            "spadille_failed_appends", "Writes not done, by why", ["why"], registry=registry
        )
        self.failed = {why: self._failed.labels(why) for why in ("conflict", "away", "other")}


class ThinkingMetrics:
    """How the computer players keep up."""

    def __init__(self, registry: CollectorRegistry) -> None:
        """Start every count at zero."""
        self.seconds = Histogram(
            "spadille_bot_thinking_seconds",
            "A computer's thought about one move",
            buckets=_SECONDS,
            registry=registry,
        )
        self.waited_seconds = Histogram(
            "spadille_bot_waiting_seconds",
            "How long a thought waited for its turn",
            buckets=_SECONDS,
            registry=registry,
        )
        self.waiting = Gauge(
            "spadille_bot_queue", "Thoughts that wait for their turn", registry=registry
        )

    def asked(self) -> None:
        """A move is wanted."""
        self.waiting.inc()

    def begun(self, waited: float) -> None:
        """A player thinks about it now, or never will, *waited* seconds later."""
        self.waiting.dec()
        self.waited_seconds.observe(waited)

    def thought(self, seconds: float) -> None:
        """It was found in so many *seconds*."""
        self.seconds.observe(seconds)


class NodeMetrics:
    """How a node gets on with the others; for a server alone all of it stays as it is."""

    def __init__(self, registry: CollectorRegistry) -> None:
        """Start every count at zero."""
        self.takeovers = Counter(
            "spadille_takeovers", "Tables taken over from nodes that are gone", registry=registry
        )
        self.fenced = Counter(
            "spadille_fenced_writes",
            "Writes refused because the table has another owner, or the lease may have",
            registry=registry,
        )
        self.bus_found = Counter(
            "spadille_bus_reconnects", "Times that the bus was found again", registry=registry
        )
        self.bus = Gauge(
            "spadille_bus_connected", "Whether the bus is there (alone: 1)", registry=registry
        )
        self.lease = Gauge(
            "spadille_lease_held", "Whether this node may write (alone: 1)", registry=registry
        )


class Metrics:
    """The counters of one server; each has its own registry, so tests can have many."""

    def __init__(self) -> None:
        """Start every count at zero."""
        self.registry = CollectorRegistry()
        self.tables = self._gauge("tables_awake", "Tables in memory")
        self.stored = self._gauge("tables", "Tables in the store")
        self.sockets = self._gauge("sockets", "Open table sockets")
        self.people = self._gauge("people", "People with a socket")
        self.tasks = self._gauge("tasks", "Tasks of the event loop")
        orders = self._counter("orders", "Orders answered, by outcome", "outcome")
        # Looking a label up costs more than counting, so it is done once.
        self.orders = {
            outcome: orders.labels(outcome) for outcome in ("accepted", "refused", "declined")
        }
        self.refusals = self._counter("refusals", "Orders not done, by reason", "reason")
        self.order_seconds = self._seconds("order_seconds", "From an order to its answer")
        self._commit_seconds = self._seconds("commit_seconds", "One flush of the store")
        self._commit_size = Histogram(
            "spadille_commit_size",
            "Writes that shared one flush",
            buckets=_SIZES,
            registry=self.registry,
        )
        self.faults = self._counter("faults", "Messages not understood", "reason")
        self.dropped = self._counter(
            "slow_clients_dropped", "Sockets closed because they did not take their updates"
        )
        self.resumes = self._counter("resumes", "Hellos of clients that go on where they were")
        self.calls = self._counter("calls", "Calls answered, by class of status", "status")
        self.log = LogMetrics(self.registry)
        self.thinking = ThinkingMetrics(self.registry)
        self.nodes = NodeMetrics(self.registry)

    def committed(self, size: int, seconds: float) -> None:
        """Count one flush of the store that held *size* writes."""
        self._commit_size.observe(size)
        self._commit_seconds.observe(seconds)

    def page(self) -> bytes:
        """All counts as a scraper reads them."""
        return generate_latest(self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"spadille_{name}", text, registry=self.registry)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"spadille_{name}", text, labels, registry=self.registry)

    def _seconds(self, name: str, text: str) -> Histogram:
        return Histogram(f"spadille_{name}", text, buckets=_SECONDS, registry=self.registry)
