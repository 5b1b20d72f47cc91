"""The database's tables of people: roles, sessions, tokens, and what is told to other sites."""

from __future__ import annotations

from typing import Final

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

from league.schema import HASH, NAME, SERIAL, metadata

EVERY_SEASON: Final = ""
"""In a `season` column: the whole league."""

person = Table(
    "person",
    metadata,
    Column("name", NAME, primary_key=True),
    Column("password", String(255)),  # argon2id; NULL until it was chosen
    Column("made_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),  # signs in no more; the audit log still names him
)

person_role = Table(
    "person_role",
    metadata,
    Column("person", NAME, ForeignKey("person.name"), primary_key=True),
    Column("season", NAME, primary_key=True),  # may be created later
    Column("role", String(16), primary_key=True),
    Column("granted_ms", BigInteger, nullable=False),
    CheckConstraint("role IN ('organiser', 'referee', 'banker', 'viewer')", name="role"),
)

invitation = Table(
    "invitation",
    metadata,
    Column("code_hash", HASH, primary_key=True),
    Column("person", NAME, ForeignKey("person.name"), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
    Index("ix_invitation_person", "person"),
)

web_session = Table(
    "web_session",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("token_hash", HASH, nullable=False, unique=True),
    Column("person", NAME, ForeignKey("person.name"), nullable=False),
    Column("browser", String(128), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    Index("ix_web_session_person", "person"),
)

api_token = Table(
    "api_token",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("name", NAME, nullable=False),
    Column("token_hash", HASH, nullable=False, unique=True),
    Column("scopes", Text, nullable=False),  # words with spaces between
    Column("season", NAME, nullable=False),
    Column("made_by", String(128), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger),
    Column("ended_ms", BigInteger),
)

webhook = Table(
    "webhook",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("url", String(512), nullable=False),
    Column("season", NAME, nullable=False),
    Column("events", Text, nullable=False),  # words with spaces between
    Column("salt", HASH, nullable=False),  # its secret follows from this and the league's key
    Column("made_by", String(128), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
)

delivery = Table(
    "delivery",  # the outbox: written with what it tells, sent until it was taken
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("webhook", SERIAL, ForeignKey("webhook.id"), nullable=False),
    Column("event", NAME, nullable=False),  # the same for every try and replay
    Column("body", Text, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due_ms", BigInteger),  # NULL: taken, or given up
    Column("taken_ms", BigInteger),
    Column("said", String(255), nullable=False),  # what the last try met with
    Index("ix_delivery_due_ms", "due_ms"),
    Index("ix_delivery_webhook", "webhook"),
)
