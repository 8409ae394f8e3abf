"""Headers that keep a browser from being used against its owner; on every answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from spadille.server.gateway.asgi import App, Message, Receive, Scope, Send

_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


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
