"""Who sits where in a round, to hang at the door: by name, then by table. Names only (HUN-16)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from league.competition import schedule, seats
from league.draws import newest
from league.errors import UserError
from league.figures import day
from league.paper.papers import Column, Heading, Line, Paper, table, words
from league.seasons import Season
from league.tablenames import table_name
from league.texts import Texts
from league.tournaments import book as books
from league.tournaments.book import Book


def drawn_round(connection: Connection, season: Season, round_name: str) -> Mapping[str, Any]:
    """The newest draw of a round, a casino tournament's tables as they stand in its book;
    UserError where there is none.
    """
    if season.edition.game == "casino" and round_name in books.names(connection, season.id):
        found = _in_book(books.find(connection, season, round_name))
    else:
        found = newest(connection, season.id, round_name)
    if found is None:
        raise UserError(f"round {round_name!r}: no seats are drawn; draw them first")
    return found


def seats_paper(connection: Connection, season: Season, round_name: str, text: Texts) -> Paper:
    """The list of a round."""
    outcome = drawn_round(connection, season, round_name)
    places = sorted(seats.places(outcome), key=lambda one: _by_name(one.player))
    by_name = table(
        [
            Column(text("league.column.player"), 60),
            Column(text("league.paper.table"), 20),
            Column(text("league.mafia.seat"), 20),
        ],
        [Line([one.player, one.name, str(one.seat)], strong=0) for one in places],
    )
    rows: list[Line | Heading] = []
    for one in outcome["tables"]:
        officials = ", ".join(one.get("officials", ()))
        name = table_name(one)
        rows.append(Heading(f"{name} · {officials}" if officials else name))
        rows += [Line([str(seat["seat"]), seat["player"]]) for seat in one["seats"]]
    by_table = table(
        [Column(text("league.mafia.seat"), 12), Column(text("league.column.player"), 88)], rows
    )
    told = words(text("league.run.drawn_with", seed=outcome["seed"]), "small")
    heads = [words(text(f"league.paper.{one}"), "heading") for one in ("by_name", "by_table")]
    title = f"{text('league.run.nav.seats')} {round_name}"
    under = f"{season.edition.name} · {season.id}{when(connection, season, round_name, text)}"
    return Paper(title, under, [heads[0], by_name, heads[1], by_table, told])


def _in_book(book: Book) -> Mapping[str, Any] | None:
    if not book.state.tables:
        return None
    return {
        "seed": book.state.seeds[-1] if book.state.seeds else "–",
        "tables": [
            {
                "table": str(table.number),
                "name": book.name_of(table.number),
                "seats": [
                    {"seat": at, "player": name} for at, name in enumerate(table.seats, 1) if name
                ],
            }
            for table in book.state.tables
        ],
    }


def when(connection: Connection, season: Season, round_name: str, text: Texts) -> str:
    """Day, hour and place of a round in the schedule, each with a dot before it; else empty."""
    known = {one.round: one for one in schedule.listing(connection, season)}
    if round_name not in known:
        return ""
    one = known[round_name]
    said = [f"{day(text, one.day, 'full')}, {one.starts}", one.place]
    return "".join(f" · {part}" for part in said if part)


def _by_name(name: str) -> str:
    """Names in the order in which people look for them: accents beside their letters."""
    return unicodedata.normalize("NFKD", name).casefold()
