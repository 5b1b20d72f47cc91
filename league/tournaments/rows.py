"""What a tournament that has ended counts in the season: the rows of its result file (RAY-1-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection

from league.families import Result, casino
from league.families.formats import row_key
from league.rounds import STAGES, stages_said
from league.seasons import Season
from league.tournaments.book import Book, find, names
from rules.casino.standings import FINAL, SATELLITE, Own
from rules.casino.tournament.outcome import plan_of, results, seat_winners


def with_tournaments(
    connection: Connection, season: Season, uploaded: Mapping[str, Result]
) -> dict[str, Result]:
    """The results that count: of a round that is kept as a tournament, its own and no table's.

    A table knows its players alone; places and prizes are the tournament's. They count when it has
    ended.
    """
    kept = names(connection, season.id)
    found = {
        key: result for key, result in uploaded.items() if result.facts["tournament"] not in kept
    }
    said = stages_said(connection, season.id)
    for name in kept:
        book = find(connection, season, name)
        if book.state.ended_ms is None:
            continue
        for result in _rows(book, str(said.get(name, ""))):
            found[row_key(casino.FORM, result.facts)] = result
    return found


def own_of(connection: Connection, season: Season) -> dict[str, Own]:
    """RAY-STRUCT-1, RAY-PAY-3: each tournament's own instructions, and who won a seat in it."""
    found = {}
    for name in names(connection, season.id):
        state = find(connection, season, name).state
        won = seat_winners(state) if state.plan.prizes.satellite_price else None
        found[name] = Own(plan_of(state), won)
    return found


def _rows(book: Book, said: str) -> Iterator[Result]:
    won = {one.player: one for one in results(book.state, book.tie)}
    stage = (FINAL if said == STAGES[2] else SATELLITE) if said else ""
    for name, player in book.state.players.items():
        row = won.get(name)
        facts = {
            "tournament": book.round,
            "player": name,
            "entries": 1,
            "rebuys": player.rebuys,
            "addons": int(player.addon),
            "points": player.held,
            "busted_order": row.order if row else 0,
            "disqualified": int(player.disqualified),
            "prize": row.prize if row else 0,
        }
        if stage:
            facts["stage"] = stage
        yield Result(facts, False, name, None, book.round)
