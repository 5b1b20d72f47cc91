"""What open pages are told."""

from __future__ import annotations

import asyncio

from league.audit import last_mark, note
from league.changes import Changes
from league.db import Database


async def first(changes: Changes) -> str:
    stream = changes.listen()
    revision = await anext(stream)
    await stream.aclose()  # type: ignore[attr-defined]
    assert revision is not None
    return revision.results


def test_a_stream_begins_with_what_the_database_holds_now(database: Database) -> None:
    """Never with something older than a page that was drawn a moment ago."""
    changes = Changes(database)  # it has not looked yet
    for subject in ("one", "another"):
        with database.write() as connection:
            note(connection, "test", "written", subject)
        with database.read() as connection:
            drawn = last_mark(connection)
        assert asyncio.run(first(changes)) == drawn
