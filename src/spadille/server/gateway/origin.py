"""Tells whether a request comes from this server's own pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from spadille.server.gateway.asgi import header

if TYPE_CHECKING:
    from spadille.server.gateway.asgi import Scope

_PORTS: Final = {"http": 80, "https": 443}
_OWN_SITES: Final = ("same-origin", "none")
"""``none``: the person asked for it, not a page."""


def is_own(scope: Scope, origins: tuple[str, ...]) -> bool:
    """Whether a request that may change something comes from here, or from one of *origins*.

    Programs that are no browsers send no origin; they have no foreign pages either.
    """
    origin = header(scope, b"origin")
    if origin is not None:
        place = _place(origin)
        # Pages without a place of their own, "null", are nobody's.
        return place is not None and (origin in origins or place == _host(scope, origin))
    site = header(scope, b"sec-fetch-site")
    return site is None or site in _OWN_SITES


def _host(scope: Scope, origin: str) -> tuple[str, int | None] | None:
    """The place that was asked, read with the scheme of *origin*.

    A proxy may end the encryption, so the scheme that arrives here says nothing.
    """
    scheme = origin.split(":", 1)[0]
    return _place(f"{scheme}://{header(scope, b'host') or ''}")


def _place(origin: str) -> tuple[str, int | None] | None:
    try:
        parts = urlsplit(origin)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname:
        return None
    return parts.hostname, port
