"""The steps of the schema: SQL for each kind of database, taken in order by Alembic."""
