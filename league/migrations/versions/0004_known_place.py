"""Who said that somebody is out of a game that goes on: a table takes its own word back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; what is known was said by an organiser."""
    op.add_column(
        "known_place", sa.Column("source", sa.String(128), nullable=False, server_default="")
    )
