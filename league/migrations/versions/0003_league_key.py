"""The league's own key, which signs receipts. It is in every copy: a league that is put back is the
same league to its tables."""

from __future__ import annotations

import os
import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table and make the key."""
    table = op.create_table(
        "league_key",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seed_hex", sa.String(64), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_league_key"),
    )
    made_ms = time.time_ns() // 1_000_000
    op.bulk_insert(table, [{"id": 1, "seed_hex": os.urandom(32).hex(), "made_ms": made_ms}])
