"""What several servers on one database share."""

from __future__ import annotations

from spadille.server.store.migrations.steps import take

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Take the step."""
    take("0003_nodes")
