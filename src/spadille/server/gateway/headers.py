"""Headers that keep a browser from being used against its owner; on every answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from spadille.server.gateway.asgi import App, Message, Receive, Scope, Send

_POLICY: Final = (
    # Nothing that is written into a page is run or shown; only files of this server are.
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
NOT_KEPT: Final = (b"cache-control", b"no-store")
"""On what is told to one person: no proxy and no browser is to keep it."""


def with_headers(app: App) -> App:
    """*app*, with the headers on everything it answers."""

    async def with_them(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_them(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
            await send(message)

        # A socket's updates are many, and need none of this.
        await app(scope, receive, send_with_them if scope["type"] == "http" else send)

    return with_them
