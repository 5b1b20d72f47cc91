"""From one tournament to the next: money that was kept for it, seats that were won (RAY-PAY-3)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from league.seasons import Season
from league.tournaments.book import Book, find, names, tell
from league.troubles import Trouble
from rules.casino.tournament.accounts import Handed
from rules.casino.tournament.outcome import money, seat_winners
from rules.casino.tournament.state import Tournament


def handed_to(connection: Connection, book: Book) -> list[Handed]:
    """What the tournaments have of which this one took money or seats."""
    sources = set(book.state.carried) | {one.ticket for one in book.state.players.values()}
    known = names(connection, book.season.id)
    return [
        handed(find(connection, book.season, name).state, name) for name in known if name in sources
    ]


def handed(state: Tournament, name: str) -> Handed:
    """What an earlier tournament has for a later one; nothing before it has ended."""
    carry = money(state).carry if state.ended_ms is not None else 0
    return Handed(name, carry, seat_winners(state))


def carry(connection: Connection, season: Season, source: str, goal: str, who: str) -> Book:
    """RAY-PAY-3: what `source` kept goes into the pool of `goal`, once and whole."""
    giver = _ended(connection, season, source)
    amount = money(giver.state).carry
    for name in names(connection, season.id):
        if source in find(connection, season, name).state.carried:
            raise Trouble("league.trouble.carried", source=source, goal=name)
    book = find(connection, season, goal)
    return tell(connection, book, {"do": "carry_in", "from": source, "amount": amount}, who)


def grant(connection: Connection, season: Season, source: str, goal: str, who: str) -> Book:
    """RAY-1-1: who won a seat in `source` is entered in `goal`; who sits there already is not."""
    giver = _ended(connection, season, source)
    book = find(connection, season, goal)
    winners = seat_winners(giver.state)
    if not winners:
        raise Trouble("league.trouble.no_seats", source=source)
    for player in winners:
        if player not in book.state.players:
            line: dict[str, Any] = {"do": "enter", "player": player, "ticket": source}
            book = tell(connection, book, line, who)
    return book


def twice(connection: Connection, book: Book) -> list[tuple[str, str]]:
    """Who won a seat here that he cannot use, for he has another: player and satellite.

    He is paid the price of the seat instead (proposed).
    """
    found = []
    for name in {one.ticket for one in book.state.players.values() if one.ticket}:
        for player in seat_winners(find(connection, book.season, name).state):
            known = book.state.players.get(player)
            if known is not None and known.ticket != name:
                found.append((player, name))
    return sorted(found)


def _ended(connection: Connection, season: Season, name: str) -> Book:
    book = find(connection, season, name)
    if book.state.ended_ms is None:
        raise Trouble("league.trouble.not_ended", round=name)
    return book
