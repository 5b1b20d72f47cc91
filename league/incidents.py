"""What a referee looks for in a season's records: marks, accusations, rulings, fouls, penalties.

Nothing is kept besides the records: each is read when somebody asks, with the lines behind what
happened. What a table refused is no incident; what it took back is one, and marked so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from league.seasons import Season, edition_of_record
from league.settings import Settings
from league.tables import game_record
from rules.actions import parse_action
from rules.edition import Edition
from rules.errors import RulesError
from rules.history import History
from rules.record import Line, Record, read

KINDS: Final[Mapping[str, Sequence[str]]] = {
    "mark": ("incident",),
    "accusation": ("accuse", "evasion"),  # RAMK-4.1, RAMK-4.4
    "ruling": ("ruling", "end", "reset"),
    "foul": ("foul", "unfoul", "warn"),
    "removal": ("remove", "disqualify", "team_loss"),
    "penalty": ("penalty", "award"),
    "signature": ("sign",),  # by the referee, in place of a player
}
"""What can be looked for, and the actions that are it."""
_KIND_OF: Final = {do: kind for kind, words in KINDS.items() for do in words}
_CHARGED: Final = "monster"
"""MAFA-GAME-6: the one award that is a penalty."""
_FOLLOWS: Final = ("vote", "next", "evasion", "undo")
"""What belongs to what was said before it."""
_NOT_KEPT: Final = ("undo", "wait")
"""Actions that `History` does not count among those that were accepted."""
_BEHIND: Final = 12
MOST: Final = 40
"""Incidents on a page."""
LOOKED_AT: Final = 1000
"""Records that are read for a page, however little is in them: a season may have millions."""
FURTHEST: Final = 10**9


class Behind(NamedTuple):
    """A line of the record: its number, and what it says without its place in the chain."""

    number: int
    text: str


class Incident(NamedTuple):
    """Something that happened at a table."""

    line: int
    kind: str
    do: str
    t_ms: int
    """Since the game was opened."""
    seat: int | None
    player: str
    other: str
    """Who was accused, where somebody was."""
    text: str
    """The reason or the wording that was entered."""
    stands: bool
    """False: it was taken back at the table."""
    lines: Sequence[Behind]


class Happened(NamedTuple):
    """The incidents of a game, in the order of the game."""

    game: str
    round: str
    table: str
    sha256: str
    incidents: Sequence[Incident]


class Asked(NamedTuple):
    """What is looked for; an empty field asks for nothing. `skip`: so many records were seen."""

    round: str = ""
    table: str = ""
    kind: str = ""
    skip: int = 0


class Found(NamedTuple):
    """A page of games, the newest first; `skip` for the page after it, None on the last one."""

    games: Sequence[Happened]
    skip: int | None


def look(connection: Connection, settings: Settings, season: Season, asked: Asked) -> Found:
    """The incidents of a season's games, as many games as make a page."""
    words = KINDS.get(asked.kind, tuple(_KIND_OF))
    kept = game_record.c
    wanted = (kept.season == season.id) & (kept.round == asked.round if asked.round else True)
    if asked.table:
        wanted &= kept.table_id == asked.table
    skip = min(asked.skip, FURTHEST)
    rows = connection.execute(
        select(kept.sha256)
        .where(wanted)
        .order_by(kept.received_ms.desc(), kept.game.desc())
        .offset(skip)
        .limit(LOOKED_AT + 1)
    ).scalars()
    found: list[Happened] = []
    for seen, sha256 in enumerate(rows.all(), skip):
        if sum(len(one.incidents) for one in found) >= MOST or seen - skip == LOOKED_AT:
            return Found(found, seen)
        row = connection.execute(select(game_record).where(kept.sha256 == sha256)).one()
        raw = bytes(row.raw)
        if not any(f'"do":"{word}"'.encode() in raw for word in words):
            continue
        edition = edition_of_record(connection, settings, season.id, row.edition)
        incidents = [one for one in of_record(read(raw), edition) if one.do in words]
        if incidents:
            found.append(Happened(row.game, row.round, row.table_id, sha256, incidents))
    return Found(found, None)


def where(connection: Connection, season: str) -> tuple[list[str], list[str]]:
    """The rounds and the tables of which there is a record."""
    kept = game_record.c
    rows = connection.execute(
        select(kept.round, kept.table_id).where(kept.season == season).distinct()
    ).all()
    return sorted({row.round for row in rows}), sorted({row.table_id for row in rows})


def of_record(record: Record, edition: Edition | None) -> list[Incident]:
    """The incidents of a record; without its edition nobody can say what the table took back."""
    names: dict[Any, str] = {seat.seat: seat.name for seat in record.opening.seats}
    lines = list(record.lines)
    judged = dict(_judged(record, edition)) if edition is not None else {}
    found = []
    for at, line in enumerate(lines):
        fields = line.fields
        do = str(fields.get("do", ""))
        kind = _KIND_OF.get(do)
        if kind is None or not _matters(fields) or judged.get(line.number, True) is None:
            continue
        seat = fields.get("seat")
        found.append(
            Incident(
                line=line.number,
                kind=kind,
                do=do,
                t_ms=round(fields["t"] * 1000),
                seat=seat if isinstance(seat, int) else None,
                player=names.get(seat, ""),
                other=names.get(fields.get("accused"), ""),
                text=_text(fields),
                stands=bool(judged.get(line.number, True)),
                lines=_behind(lines, at),
            )
        )
    return found


def _text(fields: Mapping[str, Any]) -> str:
    """What the official wrote or chose, with the rule that stands beside what he chose."""
    said = str(fields.get("reason") or fields.get("text") or fields.get("what") or "")
    return f"{said} ({fields['rule']})" if said and fields.get("rule") else said


def _matters(fields: Mapping[str, Any]) -> bool:
    """That players sign, are credited, or that a small clock begins again, is not for a referee."""
    if fields["do"] == "sign":
        return str(fields.get("by")) == "referee"
    if fields["do"] == "reset":
        return str(fields.get("what", "game")) == "game"
    return fields["do"] != "award" or fields.get("what") == _CHARGED


def _judged(record: Record, edition: Edition) -> Iterator[tuple[int, bool | None]]:
    """By the number of its line, whether an action stands; None: it was refused."""
    kept: list[int] = []
    try:
        history = History(record.opening, edition)
        for line in record.of("do"):
            action = parse_action(line.fields, record.opening, history.family)
            if history.apply(action).refusal is not None:
                yield line.number, None
            elif action.do not in _NOT_KEPT:
                kept.append(line.number)
    except RulesError:
        return  # not a game of its edition: `league verify` says why
    yield from zip(kept, (stands for _, stands in history.accepted()), strict=True)


def _behind(lines: Sequence[Line], at: int) -> list[Behind]:
    """The action before it, itself, and what followed from it."""
    before = next((one for one in reversed(lines[:at]) if _is_shown(one)), None)
    found = [before, lines[at]] if before is not None else [lines[at]]
    others = 0
    for line in lines[at + 1 :]:
        follows = line.fields.get("announced") or line.fields.get("do") in _FOLLOWS
        others += not follows
        if len(found) > _BEHIND or others > 1:
            break
        if _is_shown(line) or follows:
            found.append(line)
    return [Behind(line.number, _said(line.fields)) for line in found]


def _is_shown(line: Line) -> bool:
    """Plain presses are nobody's: who pressed and is not listed would have claimed."""
    return line.kind == "do" and line.fields.get("do") != "press"


def _said(fields: Mapping[str, Any]) -> str:
    kept = {name: value for name, value in fields.items() if name not in ("prev", "hash")}
    return json.dumps(kept, ensure_ascii=False)
