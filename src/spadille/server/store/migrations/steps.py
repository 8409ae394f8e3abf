"""Takes one step, as the kind of database at hand writes it."""

from __future__ import annotations

import re
from importlib import resources

from alembic import op


def take(step: str) -> None:
    """Run the statements of *step*; each ends with a semicolon at the end of a line."""
    connection = op.get_bind()
    folder = resources.files("spadille.server.store.migrations") / connection.dialect.name
    script = (folder / f"{step}.sql").read_text(encoding="utf-8")
    for statement in re.split(r";\s*$", script, flags=re.MULTILINE):
        if statement.strip():
            connection.exec_driver_sql(statement)
