"""A Mafia tournament: the external rating, and who sits in the place of a late player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the two tables."""
    op.create_table(
        "substitution",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("late", sa.String(256), nullable=False),
        sa.Column("substitute", sa.String(256), nullable=False),
        sa.Column("minute", sa.String(5), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_substitution"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_substitution_season"),
    )
    op.create_table(
        "rating",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("player", sa.String(256), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("season", "player", name="pk_rating"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_rating_season"),
    )
