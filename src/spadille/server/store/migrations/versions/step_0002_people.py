"""Accounts and all that is kept about people."""

from __future__ import annotations

from spadille.server.store.migrations.steps import take

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Take the step."""
    take("0002_people")
