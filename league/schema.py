"""What the database's tables are made of: one metadata, and the columns that return everywhere."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Integer, MetaData, String

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

NAME: Final = String(64)
PLAYER: Final = String(256)
HASH: Final = String(64)
SERIAL: Final = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only in a column that is exactly INTEGER."""
