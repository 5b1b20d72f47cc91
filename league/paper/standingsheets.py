"""The standings on paper: the rows of the season's page, with what decided each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from league.clubsheets import ClubRow
from league.figures import number
from league.paper.papers import RIGHT, Block, Column, Heading, Line, Paper, table, words
from league.seasons import Season
from league.sheets import RowSheet, SeasonSheet, season_sheet
from league.texts import Texts
from league.tournamentsheets import TournamentRow


def standings_paper(
    connection: Connection, season: Season, stage: str | None, text: Texts
) -> Paper:
    """The whole season, or with `stage` who goes on after it."""
    sheet = season_sheet(connection, season, stage)
    said = _stage(text, stage) if stage else text("league.season.overall")
    title = f"{said} {sheet.season}"
    return Paper(title, sheet.edition_name, list(_blocks(sheet, text)))


def _blocks(sheet: SeasonSheet, text: Texts) -> Sequence[Block]:
    if sheet.club:
        return [_club(sheet, text), words(text("league.club.ranking"), "small")]
    if sheet.tournament:
        return [_tournament(sheet.tournament, text)]
    if not sheet.sections:
        return [words(text("league.season.empty"))]
    casino = sheet.game == "casino"
    how = text("league.casino.ranking" if casino else "league.season.ranking")
    return [_sections(sheet, casino, text), words(how, "small")]


def _sections(sheet: SeasonSheet, casino: bool, text: Texts) -> Block:
    second = "league.column.prize" if casino else "league.column.unencumbered"
    columns = [
        Column(text("league.column.rank"), 8),
        Column(text("league.column.player"), 56),
        Column(text("league.casino.points" if casino else "league.column.points"), 14, RIGHT),
        Column(text(second), 16, RIGHT),
    ]
    rows: list[Line | Heading] = []
    parted = bool(sheet.stage) or len(sheet.sections) > 1
    for section in sheet.sections:
        if parted:
            name = (text(f"league.section.{section.kind}") if sheet.stage
                    else _stage(text, section.kind))  # fmt: skip
            rows.append(Heading(f"{name} ({len(section.rows)})"))
        rows += [_row(row, casino, text) for row in section.rows]
    return table(columns, rows)


def _row(row: RowSheet, casino: bool, text: Texts) -> Line:
    second = f"{number(text, row.prize or 0)} €" if casino else number(text, row.unencumbered)
    why = []
    if row.reserve:
        why.append(text("league.advance.reserve", place=row.reserve))
    if row.above is not None:
        here, above = number(text, row.unencumbered), number(text, row.above)
        why.append(text("league.decided.unencumbered", here=here, above=above))
    if row.tied:
        why.append(text("league.decided.tied"))
    if row.lot_seed is not None:
        why.append(text("league.decided.lot", seed=row.lot_seed))
    cells = [str(row.rank), row.name, number(text, row.points), second]
    return Line(cells, " · ".join(why), strong=1)


def _club(sheet: SeasonSheet, text: Texts) -> Block:
    columns = [
        Column(text("league.column.rank"), 8),
        Column(text("league.column.player"), 40),
        Column(text("league.club.counted"), 34),
        Column(text("league.column.net"), 10, RIGHT),
        Column(text("league.column.gross"), 10, RIGHT),
    ]
    rows: list[Line | Heading] = []
    for section in sheet.club:
        if sheet.stage:
            name = text(f"league.section.{section.kind}")
            rows.append(Heading(f"{name} ({len(section.rows)})"))
        rows += [_club_row(row, text) for row in section.rows]
    return table(columns, rows)


def _club_row(row: ClubRow, text: Texts) -> Line:
    counted = " ".join(str(one) for one in row.counted) or "–"
    if row.dropped:
        dropped = " ".join(str(one) for one in row.dropped)
        counted += f" · {text('league.club.dropped')} {dropped}"
    if row.carried:
        counted += f" · {text('league.club.bonus', points=row.carried)}"
    why = []
    if row.champion:
        why.append(text("league.section.champion"))
    if row.contender:
        why.append(text("league.club.contender"))
    if row.above is not None:
        why.append(text(f"league.club.decided.{row.decided_by}", here=row.here, above=row.above))
    if row.lot_seed is not None:
        why.append(text("league.decided.lot", seed=row.lot_seed))
    if row.tied and row.decided_by != "lot":
        why.append(text("league.club.shared"))
    cells = [str(row.rank), row.name, counted, number(text, row.points), number(text, row.gross)]
    return Line(cells, " · ".join(why), strong=1)


def _tournament(found: Sequence[TournamentRow], text: Texts) -> Block:
    columns = [
        Column(text("league.column.rank"), 8),
        Column(text("league.column.player"), 44),
        Column(text("league.column.net"), 11, RIGHT),
        Column(text("league.tournament.best_moves"), 12, RIGHT),
        Column(text("league.tournament.wins"), 10, RIGHT),
        Column(text("league.tournament.first_killed"), 12, RIGHT),
    ]
    return table(columns, [_tournament_row(row, text) for row in found])


def _tournament_row(row: TournamentRow, text: Texts) -> Line:
    why = [text("league.tournament.qualified")] if row.qualified else []
    if row.decided_by:
        figures: Mapping[str, Any] = {"here": row.here, "above": row.above}
        why.append(text(f"league.tournament.decided.{row.decided_by}", **figures))
    cells = [
        "–" if row.rank is None else str(row.rank),
        row.name,
        row.points.replace(".", text("league.format.decimal")),
        *[number(text, one) for one in (row.best_moves, row.wins, row.first_killed)],
    ]
    return Line(cells, " · ".join(why), strong=1)


def _stage(text: Texts, stage: str) -> str:
    key = f"league.stage.{stage}"
    return text(key) if text.has(key) else stage
