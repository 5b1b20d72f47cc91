"""What counts of a season's games, in an index: their rows hold the records' bytes, too, and SQLite
goes through all of these to what stands behind them.
"""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

COUNTED = (
    "season", "verdict", "fingerprint", "received_ms", "game", "sha256", "round", "is_final",
)  # fmt: skip


def upgrade() -> None:
    """Its first column is what the index before had alone."""
    op.create_index("ix_game_record_counted", "game_record", list(COUNTED))
    op.drop_index("ix_game_record_season", "game_record")
