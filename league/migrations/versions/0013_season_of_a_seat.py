"""The season of each result, in the index of its player: who plays in a hundred seasons has many
results, and one more changes his row of one season.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """As the record of each result says."""
    op.add_column(
        "seat_result", sa.Column("season", sa.String(64), nullable=False, server_default="")
    )
    op.execute(
        "UPDATE seat_result SET season = (SELECT game_record.season FROM game_record"
        " WHERE game_record.sha256 = seat_result.sha256)"
    )
    op.drop_index("ix_seat_result_player", "seat_result")
    op.create_index("ix_seat_result_player", "seat_result", ["season", "player"])
