"""People with roles, their sessions, tokens for programs, webhooks; the audit log's last gaps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables, make each organiser a person, close the log to TRUNCATE and REPLACE."""
    _person()
    _person_role()
    _invitation()
    _web_session()
    _api_token()
    _webhook()
    _delivery()
    _known_organisers()
    _guard_audit()


def _person() -> None:
    op.create_table(
        "person",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("password", sa.String(255)),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("name", name="pk_person"),
    )


def _person_role() -> None:
    op.create_table(
        "person_role",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("granted_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "season", "role", name="pk_person_role"),
        sa.ForeignKeyConstraint(["person"], ["person.name"], name="fk_person_role_person"),
        sa.CheckConstraint(
            "role IN ('organiser', 'referee', 'banker', 'viewer')",
            name=op.f("ck_person_role_role"),
        ),
    )


def _invitation() -> None:
    op.create_table(
        "invitation",
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("code_hash", name="pk_invitation"),
        sa.ForeignKeyConstraint(["person"], ["person.name"], name="fk_invitation_person"),
    )
    op.create_index("ix_invitation_person", "invitation", ["person"])


def _web_session() -> None:
    op.create_table(
        "web_session",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("browser", sa.String(128), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("seen_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_web_session"),
        sa.UniqueConstraint("token_hash", name="uq_web_session_token_hash"),
        sa.ForeignKeyConstraint(["person"], ["person.name"], name="fk_web_session_person"),
    )
    op.create_index("ix_web_session_person", "web_session", ["person"])


def _api_token() -> None:
    op.create_table(
        "api_token",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("made_by", sa.String(128), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger()),
        sa.Column("ended_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_api_token"),
        sa.UniqueConstraint("token_hash", name="uq_api_token_token_hash"),
    )


def _webhook() -> None:
    op.create_table(
        "webhook",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("url", sa.String(512), nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("made_by", sa.String(128), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_webhook"),
    )


def _delivery() -> None:
    op.create_table(
        "delivery",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("webhook", SERIAL, nullable=False),
        sa.Column("event", sa.String(64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due_ms", sa.BigInteger()),
        sa.Column("taken_ms", sa.BigInteger()),
        sa.Column("said", sa.String(255), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_delivery"),
        sa.ForeignKeyConstraint(["webhook"], ["webhook.id"], name="fk_delivery_webhook"),
    )
    op.create_index("ix_delivery_due_ms", "delivery", ["due_ms"])
    op.create_index("ix_delivery_webhook", "delivery", ["webhook"])


def _known_organisers() -> None:
    op.execute("INSERT INTO person (name, made_ms) SELECT name, created_ms FROM organiser")
    op.execute(
        "INSERT INTO person_role (person, season, role, granted_ms)"
        " SELECT name, '', 'organiser', created_ms FROM organiser"
    )


def _guard_audit() -> None:
    """INSERT OR REPLACE deletes on SQLite without a DELETE's trigger, TRUNCATE on PostgreSQL."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER tr_audit_no_replace BEFORE INSERT ON audit"
            " WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)"
            " BEGIN SELECT RAISE(ABORT, 'audit lines are never changed'); END"
        )
        return
    op.execute(
        "CREATE TRIGGER tr_audit_no_truncate BEFORE TRUNCATE ON audit"
        " FOR EACH STATEMENT EXECUTE FUNCTION audit_only_grows()"
    )
