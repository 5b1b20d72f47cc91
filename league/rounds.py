"""Which stage a round belongs to: as the organiser said, else by how its name begins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from league.audit import note
from league.errors import UserError
from league.ids import Stage, checked_name
from league.tables import game_record, round_stage

STAGES: Final = (Stage("qualifier"), Stage("semifinal"), Stage("final"))
TOURNAMENT: Final = Stage("tournament")
"""The one stage of a family that has no others."""
_SEMIFINAL_WORDS: Final = frozenset(
    ("s", "sf", "semi", "semifinal", "semifinals", "k", "kd", "középdöntő", "kozepdonto")
)
_FINAL_WORDS: Final = frozenset(
    ("f", "final", "finals", "finale", "finalen", "d", "döntő", "donto")
)
_WORD: Final = re.compile(r"[^\W\d_]*")


def stage_by_name(round_name: str, is_final: bool) -> Stage:
    """The stage of a round about which nobody said anything.

    A game opened as `final` is of the final. Else the word with which the name begins decides:
    S1, SF, Semi-final, K2 or Középdöntő; F, Final, D or Döntő. Every other name is a qualifier:
    Day1 and Friday are no finals.
    """
    if is_final:
        return STAGES[2]
    found = _WORD.match(round_name)
    word = found[0].lower() if found else ""
    if word in _SEMIFINAL_WORDS:
        return STAGES[1]
    return STAGES[2] if word in _FINAL_WORDS else STAGES[0]


def stage_of(connection: Connection, season: str, round_name: str) -> Stage:
    """The stage of a round of which there need be no game yet."""
    return stages_said(connection, season).get(round_name) or stage_by_name(round_name, False)


def stages_said(connection: Connection, season: str) -> Mapping[str, Stage]:
    """The rounds whose stage the organiser set."""
    found = connection.execute(
        select(round_stage.c.round, round_stage.c.stage).where(round_stage.c.season == season)
    )
    return {row.round: Stage(row.stage) for row in found}


def set_stage(
    connection: Connection,
    season: str,
    round_name: str,
    stage: str,
    who: str,
    allowed: Sequence[str] = STAGES,
) -> None:
    """Say to which stage a round belongs; games of it already stored go along."""
    checked_name("round", round_name)
    if stage not in allowed:
        raise UserError(f"--stage {stage!r}: not known, allowed {', '.join(allowed)}")
    mine = (round_stage.c.season == season) & (round_stage.c.round == round_name)
    connection.execute(delete(round_stage).where(mine))
    connection.execute(insert(round_stage).values(season=season, round=round_name, stage=stage))
    note(connection, who, "round.stage", f"{season}/{round_name}", detail={"stage": stage})


def rounds_of(connection: Connection, season: str) -> Mapping[str, Stage]:
    """Every round of which there is a game or a saying, with its stage."""
    said = stages_said(connection, season)
    found = connection.execute(
        select(game_record.c.round, game_record.c.is_final).where(game_record.c.season == season)
    )
    by_name = {row.round: stage_by_name(row.round, bool(row.is_final)) for row in found}
    return {**by_name, **said}
