"""How points grew over a season: the rules rank it anew after each step, nothing is summed here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from sqlalchemy import Connection

from league.families import Result, family_of
from league.live import natural
from league.rounds import STAGES
from league.seasons import Season
from league.standings import past_of

MOST: Final = 12
"""So many players, the first of the standings, have a line: more cannot be told apart."""
Step = tuple[str, Sequence[Result]]


class Line(NamedTuple):
    """A player's points after each step; None where he had none yet."""

    name: str
    points: Sequence[Fraction | None]


class Course(NamedTuple):
    """The lines of the first players, in the order of the standings, and what the steps are."""

    kind: str
    """`rounds`, `games` or `stages`: what stands below the steps."""
    steps: Sequence[str]
    lines: Sequence[Line]
    players: int
    """All who are ranked, with those who have no line."""


def course(connection: Connection, season: Season) -> Course | None:
    """The course of a season; None for a family that gives no points from game to game, and
    before there are two steps.
    """
    kind, steps_of = _KINDS.get(season.edition.game, ("", None))
    if steps_of is None:
        return None
    past = past_of(connection, season)
    steps = list(steps_of(past.results))
    if len(steps) < 2:
        return None
    family = family_of(season.edition)
    ranked = [family.standings(past._replace(results=found, lots={}), season.edition)
              for _, found in steps]  # fmt: skip
    points = [{row["player"]: _exact(row["points"]) for row in rows} for rows in ranked]
    last = family.standings(past, season.edition)
    names = {str(one.facts["player"]): one.name for one in past.results}
    lines = [
        Line(names.get(player, player), [found.get(player) for found in points])
        for player in (row["player"] for row in last[:MOST])
    ]
    return Course(kind, [label for label, _ in steps], lines, len(last))


def _rounds(results: Sequence[Result]) -> Iterator[Step]:
    """RAMK-9.19: after each evening."""
    known = sorted({(str(one.facts["date"]), str(one.facts["round"])) for one in results})
    for at, (_, label) in enumerate(known, 1):
        so_far = set(known[:at])
        yield label, [one for one in results
                      if (str(one.facts["date"]), str(one.facts["round"])) in so_far]  # fmt: skip


def _games(results: Sequence[Result]) -> Iterator[Step]:
    """MAFA-MAIN-1: after each player's first, second, ... game."""
    by_player: dict[str, list[Result]] = {}
    for one in sorted(results, key=lambda one: natural(one.game)):
        by_player.setdefault(str(one.facts["player"]), []).append(one)
    for number in range(1, max(map(len, by_player.values()), default=0) + 1):
        yield str(number), [one for found in by_player.values() for one in found[:number]]


def _stages(results: Sequence[Result]) -> Iterator[Step]:
    """HUN-3: in each stage; nothing is carried from one to the next."""
    for stage in STAGES:
        found = [one for one in results if one.facts["stage"] == stage]
        if found:
            yield stage, found


def _exact(points: object) -> Fraction | None:
    return None if points is None else Fraction(str(points))


_KINDS: Final[dict[str, tuple[str, Callable[[Sequence[Result]], Iterator[Step]] | None]]] = {
    "matador": ("rounds", _rounds),
    "mafia": ("games", _games),
    "monopoly": ("stages", _stages),
}
