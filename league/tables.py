"""The database's tables and named constraints. `migrations/` builds them, a test compares both.

Constraint names are part of the product: `refusals.py` turns each into a sentence. Facts that only
`rules` can read are kept as JSON text. Times are milliseconds since 1970 (`_ms`).
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

import league.accesstables
import league.competition.tables
import league.copytables
import league.halltables
import league.tournamenttables  # noqa: F401  (they belong to the metadata, too)
from league.schema import HASH, NAME, SERIAL
from league.schema import metadata as metadata

HEAD: Final = "0014"
"""The newest migration; a test compares it with `migrations/versions`."""

season = Table(
    "season",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("edition", NAME, nullable=False),
    Column("fingerprint", HASH, nullable=False),
    Column("edition_text", Text, nullable=False),  # HUN-17: as it was when the season was created
    Column("follows", NAME, ForeignKey("season.id")),
    Column("created_ms", BigInteger, nullable=False),
)

round_stage = Table(
    "round_stage",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("stage", NAME, nullable=False),
)

season_table = Table(
    "season_table",  # what the kiosk of each drawn table is called (tablenames.py)
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", NAME, nullable=False),
    UniqueConstraint("season", "name", name="uq_season_table_season"),
)

table_key = Table(
    "table_key",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("table_id", NAME, nullable=False),
    Column("key_hex", HASH, nullable=False, unique=True),
    Column("token_hash", HASH, nullable=False, unique=True),
    Column("status", String(16), nullable=False),
    Column("offered_ms", BigInteger, nullable=False),
    Column("approved_ms", BigInteger),
    CheckConstraint("status IN ('offered', 'approved', 'retired')", name="status"),
    Index("ix_table_key_table_id", "table_id"),
)

enrol_code = Table(
    "enrol_code",
    metadata,
    Column("code_hash", HASH, primary_key=True),
    Column("table_id", NAME, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
)

league_key = Table(
    "league_key",
    metadata,
    Column("id", Integer, primary_key=True),  # one row
    Column("seed_hex", HASH, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
)

organiser = Table(
    "organiser",
    metadata,
    Column("name", NAME, primary_key=True),
    Column("token_hash", HASH, nullable=False, unique=True),
    Column("created_ms", BigInteger, nullable=False),
)

game_record = Table(
    "game_record",
    metadata,
    Column("sha256", HASH, primary_key=True),
    Column("game", NAME, nullable=False, unique=True),
    Column("season", NAME, nullable=False),  # may be created later
    Column("round", NAME, nullable=False),
    Column("table_id", NAME, nullable=False),
    Column("edition", NAME, nullable=False),
    Column("fingerprint", HASH, nullable=False),
    Column("is_final", Integer, nullable=False),
    Column("head", HASH, nullable=False),
    Column("key_hex", HASH, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("summary", Text),  # as replayed here; NULL where it could not be replayed
    Column("verdict", String(16), nullable=False),
    Column("reasons", Text, nullable=False),
    Column("road", String(16), nullable=False),
    Column("received_ms", BigInteger, nullable=False),
    CheckConstraint("verdict IN ('confirmed', 'differs', 'unplayable', 'void')", name="verdict"),
    CheckConstraint("road IN ('http', 'file', 'serial')", name="road"),
    Index(  # all that `results.py` reads of a game: the row itself is as long as the record
        "ix_game_record_counted",
        "season",
        "verdict",
        "fingerprint",
        "received_ms",
        "game",
        "sha256",
        "round",
        "is_final",
    ),
)

record_aside = Table(
    "record_aside",
    metadata,
    Column("sha256", HASH, primary_key=True),
    Column("game", NAME, nullable=False),
    Column("table_id", NAME, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("cause", String(64), nullable=False),
    Column("road", String(16), nullable=False),
    Column("received_ms", BigInteger, nullable=False),
    Index("ix_record_aside_game", "game"),
)

seat_result = Table(
    "seat_result",
    metadata,
    Column("sha256", HASH, ForeignKey("game_record.sha256"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(256), nullable=False),
    Column("facts", Text, nullable=False),
    Column("season", NAME, nullable=False),  # the record's
    Index("ix_seat_result_player", "season", "player"),
)

own_row = Table(
    "own_row",  # a kept answer (ownrows.py): where a player stands by his own results alone
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("player", String(256), primary_key=True),
    Column("name", String(256), nullable=False),
    Column("first", BigInteger, nullable=False),  # the higher, the better; then the next
    Column("second", BigInteger, nullable=False),
    Column("third", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ix_own_row_order", "season", "first", "second", "third"),
)

own_rows = Table(
    "own_rows",  # the seasons whose rows are kept
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("basis", BigInteger, nullable=False),  # of the audit log: all below it is in the rows
)

import_file = Table(
    "import_file",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("season", NAME, ForeignKey("season.id"), nullable=False),
    Column("name", String(255), nullable=False),
    Column("sha256", HASH, nullable=False),
    Column("added", Integer, nullable=False),
    Column("corrected", Integer, nullable=False),
    Column("imported_ms", BigInteger, nullable=False),
)

import_row = Table(
    "import_row",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("row_key", String(512), primary_key=True),
    Column("revision", Integer, primary_key=True),  # the highest counts, the others stay
    Column("file_id", SERIAL, ForeignKey("import_file.id"), nullable=False),
    Column("line", Integer, nullable=False),
    Column("facts", Text, nullable=False),
)

draw = Table(
    "draw",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("season", NAME, ForeignKey("season.id"), nullable=False),
    Column("round", NAME, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("asked", Text, nullable=False),  # who attended, who is kept apart
    Column("outcome", Text, nullable=False),
    Column("drawn_ms", BigInteger, nullable=False),
)

substitution = Table(
    "substitution",  # MAFA-MAIN-3: who sits in the late player's place from that round on
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("season", NAME, ForeignKey("season.id"), nullable=False),
    Column("round", NAME, nullable=False),
    Column("late", String(256), nullable=False),
    Column("substitute", String(256), nullable=False),
    Column("minute", String(5), nullable=False),  # of the evening, HH:MM
    Column("made_ms", BigInteger, nullable=False),
)

rating = Table(
    "rating",  # MAFA-TIE-5: the list in force; the audit log has those before it
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("player", String(256), primary_key=True),
    Column("place", Integer, nullable=False),  # 1 is the best
)

lot = Table(
    "lot",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("stage", NAME, primary_key=True),
    Column("draw", Integer, primary_key=True),  # from 1; places of different draws say nothing
    Column("player", String(256), primary_key=True),
    Column("place", Integer, nullable=False),  # the smallest goes first among equals
    Column("seed", BigInteger, nullable=False),
    Column("drawn_ms", BigInteger, nullable=False),
)

member = Table(
    "member",
    metadata,
    Column("name", String(256), primary_key=True),  # as in results: a member is his name
    Column("born", String(10)),
    Column("of_age", Integer, nullable=False),  # confirmed, where no birth date is known
    Column("added_ms", BigInteger, nullable=False),
)

payment = Table(
    "payment",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("member", String(256), ForeignKey("member.name"), primary_key=True),
    Column("waived", Integer, nullable=False),  # by the organiser, without the fee
    Column("paid_ms", BigInteger, nullable=False),
)

evening = Table(
    "evening",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("day", String(10), nullable=False),
    Column("free_pass", Integer, nullable=False),
    Column("loan", Integer, nullable=False),
    Column("final", Integer, nullable=False),
)

attendance = Table(
    "attendance",
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("player", String(256), primary_key=True),
)

known_place = Table(
    "known_place",  # of who is out of a game that goes on, as somebody said
    metadata,
    Column("season", NAME, ForeignKey("season.id"), primary_key=True),
    Column("round", NAME, primary_key=True),
    Column("player", String(256), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("source", String(128), nullable=False, server_default=""),  # the table that said so
)

proposal = Table(
    "proposal",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("season", NAME, ForeignKey("season.id"), nullable=False),
    Column("member", String(256), nullable=False),
    Column("withdrawn", Integer, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
)

wording = Table(
    "wording",
    metadata,
    Column("proposal", SERIAL, ForeignKey("proposal.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 0; the last one counts, the others stay
    Column("text", Text, nullable=False),
    Column("day", String(10), nullable=False),
)

ballot = Table(
    "ballot",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("season", NAME, ForeignKey("season.id"), nullable=False),
    Column("proposal", SERIAL, ForeignKey("proposal.id"), nullable=False),
    Column("wording", Integer, nullable=False),
    Column("roll", Text, nullable=False),  # who may vote and is present
    Column("seats", Text, nullable=False),  # whose button is whose, at which table
    Column("typed", Text),  # yes, no, abstain of a show of hands
    Column("opened_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
)

voice = Table(
    "voice",
    metadata,
    Column("ballot", SERIAL, ForeignKey("ballot.id"), primary_key=True),
    Column("member", String(256), primary_key=True),
    Column("choice", String(16), nullable=False),
    Column("source", String(128), nullable=False),  # the table, or who answered for him
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("choice IN ('yes', 'no', 'abstain')", name="choice"),
)

live = Table(
    "live",
    metadata,
    Column("table_id", NAME, primary_key=True),
    Column("state", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("who", String(128), nullable=False),
    Column("what", String(32), nullable=False),
    Column("subject", String(255), nullable=False),
    Column("why", String(255), nullable=False),
    Column("detail", Text, nullable=False),
)
