"""The hall's clock of a tournament: the director's acts, and the hand that all tables play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "hall_act",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("t_ms", sa.BigInteger(), nullable=False),
        sa.Column("fields", sa.Text(), nullable=False),
        sa.Column("made_t_ms", sa.BigInteger(), nullable=False),
        sa.Column("boot_id", sa.String(64), nullable=False),
        sa.Column("boot_ms", sa.BigInteger(), nullable=False),
        sa.Column("wall_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("season", "round", "number", name="pk_hall_act"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_hall_act_season"),
    )
    op.create_table(
        "hall_hand",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("season", "round", name="pk_hall_hand"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_hall_hand_season"),
    )


def downgrade() -> None:
    """No way back."""
    raise NotImplementedError
