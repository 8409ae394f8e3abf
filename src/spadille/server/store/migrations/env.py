"""Run by Alembic: takes the steps on the connection, and in the transaction, it is given."""

from __future__ import annotations

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    # Steps are whole or not at all, on SQLite too.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
