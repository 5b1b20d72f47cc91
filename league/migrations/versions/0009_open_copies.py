"""Copies of open games, sealed for the tables, and who took which game over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the three tables."""
    op.create_table(
        "open_copy",
        *_of_a_copy(),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("wraps", sa.Text(), nullable=False),
        sa.Column("wraps_mark", sa.String(64), nullable=False),
        sa.Column("late_lines", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "table_id", "number", name="pk_open_copy"),
    )
    op.create_table(
        "open_piece",
        sa.Column("id", SERIAL, nullable=False),
        *_of_a_copy(),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_open_piece"),
    )
    op.create_index("ix_open_piece_game", "open_piece", ["game"])
    _takeover()


def _of_a_copy() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
    )


def _takeover() -> None:
    op.create_table(
        "takeover",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("game", sa.String(64)),
        sa.Column("number", sa.Integer()),
        sa.Column("giver", sa.String(64), nullable=False),
        sa.Column("taker", sa.String(64), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("ask", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("asked_ms", sa.BigInteger(), nullable=False),
        sa.Column("decided_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_takeover"),
        sa.UniqueConstraint("game", "number", name="uq_takeover_game"),
        sa.CheckConstraint("status IN ('asked', 'approved', 'refused')", name="ck_takeover_status"),
    )
    op.create_index("ix_takeover_taker", "takeover", ["taker"])
