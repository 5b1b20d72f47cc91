"""The seats of a round as they are kept: drawn by lot, then changed one by one, each with a reason.

A change is a new row of the draws with the same seed; those before it stay, so that anybody can
draw again and follow what was changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from league import draws
from league.audit import as_json, note, now_ms
from league.competition import decisions, schedule, seats
from league.competition.laws import law_of
from league.competition.tables import apart_pair, official
from league.ids import person
from league.seasons import Season
from league.tablenames import table_name
from league.tables import draw as drawn_table
from league.tables import game_record
from league.troubles import Trouble
from rules.words import LONGEST_PLAYER, is_text

Outcome = Mapping[str, Any]
newest = draws.newest
CHANGES: Final = ("draw", "officials", "swap", "replace", "join", "leave", "assign")
"""What a row of a round's draws can be."""


class Change(NamedTuple):
    """A row of a round's draws: the draw itself, or what was changed afterwards."""

    seed: int
    at_ms: int
    what: str
    who: str
    why: str
    names: Sequence[str]


def draw(
    connection: Connection,
    season: Season,
    round_name: str,
    players: Sequence[str],
    seed: int,
    who: str,
) -> Outcome:
    """HUN-6, HUN-6.1, HUN-6.3: tables, seats and officials of who is here, by lot."""
    one = schedule.find(connection, season, round_name)
    _require_unplayed(connection, season.id, round_name)
    if not players:
        raise Trouble("league.trouble.nobody_here", round=round_name)
    pairs = apart(connection, season.id)
    here = set(players)
    kept = [pair for pair in pairs if here.issuperset(pair)]
    found = draws.draw(connection, season, round_name, players, seed, kept, who)
    law = law_of(season.edition)
    names = [name for name, office in officials(connection, season.id) if office == law.offices[0]]
    made = seats.with_officials(found, names, law.officials(one.stage), seed, pairs)
    _keep(connection, season.id, round_name, made, "officials", who, "", names)
    return made


def swap(
    connection: Connection, season: Season, round_name: str, pair: tuple[str, str], why: str,
    who: str,
) -> None:  # fmt: skip
    """HUN-6.1: two players change places, with a reason."""
    said = decisions.reason(why)
    _change(
        connection, season, round_name, ("swap", pair, said, who), lambda o: seats.swap(o, *pair)
    )


def replace(
    connection: Connection, season: Season, round_name: str, pair: tuple[str, str], why: str,
    who: str,
) -> None:  # fmt: skip
    """HUN-3.3: the second takes the first one's seat."""
    _change(
        connection, season, round_name, ("replace", pair, why, who),
        lambda o: seats.replace(o, *pair),
    )  # fmt: skip


def join(
    connection: Connection, season: Season, round_name: str, player: str, most: int, why: str,
    who: str,
) -> None:  # fmt: skip
    """HUN-6.2a: one more at a table with a free seat whose game has not been played."""
    played = _played(connection, season.id, round_name)

    def work(outcome: Outcome) -> Outcome:
        free = [one for one in outcome["tables"] if table_name(one) not in played]
        narrowed = seats.join({**outcome, "tables": free}, player, most)
        sits = next(one.table for one in seats.places(narrowed) if one.player == player)
        return seats.join(outcome, player, most, sits)

    _change(connection, season, round_name, ("join", (player,), why, who), work, whole=False)


def leave(
    connection: Connection, season: Season, round_name: str, player: str, why: str, who: str
) -> None:
    """Somebody gets up before the game."""
    one = schedule.find(connection, season, round_name)
    law = law_of(season.edition)
    least = law.table_limits(one.stage)[0]
    said = decisions.reason(why)
    _change(
        connection, season, round_name, ("leave", (player,), said, who),
        lambda o: seats.leave(o, player, least, law.seats_rule),
    )  # fmt: skip


def assign(
    connection: Connection, season: Season, round_name: str, table: str, names: Sequence[str],
    why: str, who: str,
) -> None:  # fmt: skip
    """HUN-6: the officials of a table, named by the organiser."""
    said = decisions.reason(why)
    known = {name for name, _ in officials(connection, season.id)}
    strange = next((name for name in names if name not in known), None)
    if strange is not None:
        raise Trouble("league.trouble.no_official", name=strange)
    _change(
        connection, season, round_name, ("assign", names, said, who),
        lambda o: seats.assign(o, table, names), whole=False,
    )  # fmt: skip


def quality(
    connection: Connection, season: Season, round_name: str, outcome: Outcome
) -> seats.Quality:
    """How good the seats are as they stand now."""
    rows = connection.execute(
        select(drawn_table.c.round, drawn_table.c.outcome)
        .where(drawn_table.c.season == season.id, drawn_table.c.round != round_name)
        .order_by(drawn_table.c.drawn_ms, drawn_table.c.id)
    )
    earlier = {row.round: json.loads(row.outcome) for row in rows}
    return seats.quality(outcome, apart(connection, season.id), list(earlier.values()))


def history(connection: Connection, season: str, round_name: str) -> list[Change]:
    """Every draw and change of a round, the oldest first."""
    rows = connection.execute(
        select(drawn_table.c.seed, drawn_table.c.drawn_ms, drawn_table.c.asked)
        .where(drawn_table.c.season == season, drawn_table.c.round == round_name)
        .order_by(drawn_table.c.drawn_ms, drawn_table.c.id)
    )
    found = []
    for row in rows:
        asked = json.loads(row.asked)
        made = asked.get("change", {"what": "draw", "who": "", "why": "", "names": []})
        found.append(Change(row.seed, row.drawn_ms, made["what"], made["who"], made["why"],
                            made["names"]))  # fmt: skip
    return found


def apart(connection: Connection, season: str) -> list[tuple[str, str]]:
    """HUN-6.1: who should not sit together; officials may be among them."""
    rows = connection.execute(
        select(apart_pair.c.one, apart_pair.c.other)
        .where(apart_pair.c.season == season)
        .order_by(apart_pair.c.one, apart_pair.c.other)
    )
    return [(row.one, row.other) for row in rows]


def keep_apart(connection: Connection, season: str, one: str, other: str, who: str) -> None:
    """HUN-6.1: keep these two apart from the next draw on."""
    pair = sorted((person(one), person(other)))
    if pair[0] == pair[1] or not all(is_text(name, LONGEST_PLAYER) for name in pair):
        raise Trouble("league.trouble.pair")
    if tuple(pair) not in apart(connection, season):
        connection.execute(insert(apart_pair).values(season=season, one=pair[0], other=pair[1]))
        note(connection, who, "apart", season)  # who knows whom is nobody else's


def let_together(connection: Connection, season: str, one: str, other: str, who: str) -> None:
    """Take a pair back."""
    mine = (apart_pair.c.one == one) & (apart_pair.c.other == other)
    connection.execute(delete(apart_pair).where(apart_pair.c.season == season, mine))
    note(connection, who, "apart.remove", season)


def officials(connection: Connection, season: str) -> list[tuple[str, str]]:
    """HUN-7: officials with their office, by name."""
    rows = connection.execute(
        select(official.c.name, official.c.office)
        .where(official.c.season == season)
        .order_by(official.c.name)
    )
    return [(row.name, row.office) for row in rows]


def appoint(connection: Connection, season: Season, name: str, office: str, who: str) -> None:
    """HUN-7: somebody is a banker, host or referee of this season."""
    found = person(name)
    if not found or not is_text(found, LONGEST_PLAYER):
        raise Trouble("league.trouble.name", most=LONGEST_PLAYER)
    allowed = law_of(season.edition).offices
    if office not in allowed:
        raise Trouble("league.trouble.office", office=office, allowed=", ".join(allowed))
    dismiss(connection, season.id, found, "")
    connection.execute(insert(official).values(season=season.id, name=found, office=office))
    note(connection, who, "official", season.id, detail={"name": found, "office": office})


def dismiss(connection: Connection, season: str, name: str, who: str) -> None:
    """Somebody holds no office any more."""
    mine = (official.c.season == season) & (official.c.name == name)
    gone = connection.execute(delete(official).where(mine)).rowcount
    if who and gone:
        note(connection, who, "official.remove", season, detail={"name": name})


def _change(
    connection: Connection,
    season: Season,
    round_name: str,
    said: tuple[str, Sequence[str], str, str],
    work: Callable[[Outcome], Outcome],
    *,
    whole: bool = True,
) -> None:
    """`whole`: only as long as no table of the round has played."""
    what, names, why, who = said
    outcome = newest(connection, season.id, round_name)
    if outcome is None:
        raise Trouble("league.trouble.not_drawn", round=round_name)
    if whole:
        require_unplayed(connection, season.id, round_name, outcome, names)
    _keep(connection, season.id, round_name, work(outcome), what, who, why, names)
    detail = {"names": list(names)}
    note(connection, who, f"seats.{what}", f"{season.id}/{round_name}", why[:255], detail)


def _keep(
    connection: Connection,
    season: str,
    round_name: str,
    outcome: Outcome,
    what: str,
    who: str,
    why: str,
    names: Sequence[str],
) -> None:
    mine = (drawn_table.c.season == season) & (drawn_table.c.round == round_name)
    last = connection.execute(
        select(drawn_table)
        .where(mine)
        .order_by(drawn_table.c.drawn_ms.desc(), drawn_table.c.id.desc())
        .limit(1)
    ).one()
    asked = json.loads(last.asked)
    asked["attend"] = [one.player for one in seats.places(outcome)]
    asked["change"] = {"what": what, "who": who, "why": why, "names": list(names)}
    connection.execute(
        insert(drawn_table).values(
            season=season,
            round=round_name,
            seed=last.seed,
            asked=as_json(asked),
            outcome=as_json(outcome),
            drawn_ms=max(now_ms(), last.drawn_ms),
        )
    )


def _played(connection: Connection, season: str, round_name: str) -> set[str]:
    mine = (game_record.c.season == season) & (game_record.c.round == round_name)
    return set(connection.execute(select(game_record.c.table_id).where(mine)).scalars())


def _require_unplayed(connection: Connection, season: str, round_name: str) -> None:
    if _played(connection, season, round_name):
        raise Trouble("league.trouble.played", round=round_name)


def require_unplayed(
    connection: Connection, season: str, round_name: str, outcome: Outcome, names: Sequence[str]
) -> None:
    """Trouble where one of these sits at a table of the round that has played."""
    played = _played(connection, season, round_name)
    for one in seats.places(outcome):
        if one.player in names and one.name in played:
            raise Trouble("league.trouble.table_played", name=one.player, table=one.name)
