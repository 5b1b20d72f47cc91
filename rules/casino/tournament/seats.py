"""Seats of a tournament: the draw, balancing, breaking, single moves; every move is kept."""

from __future__ import annotations

from rules.casino import seating
from rules.casino.seating import Move, Table
from rules.casino.tournament.lines import Line
from rules.casino.tournament.state import Moved, Tournament, place_of, refused, without
from rules.kinds import Refusal

Found = Tournament | Refusal


def draw(state: Tournament, at_ms: int, seed: int) -> Found:
    """RAY-SNG-1, RAY-1-1: all who are in, by lot; who sat elsewhere before has moved."""
    names = [one.name for one in state.playing]
    drawn = seating.seat(names, seed, state.size)
    if isinstance(drawn, Refusal):
        return drawn
    moves = state.moves
    if state.started_ms is not None:
        moves = (*moves, *_moved(state, drawn, at_ms))
    return state._replace(tables=drawn, moves=moves, seeds=(*state.seeds, seed))


def balance(state: Tournament, line: Line) -> Found:
    """RAY-1-1 (presupposed): no two tables differ by more than one, none is more than needed.

    Who pays the next big blind moves; a table that is broken is the one with the highest number,
    its players go by lot. Penalties are the players' and go along.
    """
    if not state.tables:
        return refused("RAY-SNG-1", "not_drawn")
    done = seating.level(state.tables, line.fields["seed"])
    moves = tuple(Moved(line.at_ms, move) for move in done.moves)
    return state._replace(tables=done.tables, moves=(*state.moves, *moves))


def move(state: Tournament, line: Line) -> Found:
    """RAY-1-1 (presupposed): the director's own move, to a seat that is free; with his reason."""
    name, number, seat = (line.fields[key] for key in ("player", "table", "seat"))
    player = state.players.get(name)
    if player is None or not player.playing:
        return refused("RAY-INTRO-1", "player_not_entered", name)
    table = next((one for one in state.tables if one.number == number), None)
    if table is None:
        return refused("RAY-1-1", "no_such_table", table=number)
    if seat > len(table.seats) or table.seats[seat - 1] is not None:
        return refused("RAY-1-1", "seat_taken", table=number, seat=seat)
    before = place_of(state, name)
    tables = without(state.tables, name)
    tables = tuple(_seated(one, seat, name) if one.number == number else one for one in tables)
    made = Move(name, *(before or (0, 0)), number, seat, line.fields["reason"] or "director")
    return state._replace(tables=tables, moves=(*state.moves, Moved(line.at_ms, made)))


def button(state: Tournament, line: Line) -> Found:
    """Where the button is at a table: it says who pays the next big blind."""
    number, seat = line.fields["table"], line.fields["seat"]
    if all(one.number != number for one in state.tables):
        return refused("RAY-1-1", "no_such_table", table=number)
    if seat > state.size:
        return refused("RAY-1-1", "no_such_seat", table=number, seat=seat)
    return state._replace(
        tables=tuple(
            one._replace(button=seat) if one.number == number else one for one in state.tables
        )
    )


def placed(state: Tournament, name: str) -> Found:
    """A seat for who bought himself in again after his was given away: at the smallest table."""
    free = [one for one in state.tables if one.players < len(one.seats)]
    if not free:
        return refused("RAY-1-1", "no_seat_free", name)
    goal = min(free, key=lambda one: (one.players, one.number))
    seat = goal.seats.index(None) + 1
    return state._replace(
        tables=tuple(_seated(one, seat, name) if one is goal else one for one in state.tables)
    )


def _seated(table: Table, seat: int, name: str) -> Table:
    seats = (*table.seats[: seat - 1], name, *table.seats[seat:])
    return table._replace(seats=seats)


def _moved(state: Tournament, drawn: tuple[Table, ...], at_ms: int) -> list[Moved]:
    before = {
        name: (table.number, seat)
        for table in state.tables
        for seat, name in enumerate(table.seats, 1)
        if name is not None
    }
    found = []
    for table in drawn:
        for seat, name in enumerate(table.seats, 1):
            was = before.get(name or "", (0, 0))
            if name is not None and was != (table.number, seat):
                found.append(Moved(at_ms, Move(name, *was, table.number, seat, "draw")))
    return found
