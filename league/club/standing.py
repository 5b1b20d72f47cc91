"""Who has played how many rounds, as members' rights are counted (RAMK-2.1c, RAMK-2.3)."""

from __future__ import annotations

from sqlalchemy import Connection

from league.errors import UserError
from league.results import counted
from league.seasons import Season
from rules.matador.members import rounds_of


def rounds_played(connection: Connection, season: Season, but: str = "") -> dict[str, int]:
    """The rounds of every player, the final and the round `but` not among them."""
    results = [
        (result.facts["player"], result.facts["round"], bool(result.facts["final"]))
        for result in counted(connection, season).values()
        if result.facts["round"] != but
    ]
    return {player: rounds_of(player, results) for player in {one for one, _, _ in results}}


def require_club(season: Season) -> None:
    """UserError where a season is not a Matador club's."""
    if season.edition.game != "matador":
        raise UserError(f"season {season.id}: edition {season.edition.id} is no Matador club's")
