"""A tournament as data: what `league tournament SEASON ROUND --json` prints."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from league.tournaments.book import Book
from league.tournaments.handing import twice
from rules.casino.tournament.outcome import board, in_play, money, results
from rules.casino.tournament.state import Tournament


def told(connection: Connection, book: Book) -> dict[str, Any]:
    """Everything that may be known of it (RAY-PAY-2: amounts when nothing can be bought)."""
    state = book.state
    pool, prizes = money(state), board(state)
    known = prizes is not None
    return {
        "season": book.season.id,
        "round": book.round,
        "state": stage_of(state),
        "window": state.window.value,
        "entries": len(state.players),
        "left": len(state.playing),
        "rebuys": sum(one.rebuys for one in state.players.values()),
        "addons": sum(one.addon for one in state.players.values()),
        "house": len(state.players) * state.plan.house,
        "pool": pool.pool if known else None,
        "carry": pool.carry if known else None,
        "carried": dict(state.carried),
        "points_in_play": in_play(state),
        "prizes": None if prizes is None else list(prizes),
        "tables": [
            {
                "table": table.number,
                **({"name": book.name_of(table.number)} if book.named else {}),
                "button": table.button,
                "seats": [
                    {"seat": seat, "player": name}
                    for seat, name in enumerate(table.seats, 1)
                    if name is not None
                ],
            }
            for table in state.tables
        ],
        "places": [one._asdict() for one in results(state, book.tie)] if known else [],
        "deal": None if state.deal is None else {"by": state.deal.by, **state.deal.prizes},
        "moves": [{"at": one.at_ms, **one.move._asdict()} for one in state.moves],
        "seeds": list(state.seeds),
        "won_twice": [list(one) for one in twice(connection, book)],
        "lines": len(book.kept),
    }


def stage_of(state: Tournament) -> str:
    """`entries`, `drawn`, `played`, `ended`."""
    if state.ended_ms is not None:
        return "ended"
    if state.started_ms is not None:
        return "played"
    return "drawn" if state.tables else "entries"
