"""A card for each table of a round: its name, who sits there, and the way to the league's pages.

Where telephones are forbidden in the hall (HUN-9, MAFN-GEN-15) there is nothing to scan on it.
"""

from __future__ import annotations

from sqlalchemy import Connection

from league.competition.laws import law_of
from league.paper.papers import Paper, card
from league.paper.seatlists import drawn_round, when
from league.seasons import Season
from league.tablenames import table_name
from league.texts import Texts


def card_papers(
    connection: Connection, season: Season, round_name: str, address: str, text: Texts
) -> list[Paper]:
    """Two cards a page; `address` is where players find the season."""
    outcome = drawn_round(connection, season, round_name)
    phones = law_of(season.edition).phones
    told = text("league.paper.scan" if phones else "league.paper.no_phones")
    planned = when(connection, season, round_name, text).removeprefix(" · ")
    blocks = []
    for one in outcome["tables"]:
        lines = [f"{season.id} · {text('league.label.round', round=round_name)}"]
        lines += [planned] if planned else []
        lines += [", ".join(one["officials"])] if one.get("officials") else []
        seated = [(seat["seat"], seat["player"]) for seat in one["seats"]]
        name = table_name(one)
        blocks.append(card(name, lines, seated, told, address if phones else ""))
    return [Paper("", "", blocks)]
