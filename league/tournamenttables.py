"""The database's tables of casino tournaments over several tables (`league/tournaments/`)."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    String,
    Table,
    Text,
)

from league.schema import NAME, metadata

tournament = Table(
    "tournament",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("structure", Text, nullable=False),  # its own instructions, as they were at the start
    Column("made_ms", BigInteger, nullable=False),
)

tournament_line = Table(
    "tournament_line",  # its log, which only grows; what was taken back has a line that says so
    metadata,
    Column("season", NAME, primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("fields", Text, nullable=False),
    Column("who", String(128), nullable=False),
    ForeignKeyConstraint(
        ["season", "round"],
        ["tournament.season", "tournament.round"],
        name="fk_tournament_line_tournament",
    ),
)
