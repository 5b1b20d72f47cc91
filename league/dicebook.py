"""Every logged roll of a season, for the question whether its dice are fair (`fairness.py`)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from league.fairness import Thrown, judged
from league.live import natural
from league.seasons import Season
from league.tables import game_record

GROUPINGS: Final = ("die_set", "seat", "player")
"""Dice lie at a table: a table's number stands for its die set."""


class Roll(NamedTuple):
    """Two dice of one throw, and whose they were."""

    die_set: str
    seat: str
    player: str
    dice: tuple[int, int]


class DiceSheet(NamedTuple):
    """What a season's dice say: all of them, and by die set, seat and player."""

    games: int
    whole: Thrown | None
    """None where no roll was logged."""
    groups: Mapping[str, Sequence[Thrown]]


def dice_sheet(connection: Connection, season: Season) -> DiceSheet:
    """The confirmed games of a season under its edition; rolls whose values nobody entered and
    voided attempts are not in it.
    """
    games = 0
    thrown: dict[str, dict[str, list[int]]] = {name: defaultdict(list) for name in GROUPINGS}
    whole: list[int] = []
    for table, summary in _summaries(connection, season):
        games += 1
        for roll in rolls(table, summary):
            whole += roll.dice
            for grouping in GROUPINGS:
                thrown[grouping][getattr(roll, grouping)] += roll.dice
    return DiceSheet(
        games=games,
        whole=judged({"": whole})[0] if whole else None,
        groups={
            name: sorted(judged(faces), key=lambda one: natural(one.name))
            for name, faces in thrown.items()
        },
    )


def rolls(table: str, summary: Mapping[str, Any]) -> Iterator[Roll]:
    """The rolls of one game's summary, in order of throwing."""
    players = {seat["seat"]: seat["name"] or seat["player"] for seat in summary["seats"]}
    for throw in summary.get("dice", ()):
        if throw["dice"] is not None:
            first, second = throw["dice"]
            seat = throw["seat"]
            yield Roll(table, str(seat), str(players.get(seat, seat)), (first, second))


def _summaries(connection: Connection, season: Season) -> Iterator[tuple[str, Mapping[str, Any]]]:
    rows = connection.execute(
        select(game_record.c.table_id, game_record.c.summary)
        .where(
            game_record.c.season == season.id,
            game_record.c.verdict == "confirmed",
            game_record.c.fingerprint == season.edition.fingerprint,
        )
        .order_by(game_record.c.table_id, game_record.c.received_ms, game_record.c.game)
    )
    for row in rows:
        yield row.table_id, json.loads(row.summary)
