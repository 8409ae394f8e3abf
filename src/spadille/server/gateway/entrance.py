"""The handshake of every socket, and the way out for those who may not come in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import structlog

from spadille.core.codec import encoder
from spadille.protocol.messages import Fault, FaultReason
from spadille.server.gateway.asgi import answer_problem
from spadille.server.gateway.line import Code
from spadille.server.gateway.origin import is_own

if TYPE_CHECKING:
    from collections.abc import Callable

    from spadille.server.gateway.asgi import Receive, Scope, Send

ABORT: Final = "spadille.abort"
"""The ASGI extension that cuts a connection."""
_encoder = encoder()
log = structlog.stdlib.get_logger()


async def enter_socket(
    scope: Scope, receive: Receive, send: Send, origins: tuple[str, ...]
) -> bool:
    """Take the handshake of a socket that this server's own pages open; else refuse it."""
    if not is_own(scope, origins):
        detail = "This socket is for this server's own pages; SPADILLE_ORIGINS allows others."
        await answer_problem(scope, send, 403, "foreign_origin", detail)
        return False
    await receive()  # the handshake's own message
    await send({"type": "websocket.accept"})
    return True


async def turn_away(send: Send, code: Code, reason: FaultReason) -> None:
    """Say why, and close a socket that was let in by the handshake alone."""
    # A browser tells a page nothing of a refused handshake, so this one is refused after it.
    await send({"type": "websocket.send", "text": _encoder.encode(Fault(reason)).decode()})
    await send({"type": "websocket.close", "code": int(code), "reason": reason.value})


def abort_of(scope: Scope) -> Callable[[], None]:
    """What cuts the connection of *scope*; not every web server offers it."""
    extension: dict[str, Any] = scope.get("extensions", {}).get(ABORT, {})
    abort: Callable[[], None] = extension.get("abort", _cannot_abort)
    return abort


def _cannot_abort() -> None:
    log.warning("this web server cannot cut a connection")
