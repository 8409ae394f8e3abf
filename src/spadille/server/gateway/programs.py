"""Lets programs in: a personal token on the handshake of the table socket, and no cookie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spadille.protocol.people import Scope as TokenScope
from spadille.server.gateway.asgi import answer_problem, header
from spadille.server.people.access import bearer_secret
from spadille.server.people.refusal import Refusal

if TYPE_CHECKING:
    from spadille.server.gateway.asgi import Receive, Scope, Send
    from spadille.server.people.access import Admission, PersonalTokens


def is_program(scope: Scope) -> bool:
    """Whether a handshake brings a token. No page can send one, so its origin says nothing."""
    return header(scope, b"authorization") is not None


async def admit(
    scope: Scope, receive: Receive, send: Send, tokens: PersonalTokens
) -> Admission | None:
    """Take the handshake of a program whose token may play; refuse any other, and say why."""
    try:
        secret = bearer_secret(header(scope, b"authorization") or "")
        admission = await tokens.admit(secret, TokenScope.TABLE_PLAY)
    except Refusal as refusal:
        await answer_problem(scope, send, refusal.status, refusal.code, refusal.detail)
        return None
    await receive()  # the handshake's own message
    await send({"type": "websocket.accept"})
    return admission
