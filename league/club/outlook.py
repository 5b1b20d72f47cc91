""" "What do I need?" (RAMK-3.1B, RAMK-9.17, RAMK-9.18): before and during the final.

The tables are those that were drawn; before the draw those that would be drawn by today's points
of who is checked in, or of all who may play. Places are known where a game is finished, where
somebody said that a player is out, and where the reader supposes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from league.audit import note
from league.club import calendar
from league.draws import newest
from league.errors import UserError
from league.families.matador import FINAL, lot_needed, plain_lots, plain_results
from league.ids import person
from league.live import LiveState
from league.rounds import stage_of
from league.seasons import Season, find
from league.settings import Settings
from league.standings import past_of
from league.tables import draw, evening, known_place
from rules.edition import Edition
from rules.kinds import Refusal
from rules.matador import seating, whatif
from rules.matador.contenders import contenders
from rules.matador.members import has_played
from rules.matador.season import Result, Row, standings
from rules.matador.whatif import FinalTable, Need

DRAWN = "drawn"
CHECKED_IN = "checked_in"
SUPPOSED = "supposed"


class Outlook(NamedTuple):
    """The final as it may still end."""

    round: str
    by: str
    """Where the tables come from: `drawn`, `checked_in`, `supposed` (all who may play)."""
    tables: Sequence[FinalTable]
    contenders: Sequence[str]
    needs: Mapping[str, tuple[Need, ...]]
    over: bool
    rows: Sequence[Row]
    """The standings as they are, or with every place supposed, as they would be."""
    supposed: bool


def outlook(
    connection: Connection, season: Season, supposed: Mapping[str, int] | None = None
) -> Outlook:
    """RAMK-3.1B: live contenders and needs; `supposed` are places that the reader tries out."""
    past = past_of(connection, season)
    results = plain_results(past.results)
    before = [result for result in results if not result.final]
    played = {result.player: result.place for result in results if result.final}
    edition, carried = season.edition, past.carried
    round_name, by, tables = _tables(connection, season, before, carried)
    said = {**said_out(connection, season.id, round_name), **played}
    known = [_known(players, said, supposed or {}) for players in tables]
    needs = whatif.everybodys_needs(known, before, edition, carried)
    is_over = bool(played) and all(one in played for players in tables for one in players)
    places = {player: place for table in known for player, place in table.known.items()}
    whole = bool(known) and all(one in places for table in known for one in table.players)
    rows = standings(results, edition, carried, plain_lots(past.lots.get(FINAL, {})))
    if whole and not is_over:
        rows = whatif.suppose(places, known, before, edition, carried)
    if known:
        can_win = whatif.can_still_win(needs)
    else:  # nobody can be seated: by the bound of RAMK-3.1B, all taken as attending
        can_win = contenders(results, [row.player for row in rows], edition, carried)
    return Outlook(round_name, by, known, can_win, needs, is_over, rows, whole and not is_over)


def follow(connection: Connection, settings: Settings, table: str, state: LiveState) -> None:
    """RAMK-9.16: a table of the final tells who is out, and takes it back if it was undone.

    Two who leave between two states of the table have left in an order that it did not tell: the
    organiser says it. Nothing happens for any other game.
    """
    if not is_final(connection, state):
        return
    here = {person(seat.name): seat.mark for seat in state.seats}
    out = {name for name, mark in here.items() if mark == "out"}
    mine = (known_place.c.season == state.season) & (known_place.c.round == state.round)
    rows = connection.execute(select(known_place).where(mine)).all()
    season = find(connection, settings, state.season)
    drawn = newest(connection, state.season, state.round) or {"tables": []}
    seated = {seat["player"] for one in drawn["tables"] for seat in one["seats"]}
    for row in rows:
        if row.source == table and row.player in here and row.player not in out:
            say_out(connection, season, state.round, row.player, False, f"table:{table}")
    new = sorted((out & seated) - {row.player for row in rows})
    if len(new) == 1:
        say_out(connection, season, state.round, new[0], True, f"table:{table}", table)


def is_final(connection: Connection, state: LiveState) -> bool:
    """Whether a club's final is played there: what a table says again may then lead on, as when the
    organiser has said meanwhile who of two was out first.
    """
    asked = select(evening.c.final).where(
        evening.c.season == state.season, evening.c.round == state.round
    )
    return state.game is not None and bool(connection.execute(asked).scalar())


def say_out(
    connection: Connection,
    season: Season,
    round_name: str,
    player: str,
    is_out: bool,
    who: str,
    source: str = "",
) -> int | None:
    """RAMK-9.16: somebody is out of the final: he has the last place that is still open.

    `is_out` false takes it back. The table's record is what counts in the end. `source` is the
    table that says so, which may take it back; empty for a person.
    """
    name = person(player)
    drawn = newest(connection, season.id, round_name)
    table = next(
        (
            [seat["player"] for seat in one["seats"]]
            for one in (drawn or {"tables": []})["tables"]
            if any(seat["player"] == name for seat in one["seats"])
        ),
        None,
    )
    if table is None:
        raise UserError(f"{name!r}: does not sit at a table of {round_name}; draw first")
    said = said_out(connection, season.id, round_name)
    mine = (known_place.c.season == season.id) & (known_place.c.round == round_name)
    connection.execute(delete(known_place).where(mine & (known_place.c.player == name)))
    place = None
    if is_out:
        taken = {said[one] for one in table if one in said and one != name}
        place = max(one for one in range(1, len(table) + 1) if one not in taken)
        connection.execute(
            insert(known_place).values(
                season=season.id, round=round_name, player=name, place=place, source=source
            )
        )
    note(connection, who, "out", f"{season.id}/{round_name}", detail={"player": name, "is": place})
    return place


def tied_for_cup(connection: Connection, season: Season) -> list[str]:
    """RAMK-9.17: among whom the lot is drawn, once the final was played."""
    return lot_needed(past_of(connection, season), FINAL, season.edition)


def final_round(connection: Connection, season: str) -> str:
    """The name of the final: of the calendar, else as it was drawn, else F."""
    planned = next((one.round for one in calendar.listing(connection, season) if one.final), None)
    rounds = select(draw.c.round).where(draw.c.season == season).order_by(draw.c.drawn_ms.desc())
    drawn = connection.execute(rounds).scalars()
    return planned or next(
        (one for one in drawn if stage_of(connection, season, one) == "final"), "F"
    )


def _tables(
    connection: Connection, season: Season, before: Sequence[Result], carried: Mapping[str, int]
) -> tuple[str, str, list[tuple[str, ...]]]:
    name = final_round(connection, season.id)
    drawn = newest(connection, season.id, name)
    if drawn is not None:
        seats = [tuple(seat["player"] for seat in one["seats"]) for one in drawn["tables"]]
        return name, DRAWN, seats
    here = calendar.came(connection, season.id, name)
    by = CHECKED_IN if here else SUPPOSED
    attending = here or _may_play(before, season.edition)
    found = seating.seat(attending, before, 0, season.edition, carried=carried, final=True)
    return name, by, [] if isinstance(found, Refusal) else list(found.tables)


def _may_play(before: Sequence[Result], edition: Edition) -> list[str]:
    """RAMK-2.1c: all who have played a round of the season."""
    players = sorted({result.player for result in before})
    return [one for one in players if has_played(1, edition) is None]


def said_out(connection: Connection, season: str, round_name: str) -> dict[str, int]:
    """The places of who is out of a final that goes on, as somebody said."""
    rows = connection.execute(
        select(known_place).where(known_place.c.season == season, known_place.c.round == round_name)
    )
    return {row.player: row.place for row in rows}


def _known(
    players: Sequence[str], said: Mapping[str, int], supposed: Mapping[str, int]
) -> FinalTable:
    """What is known goes before what is supposed; a place is supposed once."""
    known = {one: said[one] for one in players if one in said}
    for one in players:
        place = supposed.get(one)
        free = place is not None and place not in known.values()
        if place is not None and free and one not in known and 1 <= place <= len(players):
            known[one] = place
    return FinalTable(tuple(players), known)
