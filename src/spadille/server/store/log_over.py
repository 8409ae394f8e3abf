"""What the logs that lie over a store have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spadille.server.store.ports import EventStore


class LogOver:
    """All of an `EventStore` but how it appends, as the store beneath does it."""

    def __init__(self, store: EventStore) -> None:
        """Lie over *store*."""
        self._store = store
        self.read = store.read
        self.create_table = store.create_table
        self.seated_tables = store.seated_tables
        self.set_seated = store.set_seated
        self.close = store.close
