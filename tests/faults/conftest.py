"""The database and the bus that the tests of nodes have, too."""

from __future__ import annotations

from tests.server.nodes.conftest import database, nats

__all__ = ["database", "nats"]
