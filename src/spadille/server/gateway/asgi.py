"""The shapes of ASGI, and answers that need no framework."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from spadille.protocol.rest import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

HeaderPairs: TypeAlias = "Iterable[tuple[bytes, bytes]]"


def header(scope: Scope, name: bytes) -> str | None:
    """The value of a request's header; the last one, where it comes twice."""
    found: str | None = None
    for key, value in scope["headers"]:
        if key == name:
            found = value.decode("latin-1")
    return found


def cookies(scope: Scope) -> str:
    """All that a request says in ``Cookie`` headers."""
    return "; ".join(value.decode("latin-1") for key, value in scope["headers"] if key == b"cookie")


async def answer(
    scope: Scope, send: Send, status: int, body: bytes, headers: HeaderPairs = ()
) -> None:
    """Answer a request, or a socket's handshake, in one piece."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    length = (b"content-length", b"%d" % len(body))
    await send({"type": f"{kind}.start", "status": status, "headers": [*headers, length]})
    without = scope.get("method") == "HEAD"
    await send({"type": f"{kind}.body", "body": b"" if without else body})


async def answer_problem(scope: Scope, send: Send, status: int, code: str, detail: str) -> None:
    """Answer with an error in the one shape that all errors have."""
    body = msgspec.json.encode(Problem(code, detail))
    await answer(scope, send, status, body, [(b"content-type", b"application/json")])
