"""A program at a table, over a real socket: it comes with a token."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

from websockets.asyncio.client import connect

from tests.kit.client import Player

if TYPE_CHECKING:
    from tests.kit.people import Friend


class Robot(Player):
    """A program with a token, and no cookie."""

    def __init__(self, url: str, secret: str) -> None:
        """Play at the server at *url* as whom *secret* speaks for."""
        super().__init__(url, seed=9)
        self.headers = {"Authorization": f"Bearer {secret}"}

    async def __aenter__(self) -> Self:
        """Ask for no cookie."""
        return self

    async def open(self, *, cookie: str | None = None, origin: str | None = None) -> None:
        """Open a socket with the token."""
        self.closed = None
        self._socket = await connect(
            f"{self.url.replace('http', 'ws', 1)}/ws",
            additional_headers={**self.headers, **({"Origin": origin} if origin else {})},
            proxy=None,
        )
        self._reader = asyncio.create_task(self._read(self._socket))


async def made_token(owner: Friend, *scopes: str) -> dict[str, Any]:
    """A new token of *owner*, and its secret, as the call answers."""
    answer = await owner.post("/my/tokens", label="my player", scopes=list(scopes))
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made
