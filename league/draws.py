"""Seats by lot: who attended, the seed, the outcome, all kept, so that anybody can draw again."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from league.audit import as_json, note, now_ms
from league.errors import CellError, UserError
from league.families import Asked, family_of
from league.ids import checked_name, day_of, person
from league.rfc4180 import decode
from league.rounds import stage_of
from league.seasons import Season
from league.standings import past_of
from league.substitutes import owners, planned, renamed, sitting
from league.tablenames import named, with_names
from league.tables import draw as drawn_table
from rules.words import LONGEST_PLAYER, is_text

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every JSON reader keeps."""


def draw(
    connection: Connection,
    season: Season,
    round_name: str,
    players: Sequence[str],
    seed: int,
    apart: Sequence[tuple[str, str]],
    who: str,
    contenders: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Draw and keep the draw; UserError where so many cannot be seated."""
    checked_name("round", round_name)
    _require_attending(players, apart)
    for one in contenders or ():
        if one not in players:
            raise UserError(f"--contenders {one!r}: does not attend")
    stage = stage_of(connection, season.id, round_name)
    _require_eligible(connection, season, round_name, stage, players)
    earlier = _earlier(connection, season.id, round_name)
    holders = sitting(connection, season.id, round_name)
    if holders:
        players = owners(holders, players)
    plans = {holder: owner for owner, holder in holders.items()}
    to_draw = Asked(round_name, stage, _other_names(apart, plans), contenders, earlier)
    past = past_of(connection, season)
    done = family_of(season.edition).draw(players, seed, season.edition, to_draw, past)
    together = _other_names(done.together, holders)
    answer = dict(done.answer) | {"together": [list(pair) for pair in together]}
    if holders:
        answer = renamed(answer, holders)
    answer = with_names(answer, named(connection, season.id))
    asked: dict[str, Any] = {
        "attend": [holders.get(player, player) for player in players],
        "apart": [list(pair) for pair in apart],
    }
    if contenders is not None:
        asked["contenders"] = list(contenders)
    connection.execute(
        insert(drawn_table).values(
            season=season.id,
            round=round_name,
            seed=seed,
            asked=as_json(asked),
            outcome=as_json(answer),
            drawn_ms=now_ms(),
        )
    )
    note(connection, who, "draw", f"{season.id}/{round_name}", detail={"seed": seed})
    return answer


def _other_names(
    pairs: Sequence[tuple[str, str]], names: Mapping[str, str]
) -> list[tuple[str, str]]:
    return [(names.get(one, one), names.get(other, other)) for one, other in pairs]


def _require_eligible(
    connection: Connection, season: Season, round_name: str, stage: str, players: Sequence[str]
) -> None:
    """RAMK-2.1: of a club's members only those who may play on that evening are seated."""
    if season.edition.game != "matador":
        return
    from league.club import calendar, members
    from league.club.standing import rounds_played

    evenings = calendar.listing(connection, season.id)
    today = day_of(now_ms())
    day = next((one.date for one in evenings if one.round == round_name), today)
    rounds = rounds_played(connection, season, but=round_name) if stage == "final" else None
    members.require_eligible(connection, season, players, day, rounds)


def newest(connection: Connection, season: str, round_name: str) -> dict[str, Any] | None:
    """The newest draw of a round, as `league draw` printed it; None where nothing was drawn."""
    row = connection.execute(
        select(drawn_table.c.outcome)
        .where(drawn_table.c.season == season, drawn_table.c.round == round_name)
        .order_by(drawn_table.c.drawn_ms.desc(), drawn_table.c.id.desc())
        .limit(1)
    ).scalar()
    found: dict[str, Any] | None = json.loads(row) if row else None
    return found


def _earlier(connection: Connection, season: str, round_name: str) -> list[dict[str, Any]]:
    """The newest draw of each other round, in the order of their first draws; where somebody sat
    by another's plan of seats (MAFA-MAIN-3), with whose it is.
    """
    found: dict[str, dict[str, Any]] = {}
    rows = connection.execute(
        select(drawn_table.c.round, drawn_table.c.outcome)
        .where(drawn_table.c.season == season, drawn_table.c.round != round_name)
        .order_by(drawn_table.c.drawn_ms, drawn_table.c.id)
    )
    for row in rows:
        found[row.round] = json.loads(row.outcome)
    return [planned(connection, season, name, outcome) for name, outcome in found.items()]


def _require_attending(players: Sequence[str], apart: Sequence[tuple[str, str]]) -> None:
    """A misspelt name would leave two together whom somebody wanted apart, without a word."""
    there = set(players)
    for one, other in apart:
        missing = next((name for name in (one, other) if name not in there), None)
        if missing is not None:
            raise UserError(
                f"--apart {f'{one}:{other}'!r}: {missing!r} does not attend;"
                " write the name as in the file of --attend"
            )


def checked_seed(seed: int | None) -> int:
    """The seed that was given, or one by chance."""
    if seed is None:
        return secrets.randbelow(LARGEST_SEED + 1)
    if not 0 <= seed <= LARGEST_SEED:
        raise UserError(f"--seed {seed}: allowed 0 to {LARGEST_SEED}")
    return seed


def read_attendance(path: Path) -> list[str]:
    """The players of a file, one a line; empty lines are passed over."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}; give a file with one player a line") from None
    lines: dict[str, int] = {}
    for number, line in enumerate(decode(data, str(path)).splitlines(), 1):
        player = person(line)
        if not player:
            continue
        if not is_text(player, LONGEST_PLAYER):
            allowed = f"a name of at most {LONGEST_PLAYER} characters, no control characters"
            raise CellError(str(path), number, 1, f"found {player[:40]!r}, allowed {allowed}")
        if player in lines:
            raise CellError(
                str(path), number, 1, f"{player!r} stands in line {lines[player]} already"
            )
        lines[player] = number
    return list(lines)


def read_apart(pairs: Sequence[str]) -> list[tuple[str, str]]:
    """`A:B` texts as pairs."""
    found: list[tuple[str, str]] = []
    for text in pairs:
        one, colon, other = (person(part) for part in text.partition(":"))
        if not (one and colon and other) or one == other:
            raise UserError(f"--apart {text!r}: write two players as A:B")
        found.append((one, other))
    return found
