"""Who goes on from a stage, who is tied across a cut, who declined; and the next stage's list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete

from league import standings
from league.audit import note
from league.competition import decisions, games, rosters, schedule, seating
from league.competition.laws import law_of
from league.competition.tables import roster
from league.families import family_of
from league.judging import CONFIRMED
from league.results import counted
from league.seasons import Season
from league.troubles import Trouble


class Outlook(NamedTuple):
    """A stage that was played, or is being played."""

    stage: str
    rows: Sequence[Mapping[str, Any]]
    """As `league advance` has them, with who declined taken into account."""
    tied: Sequence[str]
    """Among whom the referee draws."""
    declined: Mapping[str, str]
    """Who does not go on, and why."""
    open: Sequence[str]
    """Games of the stage that are awaited or under question."""
    next: str | None
    champion: str | None
    """HUN-3.5: who has won, once the last stage is over."""
    heir: str | None
    """HUN-13: who has the right to go on from there: the champion, or the next who accepts."""


def stages(season: Season) -> Sequence[str]:
    """The stages of the season's family."""
    return family_of(season.edition).STAGES


def outlook(connection: Connection, season: Season, stage: str) -> Outlook:
    """HUN-3.2 to 3.5, HUN-13: how a stage stands now."""
    declined = refused(connection, season, stage)
    family = family_of(season.edition)
    played = {
        str(one.facts["player"])
        for one in counted(connection, season).values()
        if family.stage_of(one.facts) == stage
    }
    absent = sorted(played & set(declined))
    rows = standings.advance(connection, season, stage, absent)["rows"]
    past = standings.past_of(connection, season)
    tied = family.lot_needed(past, stage, season.edition)
    order = list(stages(season))
    after = order[order.index(stage) + 1] if stage != order[-1] else None
    unplayed = _open(connection, season, stage)
    is_over = bool(rows) and after is None and not unplayed and not tied
    is_over = is_over and law_of(season.edition).is_complete(rows)
    # Equals for whom the book knows no lot are the judges' (MAFA-TIE-5): nobody is named for them;
    # nor where nobody is ranked.
    first = next((row for row in rows if row["rank"] is not None and not row["unresolved"]), None)
    winner = first["player"] if is_over and first is not None and first["rank"] == 1 else None
    heir = next((row["player"] for row in rows if row["advances"]), None) if is_over else None
    tied = tied or family.lot_needed(past, stage, season.edition, absent)
    return Outlook(stage, rows, tied, declined, unplayed, after, winner, heir)


def refused(connection: Connection, season: Season, stage: str) -> dict[str, str]:
    """HUN-3.3, HUN-13: who said that he does not go on from a stage, and why."""
    found = decisions.newest(connection, season.id, "goes_on")
    return {
        subject.partition("/")[2]: one.why
        for subject, one in found.items()
        if one.verdict == decisions.DECLINED and subject.partition("/")[0] == stage
    }


def decline(
    connection: Connection, season: Season, stage: str, player: str, why: str, who: str
) -> None:
    """HUN-3.3, HUN-13: he cannot or will not go on; the next in order does."""
    rows = standings.advance(connection, season, stage)["rows"]
    if player not in {row["player"] for row in rows}:
        raise Trouble("league.trouble.not_of_stage", name=player)
    subject = f"{stage}/{player}"
    decisions.decide(connection, season.id, "goes_on", subject, decisions.DECLINED, why, who)


def accept(
    connection: Connection, season: Season, stage: str, player: str, why: str, who: str
) -> None:
    """He goes on after all."""
    if player not in refused(connection, season, stage):
        raise Trouble("league.trouble.not_declined", name=player)
    subject = f"{stage}/{player}"
    decisions.decide(connection, season.id, "goes_on", subject, decisions.ACCEPTED, why, who)


def due(connection: Connection, season: Season, stage: str) -> list[tuple[str, int | None]]:
    """The next stage's list as the results have it: who goes on, and the reserves by number."""
    found = outlook(connection, season, stage)
    goes: list[tuple[str, int | None]] = [
        (row["player"], None) for row in found.rows if row["advances"]
    ]
    waits = [
        (row["player"], row["reserve"])
        for row in found.rows
        if row["reserve"] and not row["advances"] and row["player"] not in found.declined
    ]
    return [*goes, *waits]


def fill(connection: Connection, season: Season, stage: str, round_name: str, who: str) -> int:
    """HUN-3.2 to 3.4: await in that round who goes on from `stage`; Trouble while a lot is needed,
    a game is open, or seats were drawn. Filled again, it follows what changed.
    """
    found = outlook(connection, season, stage)
    one = schedule.find(connection, season, round_name)
    if found.next is None or one.stage != found.next:
        raise Trouble("league.trouble.other_stage", round=round_name)
    if found.tied:
        raise Trouble("league.trouble.lot_first", names=", ".join(found.tied))
    if found.open:
        raise Trouble("league.trouble.games_open", games=", ".join(found.open[:5]))
    if seating.newest(connection, season.id, round_name) is not None:
        raise Trouble("league.trouble.drawn_already", round=round_name)
    wanted = due(connection, season, stage)
    known = {w.player: w for w in rosters.listing(connection, season.id, round_name)}
    names = {player for player, _ in wanted}
    for player, waits in known.items():
        if player not in names or waits.state == rosters.EXPECTED:
            mine = (roster.c.season == season.id) & (roster.c.round == round_name)
            connection.execute(delete(roster).where(mine, roster.c.player == player))
            known = {name: w for name, w in known.items() if name != player}
    new = [(player, number) for player, number in wanted if player not in known]
    rosters.put(connection, season.id, round_name, new)
    detail = {"players": [player for player, _ in wanted]}
    note(connection, who, "roster.fill", f"{season.id}/{round_name}", stage, detail)
    return len(wanted)


def differs(connection: Connection, season: Season, stage: str, round_name: str) -> list[str]:
    """Who should be awaited in that round by the results as they are now, or should not."""
    wanted = {player for player, _ in due(connection, season, stage)}
    found = rosters.listing(connection, season.id, round_name)
    return sorted(wanted ^ {one.player for one in found}) if found else []


def _open(connection: Connection, season: Season, stage: str) -> list[str]:
    """Games of a stage of which there is no result that counts, and rounds that are not drawn."""
    found = []
    for one in schedule.listing(connection, season):
        if one.stage != stage:
            continue
        of_it = games.of_round(connection, season, one.round)
        found += [game.game for game in of_it if _is_open(game)]
        if not of_it:
            found.append(one.round)
    return found


def _is_open(game: games.Game) -> bool:
    """Nothing of it counts, and nobody has ruled it out."""
    return game.verdict != CONFIRMED and not game.typed and not game.ruled
