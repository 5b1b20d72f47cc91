"""A competition: entries, schedule, who is awaited and who came, officials, decisions, disputes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables of a competition."""
    _of_a_season(
        "entry",
        sa.Column("player", sa.String(256), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("registered", sa.String(10), nullable=False),
        sa.Column("entered_ms", sa.BigInteger(), nullable=False),
        key=("player",),
    )
    _of_a_season(
        "scheduled",
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("starts", sa.String(5), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("place", sa.String(128), nullable=False),
        key=("round",),
    )
    _roster()
    _of_a_season(
        "apart_pair",
        sa.Column("one", sa.String(256), nullable=False),
        sa.Column("other", sa.String(256), nullable=False),
        key=("one", "other"),
    )
    _of_a_season(
        "official",
        sa.Column("name", sa.String(256), nullable=False),
        sa.Column("office", sa.String(16), nullable=False),
        key=("name",),
    )
    _decision()
    _dispute()
    _notice()


def _of_a_season(table: str, *columns: sa.Column[object], key: tuple[str, ...]) -> None:
    op.create_table(
        table,
        sa.Column("season", sa.String(64), nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("season", *key, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name=f"fk_{table}_season"),
    )


def _roster() -> None:
    op.create_table(
        "roster",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("player", sa.String(256), nullable=False),
        sa.Column("reserve", sa.Integer()),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("at_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("season", "round", "player", name="pk_roster"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_roster_season"),
        sa.CheckConstraint(
            "state IN ('expected', 'here', 'late', 'absent', 'moved', 'lost')",
            name=op.f("ck_roster_state"),
        ),
    )


def _decision() -> None:
    op.create_table(
        "decision",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("topic", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(400), nullable=False),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("who", sa.String(128), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decision"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_decision_season"),
    )
    op.create_index("ix_decision_season", "decision", ["season", "topic"])


def _dispute() -> None:
    op.create_table(
        "dispute",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("raised_by", sa.String(256), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("opened_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_dispute"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_dispute_season"),
    )
    op.create_table(
        "ruling",
        sa.Column("dispute", SERIAL, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("judge", sa.String(256), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("who", sa.String(128), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("dispute", "number", name="pk_ruling"),
        sa.ForeignKeyConstraint(["dispute"], ["dispute.id"], name="fk_ruling_dispute"),
        sa.CheckConstraint("level IN ('table', 'referee')", name=op.f("ck_ruling_level")),
    )


def _notice() -> None:
    op.create_table(
        "notice",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notice"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_notice_season"),
        sa.CheckConstraint("kind IN ('news', 'rules')", name=op.f("ck_notice_kind")),
    )
