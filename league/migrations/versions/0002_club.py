"""A club: members, what they paid, evenings and who came, proposals and the votes on them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables of a club."""
    _member()
    _evening()
    _of_a_round("attendance")
    _of_a_round("known_place", sa.Column("place", sa.Integer(), nullable=False))
    _payment()
    _proposal()
    _ballot()


def _member() -> None:
    op.create_table(
        "member",
        sa.Column("name", sa.String(256), nullable=False),
        sa.Column("born", sa.String(10)),
        sa.Column("of_age", sa.Integer(), nullable=False),
        sa.Column("added_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_member"),
    )


def _evening() -> None:
    op.create_table(
        "evening",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("free_pass", sa.Integer(), nullable=False),
        sa.Column("loan", sa.Integer(), nullable=False),
        sa.Column("final", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("season", "round", name="pk_evening"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_evening_season"),
    )


def _of_a_round(name: str, *more: sa.Column[int]) -> None:
    op.create_table(
        name,
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("player", sa.String(256), nullable=False),
        *more,
        sa.PrimaryKeyConstraint("season", "round", "player", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name=f"fk_{name}_season"),
    )


def _payment() -> None:
    op.create_table(
        "payment",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("member", sa.String(256), nullable=False),
        sa.Column("waived", sa.Integer(), nullable=False),
        sa.Column("paid_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("season", "member", name="pk_payment"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_payment_season"),
        sa.ForeignKeyConstraint(["member"], ["member.name"], name="fk_payment_member"),
    )


def _proposal() -> None:
    op.create_table(
        "proposal",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("member", sa.String(256), nullable=False),
        sa.Column("withdrawn", sa.Integer(), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_proposal"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_proposal_season"),
    )
    op.create_table(
        "wording",
        sa.Column("proposal", SERIAL, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("proposal", "number", name="pk_wording"),
        sa.ForeignKeyConstraint(["proposal"], ["proposal.id"], name="fk_wording_proposal"),
    )


def _ballot() -> None:
    op.create_table(
        "ballot",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("proposal", SERIAL, nullable=False),
        sa.Column("wording", sa.Integer(), nullable=False),
        sa.Column("roll", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("typed", sa.Text()),
        sa.Column("opened_ms", sa.BigInteger(), nullable=False),
        sa.Column("closed_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_ballot"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_ballot_season"),
        sa.ForeignKeyConstraint(["proposal"], ["proposal.id"], name="fk_ballot_proposal"),
    )
    op.create_table(
        "voice",
        sa.Column("ballot", SERIAL, nullable=False),
        sa.Column("member", sa.String(256), nullable=False),
        sa.Column("choice", sa.String(16), nullable=False),
        sa.Column("source", sa.String(128), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("ballot", "member", name="pk_voice"),
        sa.ForeignKeyConstraint(["ballot"], ["ballot.id"], name="fk_voice_ballot"),
        sa.CheckConstraint("choice IN ('yes', 'no', 'abstain')", name=op.f("ck_voice_choice")),
    )
