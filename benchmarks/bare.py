"""The same web server with nothing in it: what comes from one socket goes to its room.

No rules, no store, no queues: the least that any server on this stack must do.
"""

from __future__ import annotations

import argparse
import socket
from typing import TYPE_CHECKING, Any

import uvicorn

if TYPE_CHECKING:
    from spadille.server.gateway.asgi import Receive, Scope, Send

ANSWER = '{"type":"accepted","order":"order-00000","seq":1234}'


class Bare:
    """An ASGI application with rooms of sockets."""

    def __init__(self, size: int) -> None:
        """Broadcast texts of *size* bytes."""
        self._update = '{"type":"update","fill":"' + "x" * (size - 27) + '"}'
        self._rooms: dict[bytes, list[Send]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        if scope["type"] != "websocket":
            return
        room = self._rooms.setdefault(scope["query_string"], [])
        await receive()
        await send({"type": "websocket.accept"})
        room.append(send)
        update: dict[str, Any] = {"type": "websocket.send", "text": self._update}
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": ANSWER})
            for to in room:
                await to(update)
        room.remove(send)


def main(size: int) -> None:
    """Serve on a free port, and print where."""
    config = uvicorn.Config(
        Bare(size),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
    )
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, required=True)
    main(parser.parse_args().size)
