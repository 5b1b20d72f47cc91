"""Who sits in the place of a late player (MAFA-MAIN-3): his plan of seats goes to the substitute.

A draw is made for those who own the plans and written with the names of those who sit there, so a
substitute has in every round the seat that the late player would have had, and none that he had.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, insert, select

from league.audit import as_json, note, now_ms
from league.errors import UserError
from league.families.formats import Person
from league.results import counted
from league.seasons import Season
from league.tables import draw as drawn_table
from league.tables import substitution
from rules.mafia.arrival import START, is_replaced, replaced_from

_MINUTE: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class Substitution(NamedTuple):
    """From this round on `substitute` sits where `late` would; said at `minute` of the evening."""

    round: str
    late: str
    substitute: str
    minute: str


class Seat(NamedTuple):
    """A seat that changed hands."""

    round: str
    table: str
    seat: int


class _Drawn(NamedTuple):
    seed: int
    asked: Mapping[str, Any]
    outcome: Mapping[str, Any]


def substitutions(connection: Connection, season: str) -> list[Substitution]:
    """All of a season, the oldest first."""
    columns = (substitution.c[name] for name in Substitution._fields)
    rows = connection.execute(
        select(*columns).where(substitution.c.season == season).order_by(substitution.c.id)
    )
    return [Substitution(*row) for row in rows]


def sitting(connection: Connection, season: str, round_name: str) -> dict[str, str]:
    """MAFA-MAIN-3: owner of a plan of seats -> who sits by it in that round; the others sit by
    their own. A round that is not drawn yet comes after all that are.
    """
    found = substitutions(connection, season)
    order = list(_drawn(connection, season)) if found else []
    last = order.index(round_name) if round_name in order else len(order)
    holders: dict[str, str] = {}
    for one in found:
        if order.index(one.round) <= last:
            holders[owner_of(holders, one.late)] = one.substitute
    return holders


def owner_of(holders: Mapping[str, str], player: str) -> str:
    """Whose plan of seats the player has; his own, where he is nobody's substitute."""
    return next((owner for owner, holder in holders.items() if holder == player), player)


def owners(holders: Mapping[str, str], players: Sequence[str]) -> list[str]:
    """The owners of the plans of who attends; UserError where two would sit by one plan."""
    found: dict[str, str] = {}
    for player in players:
        owner = owner_of(holders, player)
        if owner in found:
            raise UserError(
                f"{found[owner]!r} and {player!r}: {holders[owner]!r} sits in {owner!r}'s place"
                " (MAFA-MAIN-3); one of the two attends"
            )
        found[owner] = player
    return list(found)


def renamed(outcome: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A draw's outcome with other names at the same seats."""
    tables = [
        table
        | {
            "seats": [
                seat | {"player": names.get(seat["player"], seat["player"])}
                for seat in table["seats"]
            ]
        }
        for table in outcome["tables"]
    ]
    return {**outcome, "tables": tables}


def planned(
    connection: Connection, season: str, round_name: str, outcome: dict[str, Any]
) -> dict[str, Any]:
    """A round's outcome with the owners of the plans at the seats of who sat by them."""
    holders = sitting(connection, season, round_name)
    names = {holder: owner for owner, holder in holders.items()}
    return renamed(outcome, names) if names else outcome


def substitute(
    connection: Connection, season: Season, asked: Substitution, who: str, starts: str = START
) -> list[Seat]:
    """MAFA-MAIN-3: keep it, and give the substitute the late player's seats of that round and of
    those drawn after it; UserError before the minute from which a late player is replaced.

    `starts`: when the round starts, where it is scheduled, else as the document says.
    """
    _require_late(season, asked, starts)
    drawn = _drawn(connection, season.id)
    if asked.round not in drawn:
        raise UserError(f"round {asked.round!r}: nothing is drawn yet; league draw comes first")
    order = list(drawn)
    rest = {name: drawn[name] for name in order[order.index(asked.round) :]}
    _require_free(connection, season, asked, rest)
    connection.execute(insert(substitution).values(season=season.id, **_row(asked)))
    seats: list[Seat] = []
    for name, one in rest.items():
        found = _seat(name, one.outcome, asked.late)
        if found is not None:
            _draw_for(connection, season.id, name, one, asked)
            seats.append(found)
    subject = f"{season.id}/{asked.round}"
    note(connection, who, "substitute", subject, "MAFA-MAIN-3", detail=asked._asdict())
    return seats


def _require_late(season: Season, asked: Substitution, starts: str) -> None:
    if season.edition.game != "mafia":
        raise UserError(
            f"season {season.id}: a late player is replaced in tournament Mafia only (MAFA-MAIN-3);"
            f" {season.edition.id} knows no substitutes"
        )
    if _MINUTE.fullmatch(asked.minute) is None:
        raise UserError(f"--minute {asked.minute!r}: write the minute of the evening as HH:MM")
    if not is_replaced(season.edition, asked.minute, starts):
        raise UserError(
            f"--minute {asked.minute}: {asked.late!r} is waited for until"
            f" {replaced_from(season.edition, starts)} (MAFA-MAIN-3); replace him from then on"
        )


def _require_free(
    connection: Connection, season: Season, asked: Substitution, rest: Mapping[str, _Drawn]
) -> None:
    if _seat(asked.round, rest[asked.round].outcome, asked.late) is None:
        raise UserError(
            f"--late {asked.late!r}: has no seat in round {asked.round};"
            " write the name as league draw printed it"
        )
    if Person().read(asked.substitute) is None:
        raise UserError(f"--by {asked.substitute[:40]!r}: allowed {Person().allowed}")
    for name, one in rest.items():
        if _seat(name, one.outcome, asked.substitute) is not None:
            raise UserError(f"--by {asked.substitute!r}: has a seat of his own in round {name}")
    results = counted(connection, season).values()
    if any(one.excluded and one.facts["player"] == asked.substitute for one in results):
        raise UserError(
            f"--by {asked.substitute!r}: is disqualified (MAFA-JUDGE-5); let another one sit down"
        )


def _row(asked: Substitution) -> dict[str, Any]:
    return {**asked._asdict(), "made_ms": now_ms()}


def _seat(round_name: str, outcome: Mapping[str, Any], player: str) -> Seat | None:
    return next(
        (
            Seat(round_name, table["table"], seat["seat"])
            for table in outcome["tables"]
            for seat in table["seats"]
            if seat["player"] == player
        ),
        None,
    )


def _draw_for(
    connection: Connection, season: str, round_name: str, one: _Drawn, asked: Substitution
) -> None:
    """The draw once more under the new name; the one before stays on record."""
    names = {asked.late: asked.substitute}
    attend = [names.get(player, player) for player in one.asked["attend"]]
    connection.execute(
        insert(drawn_table).values(
            season=season,
            round=round_name,
            seed=one.seed,
            asked=as_json({**one.asked, "attend": attend}),
            outcome=as_json(renamed(one.outcome, names)),
            drawn_ms=now_ms(),
        )
    )


def _drawn(connection: Connection, season: str) -> dict[str, _Drawn]:
    """The newest draw of each round, in the order of their first draws."""
    found: dict[str, _Drawn] = {}
    rows = connection.execute(
        select(drawn_table)
        .where(drawn_table.c.season == season)
        .order_by(drawn_table.c.drawn_ms, drawn_table.c.id)
    )
    for row in rows:
        found[row.round] = _Drawn(row.seed, json.loads(row.asked), json.loads(row.outcome))
    return found
