"""Tables, their logs, and guests."""

from __future__ import annotations

from spadille.server.store.migrations.steps import take

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Take the step."""
    take("0001_start")
