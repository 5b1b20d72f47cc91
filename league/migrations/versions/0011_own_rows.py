"""Each player's own row of a season, kept beside the results it was made from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

NAME = sa.String(64)


def upgrade() -> None:
    """Only kept answers: they are made anew when they are asked for."""
    op.create_table(
        "own_row",
        sa.Column("season", NAME, nullable=False),
        sa.Column("player", sa.String(256), nullable=False),
        sa.Column("name", sa.String(256), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("second", sa.BigInteger(), nullable=False),
        sa.Column("third", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_own_row_season"),
        sa.PrimaryKeyConstraint("season", "player", name="pk_own_row"),
    )
    op.create_index("ix_own_row_order", "own_row", ["season", "first", "second", "third"])
    op.create_table(
        "own_rows",
        sa.Column("season", NAME, nullable=False),
        sa.Column("basis", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_own_rows_season"),
        sa.PrimaryKeyConstraint("season", name="pk_own_rows"),
    )
    op.create_index("ix_seat_result_player", "seat_result", ["player"])
