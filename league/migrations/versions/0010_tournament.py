"""A casino tournament over several tables: its instructions and its log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "tournament",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("structure", sa.Text(), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("season", "round", name="pk_tournament"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_tournament_season"),
    )
    op.create_table(
        "tournament_line",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("fields", sa.Text(), nullable=False),
        sa.Column("who", sa.String(128), nullable=False),
        sa.PrimaryKeyConstraint("season", "round", "number", name="pk_tournament_line"),
        sa.ForeignKeyConstraint(
            ["season", "round"],
            ["tournament.season", "tournament.round"],
            name="fk_tournament_line_tournament",
        ),
    )


def downgrade() -> None:
    """No way back."""
    raise NotImplementedError
