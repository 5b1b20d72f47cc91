"""What the database keeps of a competition beside its results: all by season, for every family.

What somebody decided is a row of `decision` and is never changed: the newest about a subject
counts. Entry forms hold what the rules ask for and nothing else; the audit log never has it.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
)

from league.schema import NAME, PLAYER, SERIAL, metadata

entry = Table(
    "entry",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("player", PLAYER, primary_key=True),
    Column("facts", Text, nullable=False),  # the answers of the family's entry form
    Column("registered", String(10), nullable=False),
    Column("entered_ms", BigInteger, nullable=False),
)

scheduled = Table(
    "scheduled",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("day", String(10), nullable=False),
    Column("starts", String(5), nullable=False),  # HH:MM of the hall's clock
    Column("zone", NAME, nullable=False),  # of the hall's clock; empty: the server's
    Column("place", String(128), nullable=False),
)

roster = Table(
    "roster",  # who is awaited in a round, and whether he came
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("player", PLAYER, primary_key=True),
    Column("reserve", Integer),  # his number, where he only comes in for somebody
    Column("state", String(16), nullable=False),
    Column("at_ms", BigInteger),  # when he stood at the desk
    CheckConstraint(
        "state IN ('expected', 'here', 'late', 'absent', 'moved', 'lost')", name="state"
    ),
)

apart_pair = Table(
    "apart_pair",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("one", PLAYER, primary_key=True),
    Column("other", PLAYER, primary_key=True),
)

official = Table(
    "official",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("name", PLAYER, primary_key=True),
    Column("office", String(16), nullable=False),
)

decision = Table(
    "decision",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("season", NAME, ForeignKey("season.id"), nullable=False),
    Column("topic", String(16), nullable=False),
    Column("subject", String(400), nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("why", Text, nullable=False),
    Column("who", String(128), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("ix_decision_season", "season", "topic"),
)

dispute = Table(
    "dispute",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("season", NAME, ForeignKey("season.id"), nullable=False),
    Column("round", NAME, nullable=False),
    Column("game", NAME, nullable=False),  # empty: of no single game
    Column("raised_by", PLAYER, nullable=False),
    Column("text", Text, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
)

ruling = Table(
    "ruling",
    metadata,
    Column("dispute", SERIAL, ForeignKey("dispute.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1; the last one holds, the others stay
    Column("level", String(16), nullable=False),
    Column("judge", PLAYER, nullable=False),  # whose ruling it is
    Column("text", Text, nullable=False),
    Column("who", String(128), nullable=False),  # who wrote it down
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("level IN ('table', 'referee')", name="level"),
)

notice = Table(
    "notice",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("season", NAME, ForeignKey("season.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("kind IN ('news', 'rules')", name="kind"),
)
