"""Ports that are nobody else's, also while nobody listens at them."""

from __future__ import annotations

import secrets
import socket
from functools import cache
from pathlib import Path

_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
_LEAST = 10_000
_kept: list[socket.socket] = []
"""What keeps each port from being given to others, for as long as this process lives."""


def own_port() -> int:
    """A port on this machine for a server that may be stopped and come back.

    The system takes the near ends of connections from a range of its own. A server from that
    range may find its port taken when it comes back, even by a client that was looking for it
    and met itself. So the port is from below that range; and each is given once, to whichever
    process of the tests, for a datagram socket keeps it, which is in no server's way.
    """
    while True:
        port = _LEAST + secrets.randbelow(_first_of_the_systems() - _LEAST)
        keeper = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            keeper.bind(("127.0.0.1", port))
            with socket.create_server(("127.0.0.1", port)):
                _kept.append(keeper)
                return port
        except OSError:
            keeper.close()


@cache
def _first_of_the_systems() -> int:
    """Where the range begins that the system takes ports from by itself."""
    try:
        first = int(_RANGE.read_text(encoding="ascii").split()[0])
    except OSError:
        first = 0
    # Where nothing is left below it, its own ports have to do.
    return first if first > 2 * _LEAST else 32_768
