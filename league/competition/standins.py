"""Who sits down for a player who did not come or went (MAFA-MAIN-3): his seats from a round on."""

from __future__ import annotations

from sqlalchemy import Connection

from league.competition import decisions, rosters, schedule, seating, seats
from league.competition.laws import law_of
from league.ids import person
from league.seasons import Season
from league.substitutes import Substitution, substitute
from league.troubles import Trouble
from rules.mafia.arrival import is_replaced, replaced_from
from rules.shown import shown
from rules.words import LONGEST_PLAYER, is_text


def sit_in(
    connection: Connection,
    season: Season,
    round_name: str,
    pair: tuple[str, str],
    minute: str,
    who: str,
) -> None:
    """MAFA-MAIN-3, MAFA-MAIN-6: the second of the pair takes the first one's seats of this round
    and of those to come; `minute` is that of the evening, and he was waited for until then.
    """
    gone, comes = pair[0], person(pair[1])
    starts = schedule.find(connection, season, round_name).starts
    outcome = seating.newest(connection, season.id, round_name)
    if outcome is None:
        raise Trouble("league.trouble.not_drawn", round=round_name)
    if not comes or not is_text(comes, LONGEST_PLAYER):
        raise Trouble("league.trouble.name", most=LONGEST_PLAYER)
    sit = seats.seated(outcome)
    if gone not in sit:
        raise Trouble("league.trouble.no_seat", name=shown(gone))
    if comes in sit:
        raise Trouble("league.trouble.has_seat", name=comes)
    if comes in decisions.subjects(connection, season.id, "player", decisions.EXCLUDED):
        rule = law_of(season.edition).excludes
        raise Trouble("league.trouble.is_excluded", name=comes, rule=rule)
    seating.require_unplayed(connection, season.id, round_name, outcome, (gone,))
    if not schedule.is_minute(minute):
        raise Trouble("league.trouble.minute", minute=shown(minute))
    if not is_replaced(season.edition, minute, starts):
        until = replaced_from(season.edition, starts)
        raise Trouble("league.trouble.waited_for", name=gone, until=until)
    asked = Substitution(round_name, gone, comes, minute)
    substitute(connection, season, asked, who, starts)
    _on_the_list(connection, season, round_name, gone, comes, who)


def _on_the_list(
    connection: Connection, season: Season, round_name: str, gone: str, comes: str, who: str
) -> None:
    awaited = {one.player for one in rosters.listing(connection, season.id, round_name)}
    if gone in awaited:
        rosters.absent(connection, season, round_name, gone, "MAFA-MAIN-3", who)
    rosters.come_in(connection, season.id, round_name, comes)
