"""What must hold before a call that changes something is looked at."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from spadille.server.gateway.asgi import header
from spadille.server.gateway.origin import is_own
from spadille.server.gateway.problems import Unacceptable

if TYPE_CHECKING:
    from collections.abc import MutableMapping

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_Connection = ASGIConnection[Any, Any, Any, Any]
Guard: TypeAlias = Callable[[_Connection, BaseRouteHandler], None]


def own_origin(origins: tuple[str, ...]) -> Guard:
    """Keep the pages of other servers from acting in a guest's name."""

    def guard(connection: _Connection, _handler: BaseRouteHandler) -> None:
        scope: MutableMapping[str, Any] = connection.scope  # type: ignore[assignment]
        if scope["method"] not in SAFE and not is_own(scope, origins):
            detail = "This call is for this server's own pages; SPADILLE_ORIGINS allows others."
            raise Unacceptable("foreign_origin", detail, 403)

    return guard


def json_only(connection: _Connection, _handler: BaseRouteHandler) -> None:
    """Take no bodies but JSON: forms of other pages could send the rest without asking."""
    scope: MutableMapping[str, Any] = connection.scope  # type: ignore[assignment]
    if scope["method"] in SAFE:
        return
    kind = (header(scope, b"content-type") or "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise Unacceptable("not_json", "The body must be JSON, sent as application/json.", 415)
