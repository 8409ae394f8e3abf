"""Somebody with a name: an account, a live socket, and words at a table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from argon2 import PasswordHasher
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from spadille.core.codec import decoder, encoder
from spadille.protocol.chat import ChatHistory, ChatLine, ChatRefused, Said, Say, SystemLine
from spadille.protocol.live import (
    LiveClientMessage,
    LiveHello,
    LiveServerMessage,
    LiveWelcome,
)
from tests.kit.client import GUARD_SECONDS, Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

M = TypeVar("M")
PASSWORD = "correct horse"
_decoder: Any = decoder(LiveServerMessage)
_encoder = encoder()


def cheap_hasher() -> PasswordHasher:
    """A hasher that costs nothing, for tests that are about something else."""
    return PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


class Friend(Player):
    """A player who has more than a table in the browser."""

    def __init__(self, url: str, seed: int = 0) -> None:
        """Play at the server at *url*."""
        super().__init__(url, seed)
        self.told: list[Any] = []
        """What the live socket told."""
        self.live_closed: tuple[int, str] | None = None
        self._says = 0
        self._live: ClientConnection | None = None
        self._live_reader: asyncio.Task[None] | None = None
        self._live_changed = asyncio.Event()

    async def __aexit__(self, *error: object) -> None:
        """Leave without a word."""
        await self.drop_live()
        await super().__aexit__(*error)

    async def post(self, path: str, **body: Any) -> Any:
        """Call ``/api`` and give the answer."""
        return await self.http.post(f"/api{path}", json=body)

    async def sign_up(self, username: str) -> None:
        """Claim *username*."""
        answer = await self.post("/sign-up", username=username, password=PASSWORD)
        assert answer.status_code == 200, answer.text
        self.person = answer.json()["person"]

    async def open_live(self, *, cookie: str | None = None, origin: str | None = None) -> None:
        """Open a live socket, and say nothing yet."""
        headers = {"Cookie": self.cookie if cookie is None else cookie}
        if origin is not None:
            headers["Origin"] = origin
        self.live_closed = None
        self._live = await connect(
            f"{self.url.replace('http', 'ws', 1)}/live",
            additional_headers=headers,
            compression=None,
            proxy=None,
        )
        self._live_reader = asyncio.create_task(self._read_live(self._live))

    async def go_live(self) -> LiveWelcome:
        """Open a live socket, and wait until it has greeted."""
        await self.open_live()
        await self.tell(LiveHello())
        return await self.next_told(LiveWelcome)

    async def drop_live(self) -> None:
        """Lose the live socket."""
        if self._live is not None:
            self._live.transport.abort()
            await self._live.wait_closed()
        if self._live_reader is not None:
            await self._live_reader
        self._live = self._live_reader = None

    async def tell(self, message: LiveClientMessage | str) -> None:
        """Send *message* on the live socket."""
        assert self._live is not None
        text = message if isinstance(message, str) else _encoder.encode(message).decode()
        await self._live.send(text)

    async def next_told(
        self, kind: type[M], holds: Callable[[M], bool] = lambda _message: True
    ) -> M:
        """Wait for a message of *kind* that *holds*; what came before it is forgotten."""

        def found() -> int | None:
            for place, message in enumerate(self.told):
                if isinstance(message, kind) and holds(message):
                    return place
            return None

        async def wait() -> M:
            while (place := found()) is None:
                assert self.live_closed is None, f"closed: {self.live_closed}"
                self._live_changed.clear()
                await self._live_changed.wait()
            message: M = self.told[place]
            del self.told[: place + 1]
            return message

        return await asyncio.wait_for(wait(), GUARD_SECONDS)

    async def until_live_closed(self) -> tuple[int, str]:
        """Wait for the server to close the live socket; give the code and the reason."""

        async def wait() -> tuple[int, str]:
            while self.live_closed is None:
                self._live_changed.clear()
                await self._live_changed.wait()
            return self.live_closed

        return await asyncio.wait_for(wait(), GUARD_SECONDS)

    async def chat(self, text: str, say: str | None = None) -> Said | ChatRefused:
        """Say *text* at the table, and wait for the answer."""
        self._says += 1
        identity = say or f"say-{self._name}-{self._says:04}"
        seen = len(self.messages)
        await self.say(Say(identity, text))

        def answer() -> Said | ChatRefused | None:
            for message in self.messages[seen:]:
                if isinstance(message, Said | ChatRefused) and message.say == identity:
                    return message
            return None

        await self.until(lambda: answer() is not None)
        found = answer()
        assert found is not None
        return found

    def lines(self) -> list[str]:
        """The words that were heard live, each with its voice."""
        return [
            f"{line.voice}: {line.text}" for line in self.messages if isinstance(line, ChatLine)
        ]

    def notices(self) -> list[tuple[str, str]]:
        """What the system said live."""
        found = [line for line in self.messages if isinstance(line, SystemLine)]
        return [(line.notice.value, line.person.name) for line in found]

    @property
    def has_history(self) -> bool:
        """Whether a history has come."""
        return any(isinstance(message, ChatHistory) for message in self.messages)

    def history(self) -> ChatHistory:
        """The latest history that was sent."""
        return [message for message in self.messages if isinstance(message, ChatHistory)][-1]

    async def _read_live(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                self.told.append(_decoder.decode(frame))
                self._live_changed.set()
        except ConnectionClosed:
            pass
        self.live_closed = (socket.close_code or 0, socket.close_reason or "")
        self._live_changed.set()
