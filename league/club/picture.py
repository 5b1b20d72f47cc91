"""The standings as a PNG picture for the club's chat; drawn by a process of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from league.clubsheets import ClubRow
from league.elsewhere import drawn_elsewhere
from league.seasons import Season
from league.settings import Settings
from league.sheets import season_sheet
from league.texts import Texts


def asked(
    connection: Connection, settings: Settings, season: Season, text: Texts
) -> dict[str, Any]:
    """What is to be drawn: the rows of a club's season in the reader's language."""
    sheet = season_sheet(connection, season, None)
    rows = [row for section in sheet.club for row in section.rows]
    last = max(
        ((one["date"], one["round"]) for row in rows for one in row.details), default=("", "")
    )
    under = text("league.picture.after", round=last[1], day=last[0])
    return {
        "fonts": str(settings.fonts),
        "title": sheet.season,
        "under": under if last[1] else text("league.season.empty"),
        "rows": [_row(row, text) for row in rows],
        "foot": _foot(rows, season.edition.whole("dropped"), text),
    }


def painted(asked: Mapping[str, Any]) -> bytes:
    """Have it drawn; RunError where that fails."""
    return drawn_elsewhere("league.club.painting", asked, "the picture")


def _row(row: ClubRow, text: Texts) -> dict[str, Any]:
    parts = [" ".join(str(one) for one in row.counted) or "–"]
    if row.dropped:
        parts.append(f"{text('league.club.dropped')} {' '.join(str(one) for one in row.dropped)}")
    if row.carried:
        parts.append(text("league.club.bonus", points=row.carried))
    chip = ""
    if row.champion:
        chip = text("league.section.champion")
    elif row.contender:
        chip = text("league.club.contender")
    return {
        "rank": row.rank,
        "name": row.name,
        "points": row.points,
        "detail": " · ".join(parts),
        "chip": chip,
    }


def _foot(rows: Sequence[ClubRow], dropped: int, text: Texts) -> list[str]:
    voters = sum(row.may_vote for row in rows)
    return [text("league.picture.foot", dropped), text("league.picture.voters", voters)]
