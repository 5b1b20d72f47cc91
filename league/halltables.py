"""The database's tables of a tournament's clock (`league/hallclock.py`)."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table, Text

from league.schema import NAME, metadata

hall_act = Table(
    "hall_act",  # what the director did to the clock of a season's round; only grows
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("t_ms", BigInteger, nullable=False),  # on the hall's clock: from then on it holds
    Column("fields", Text, nullable=False),  # the action as `rules` read it
    Column("made_t_ms", BigInteger, nullable=False),  # on the hall's clock: when it was said
    Column("boot_id", String(64), nullable=False),  # which start of the machine said so
    Column("boot_ms", BigInteger, nullable=False),  # its steady clock then
    Column("wall_ms", BigInteger, nullable=False),  # the wall clock then
)

hall_hand = Table(
    "hall_hand",  # hand for hand over all tables: the hand that may be played; 0: not now
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("hand", Integer, nullable=False),
)
