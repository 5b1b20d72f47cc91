"""Which stage a round belongs to: as the organiser said, else by how its name begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from league.audit import note
from league.errors import UserError
from league.ids import Stage, checked_name
from league.tables import game_record, round_stage

STAGES: Final = (Stage("qualifier"), Stage("semifinal"), Stage("final"))
_FIRST_LETTERS: Final = {
    "q": STAGES[0],  # qualifier
    "e": STAGES[0],  # elődöntő
    "s": STAGES[1],  # semi-final
    "k": STAGES[1],  # középdöntő
    "f": STAGES[2],  # final
    "d": STAGES[2],  # döntő
}


def stage_by_name(round_name: str, is_final: bool) -> Stage:
    """The stage of a round about which nobody said anything.

    A game opened as `final` is of the final. Else the first letter decides: Q or E qualifier, S or
    K semi-final, F or D final (English and Hungarian); any other name is a qualifier.
    """
    if is_final:
        return STAGES[2]
    return _FIRST_LETTERS.get(round_name[:1].lower(), STAGES[0])


def stages_said(connection: Connection, season: str) -> Mapping[str, Stage]:
    """The rounds whose stage the organiser set."""
    found = connection.execute(
        select(round_stage.c.round, round_stage.c.stage).where(round_stage.c.season == season)
    )
    return {row.round: Stage(row.stage) for row in found}


def set_stage(connection: Connection, season: str, round_name: str, stage: str, who: str) -> None:
    """Say to which stage a round belongs; games of it already stored go along."""
    checked_name("round", round_name)
    if stage not in STAGES:
        raise UserError(f"--stage {stage!r}: not known, allowed {', '.join(STAGES)}")
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
