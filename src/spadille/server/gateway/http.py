"""Everything that is asked over plain HTTP, but for the pages."""

# Litestar reads annotations at run time, so they are not put off here.

import asyncio
import time
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from litestar import Litestar, Response, Router, get
from litestar.di import NamedDependency, Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.response import Redirect

from spadille.core.cards import DECK, CardSet
from spadille.server.gateway.account_calls import ACCOUNT_CALLS
from spadille.server.gateway.calls import CALLS, asker, guest
from spadille.server.gateway.circle_calls import CIRCLE_CALLS
from spadille.server.gateway.company import Company
from spadille.server.gateway.guards import json_only, own_origin
from spadille.server.gateway.limiter import Purses
from spadille.server.gateway.lobby_calls import LOBBY_CALLS
from spadille.server.gateway.problems import to_problem, to_refusal
from spadille.server.gateway.scopes import SECURITY
from spadille.server.gateway.sockets import Sockets
from spadille.server.people.refusal import Refusal
from spadille.server.settings import Settings
from spadille.server.store.ports import EventStore
from spadille.server.tables.directory import Directory
from spadille.server.telemetry import Metrics

if TYPE_CHECKING:
    from litestar.typing import FieldDefinition

MOST_BYTES: Final = 64 * 1024
"""The largest body of a request."""
TABLES_AT_ONCE: Final = 20
"""Tables that one person may make in a burst, ..."""
TABLES_PER_SECOND: Final = 0.1
"""... and in the long run."""


ALL_CALLS: Final = (*CALLS, *ACCOUNT_CALLS, *CIRCLE_CALLS, *LOBBY_CALLS)
"""Everything below ``/api``."""


class _CardSets(OpenAPISchemaPlugin):
    """Tells what a set of cards looks like in JSON."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:  # noqa: ANN401 - any annotation may come
        """Only sets of cards."""
        return value is CardSet

    def to_openapi_schema(self, field_definition: "FieldDefinition", schema_creator: Any) -> Schema:  # noqa: ANN401, ARG002 - given by the framework
        """A list of card names."""
        names = Schema(type=OpenAPIType.STRING, enum=[card.value for card in DECK])
        return Schema(type=OpenAPIType.ARRAY, items=names, unique_items=True)


@get("/api", include_in_schema=False)
async def description() -> Redirect:
    """Lead whoever looks for the calls to their description."""
    return Redirect("/api/openapi.json")


@get("/healthz", summary="Whether the store answers")
async def health(store: NamedDependency[EventStore]) -> dict[str, str]:
    """Answer once the store has."""
    await store.read("", after=0)
    return {"status": "ok"}


@get("/readyz", summary="Whether new players may come")
async def ready(sockets: NamedDependency[Sockets]) -> Response[dict[str, str]]:
    """Tell a load balancer whether to send new players here."""
    if sockets.going_down or sockets.aside:
        return Response({"status": "going_down"}, status_code=503)
    return Response({"status": "ok"})


@get("/metrics", media_type="text/plain; version=0.0.4; charset=utf-8", summary="Counters")
async def counters(
    metrics: NamedDependency[Metrics], directory: NamedDependency[Directory]
) -> bytes:
    """Show all counters as Prometheus reads them."""
    metrics.tables.set(len(directory))
    metrics.tasks.set(len(asyncio.all_tasks()))
    return metrics.page()


def http_app(
    *,
    directory: Directory,
    company: Company,
    store: EventStore,
    sockets: Sockets,
    settings: Settings,
    metrics: Metrics,
) -> Litestar:
    """The application that answers calls with these parts."""
    parts: dict[str, object] = {
        "directory": directory,
        "company": company,
        "guests": company.guests,
        "store": store,
        "sockets": sockets,
        "metrics": metrics,
        "table_purses": Purses(TABLES_AT_ONCE, TABLES_PER_SECOND, time.monotonic),
    }
    return Litestar(
        route_handlers=[
            Router(
                "/api", route_handlers=ALL_CALLS, guards=[own_origin(settings.origins), json_only]
            ),
            description,
            health,
            ready,
            counters,
        ],
        dependencies={
            **{name: _always(part) for name, part in parts.items()},
            "asker": Provide(asker),
            "guest": Provide(guest),
        },
        exception_handlers={Exception: to_problem, Refusal: to_refusal},
        request_max_body_size=MOST_BYTES,
        type_encoders={CardSet: list},
        plugins=[_CardSets()],
        logging_config=None,
        openapi_config=_description(),
    )


def _description() -> OpenAPIConfig:
    """How the calls are described to programs."""
    return OpenAPIConfig(
        title="Spadille",
        version=version("spadille"),
        components=SECURITY,
        # Its own folder, for the framework answers everything else below with its own 404.
        path="/api/openapi.json",
        render_plugins=[JsonRenderPlugin(path="/")],
    )


def _always(part: object) -> Provide:
    return Provide(lambda: part, sync_to_thread=False)
