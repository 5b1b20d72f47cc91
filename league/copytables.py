"""The database's tables of open games' copies and of takeovers (`opencopies.py`, `takeover.py`)."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from league.schema import HASH, NAME, SERIAL, metadata

open_copy = Table(
    "open_copy",  # how far a table's copy of its open game goes, and for whom it is sealed
    metadata,
    Column("game", NAME, primary_key=True),
    Column("table_id", NAME, primary_key=True),
    Column("number", Integer, primary_key=True),  # of takeovers before; the fence
    Column("lines", Integer, nullable=False),
    Column("head", HASH, nullable=False),
    Column("wraps", Text, nullable=False),
    Column("wraps_mark", HASH, nullable=False),
    Column("late_lines", Integer, nullable=False),  # said after the game went on elsewhere
    Column("at_ms", BigInteger, nullable=False),
)

open_piece = Table(
    "open_piece",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("game", NAME, nullable=False),
    Column("table_id", NAME, nullable=False),
    Column("number", Integer, nullable=False),
    Column("first", Integer, nullable=False),  # lines before it
    Column("lines", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),  # sealed; the league cannot read it
    Column("late", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("ix_open_piece_game", "game"),
)

takeover = Table(
    "takeover",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("game", NAME),  # NULL while a spare asks for whichever game the organiser gives it
    Column("number", Integer),
    Column("giver", NAME, nullable=False),
    Column("taker", NAME, nullable=False),
    Column("lines", Integer, nullable=False),
    Column("head", HASH, nullable=False),
    Column("reason", String(200), nullable=False),
    Column("ask", String(64), nullable=False),  # by which the spare knows its own request
    Column("status", String(16), nullable=False),
    Column("asked_ms", BigInteger, nullable=False),
    Column("decided_ms", BigInteger),
    CheckConstraint("status IN ('asked', 'approved', 'refused')", name="status"),
    UniqueConstraint("game", "number", name="uq_takeover_game"),
    Index("ix_takeover_taker", "taker"),
)
