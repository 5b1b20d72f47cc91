"""The first shape: seasons, tables and their keys, records, results, imports, draws, audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create every table and the guards of the audit log."""
    _audit()
    _enrol_code()
    _game_record()
    _live()
    _organiser()
    _record_aside()
    _season()
    _table_key()
    _draw()
    _import_file()
    _lot()
    _round_stage()
    _seat_result()
    _import_row()
    _guard_audit()


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(128), nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("why", sa.String(255), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )


def _enrol_code() -> None:
    op.create_table(
        "enrol_code",
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("used_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("code_hash", name="pk_enrol_code"),
    )


def _game_record() -> None:
    op.create_table(
        "game_record",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("is_final", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("key_hex", sa.String(64), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("summary", sa.Text()),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("reasons", sa.Text(), nullable=False),
        sa.Column("road", sa.String(16), nullable=False),
        sa.Column("received_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_game_record"),
        sa.CheckConstraint("road IN ('http', 'file', 'serial')", name=op.f("ck_game_record_road")),
        sa.CheckConstraint(
            "verdict IN ('confirmed', 'differs', 'unplayable', 'void')",
            name=op.f("ck_game_record_verdict"),
        ),
        sa.UniqueConstraint("game", name="uq_game_record_game"),
    )
    op.create_index("ix_game_record_season", "game_record", ["season"])


def _live() -> None:
    op.create_table(
        "live",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_live"),
    )


def _organiser() -> None:
    op.create_table(
        "organiser",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_organiser"),
        sa.UniqueConstraint("token_hash", name="uq_organiser_token_hash"),
    )


def _record_aside() -> None:
    op.create_table(
        "record_aside",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("cause", sa.String(64), nullable=False),
        sa.Column("road", sa.String(16), nullable=False),
        sa.Column("received_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_record_aside"),
    )
    op.create_index("ix_record_aside_game", "record_aside", ["game"])


def _season() -> None:
    op.create_table(
        "season",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("edition_text", sa.Text(), nullable=False),
        sa.Column("follows", sa.String(64)),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_season"),
        sa.ForeignKeyConstraint(["follows"], ["season.id"], name="fk_season_follows"),
    )


def _table_key() -> None:
    op.create_table(
        "table_key",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("key_hex", sa.String(64), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("offered_ms", sa.BigInteger(), nullable=False),
        sa.Column("approved_ms", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_table_key"),
        sa.CheckConstraint(
            "status IN ('offered', 'approved', 'retired')", name=op.f("ck_table_key_status")
        ),
        sa.UniqueConstraint("key_hex", name="uq_table_key_key_hex"),
        sa.UniqueConstraint("token_hash", name="uq_table_key_token_hash"),
    )
    op.create_index("ix_table_key_table_id", "table_key", ["table_id"])


def _draw() -> None:
    op.create_table(
        "draw",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("drawn_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_draw"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_draw_season"),
    )


def _import_file() -> None:
    op.create_table(
        "import_file",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("added", sa.Integer(), nullable=False),
        sa.Column("corrected", sa.Integer(), nullable=False),
        sa.Column("imported_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_import_file"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_import_file_season"),
    )


def _lot() -> None:
    op.create_table(
        "lot",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.Column("draw", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(256), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("drawn_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("season", "stage", "draw", "player", name="pk_lot"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_lot_season"),
    )


def _round_stage() -> None:
    op.create_table(
        "round_stage",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("round", sa.String(64), nullable=False),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("season", "round", name="pk_round_stage"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_round_stage_season"),
    )


def _seat_result() -> None:
    op.create_table(
        "seat_result",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(256), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", "seat", name="pk_seat_result"),
        sa.ForeignKeyConstraint(["sha256"], ["game_record.sha256"], name="fk_seat_result_sha256"),
    )


def _import_row() -> None:
    op.create_table(
        "import_row",
        sa.Column("season", sa.String(64), nullable=False),
        sa.Column("row_key", sa.String(512), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("file_id", SERIAL, nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("season", "row_key", "revision", name="pk_import_row"),
        sa.ForeignKeyConstraint(["file_id"], ["import_file.id"], name="fk_import_row_file_id"),
        sa.ForeignKeyConstraint(["season"], ["season.id"], name="fk_import_row_season"),
    )


def _guard_audit() -> None:
    """The audit log only grows: the database itself refuses to change or delete a line."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER tr_audit_no_{verb.lower()} BEFORE {verb} ON audit"
                " BEGIN SELECT RAISE(ABORT, 'audit lines are never changed'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION audit_only_grows() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'audit lines are never changed'; END $$"
    )
    op.execute(
        "CREATE TRIGGER tr_audit_only_grows BEFORE UPDATE OR DELETE ON audit"
        " FOR EACH ROW EXECUTE FUNCTION audit_only_grows()"
    )
