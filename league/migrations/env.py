"""Alembic's entry: runs on the connection that `db.py` hands over, inside its transaction."""

from __future__ import annotations

from alembic import context

from league.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,  # db.py holds the transaction, on SQLite too
)
context.run_migrations()
