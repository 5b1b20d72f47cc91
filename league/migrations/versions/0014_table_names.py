"""What the tables of a season are called, in the order in which they are drawn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No season has names of its own yet: table 3 is T3."""
    op.create_table(
        "season_table",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("season", "number", name="pk_season_table"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_season_table_season"),
        sa.UniqueConstraint("season", "name", name="uq_season_table_season"),
    )


def downgrade() -> None:
    """No way back."""
    raise NotImplementedError
