"""Who is awaited in a round, who came in time, late or not at all, and who comes in for whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from league.audit import note, now_ms
from league.competition import arrivals, decisions, schedule, seating, seats
from league.competition.laws import law_of
from league.competition.tables import roster
from league.ids import WallMs, person
from league.results import counted
from league.seasons import Season
from league.troubles import AgainstRules, Trouble
from rules.shown import shown
from rules.words import LONGEST_PLAYER, is_text

EXPECTED: Final = "expected"
HERE: Final = "here"
LATE: Final = "late"
"""Came when the desk was closed; waits for the organiser's word (HUN-6.2a)."""
ABSENT: Final = "absent"
MOVED: Final = "moved"
LOST: Final = "lost"


class Awaited(NamedTuple):
    """Somebody of a round; `reserve` is his number where he only comes in for another."""

    player: str
    reserve: int | None
    state: str
    at_ms: int | None


def listing(connection: Connection, season: str, round_name: str) -> list[Awaited]:
    """Everybody of a round, by name, the reserves last."""
    rows = connection.execute(
        select(roster.c.player, roster.c.reserve, roster.c.state, roster.c.at_ms).where(
            roster.c.season == season, roster.c.round == round_name
        )
    )
    return sorted((Awaited(*row) for row in rows), key=lambda one: (one.reserve or 0, one.player))


def find(connection: Connection, season: str, round_name: str, player: str) -> Awaited:
    """Somebody of a round; Trouble where he is not awaited in it."""
    found = next(
        (one for one in listing(connection, season, round_name) if one.player == player), None
    )
    if found is None:
        raise Trouble("league.trouble.not_awaited", name=shown(player), round=round_name)
    return found


def playing(connection: Connection, season: str, round_name: str) -> list[str]:
    """Who is here to play."""
    found = listing(connection, season, round_name)
    return [one.player for one in found if one.state == HERE and one.reserve is None]


def expect(
    connection: Connection, season: Season, round_name: str, players: Iterable[str], who: str
) -> list[str]:
    """Await these in a round, beside those who are; HUN-3.1: in a later stage only its own."""
    one = schedule.find(connection, season, round_name)
    known = {found.player for found in listing(connection, season.id, round_name)}
    new = [name for name in dict.fromkeys(person(player) for player in players)
           if name and name not in known]  # fmt: skip
    _require_free(connection, season, new)
    _require_stage(connection, season, one.stage, new)
    put(connection, season.id, round_name, [(name, None) for name in new])
    if new:
        note(connection, who, "roster", f"{season.id}/{round_name}", detail={"players": new})
    return new


def expect_again(
    connection: Connection, season: Season, round_name: str, other: str, who: str
) -> list[str]:
    """Await in a round whoever was here in another one and is not excluded since."""
    schedule.find(connection, season, other)
    excluded = decisions.subjects(connection, season.id, "player", decisions.EXCLUDED)
    names = [one for one in playing(connection, season.id, other) if one not in excluded]
    return expect(connection, season, round_name, names, who)


def put(
    connection: Connection,
    season: str,
    round_name: str,
    players: Sequence[tuple[str, int | None]],
) -> None:
    """Write people on a round's list, each with his number as a reserve."""
    if players:
        connection.execute(
            insert(roster),
            [
                {"season": season, "round": round_name, "player": player, "reserve": number,
                 "state": EXPECTED, "at_ms": None}
                for player, number in players
            ],
        )  # fmt: skip


def unexpect(
    connection: Connection, season: Season, round_name: str, player: str, who: str
) -> None:
    """Take somebody off the list who has no seat."""
    find(connection, season.id, round_name, player)
    if player in seats.seated(seating.newest(connection, season.id, round_name)):
        raise Trouble("league.trouble.has_seat", name=player)
    connection.execute(delete(roster).where(_mine(season.id, round_name, player)))
    note(connection, who, "roster.remove", f"{season.id}/{round_name}", detail={"player": player})


def check_in(
    connection: Connection,
    season: Season,
    round_name: str,
    player: str,
    who: str,
    at_ms: WallMs | None = None,
) -> str:
    """HUN-6.2b: somebody stands at the desk; returns `here`, or `late` after it has closed."""
    one = schedule.find(connection, season, round_name)
    find(connection, season.id, round_name, player)
    _require_free(connection, season, [player])
    came = at_ms if at_ms is not None else now_ms()
    state = LATE if law_of(season.edition).is_late(came, one.starts_ms) else HERE
    _set(connection, season.id, round_name, player, state, came)
    _say(connection, who, "checkin", season.id, round_name, {"player": player, "state": state})
    return state


def take_back(
    connection: Connection, season: Season, round_name: str, player: str, who: str
) -> None:
    """A check-in was a slip: he is awaited again, if he has no seat yet."""
    find(connection, season.id, round_name, player)
    if player in seats.seated(seating.newest(connection, season.id, round_name)):
        raise Trouble("league.trouble.has_seat", name=player)
    _set(connection, season.id, round_name, player, EXPECTED, None)
    _say(connection, who, "checkin.undo", season.id, round_name, {"player": player})


def close(connection: Connection, season: Season, round_name: str, who: str) -> list[str]:
    """HUN-6.2, HUN-3.3: the desk closes: who is still awaited did not come."""
    schedule.find(connection, season, round_name)
    found = listing(connection, season.id, round_name)
    gone = [one.player for one in found if one.state == EXPECTED and one.reserve is None]
    for player in gone:
        _set(connection, season.id, round_name, player, ABSENT, None)
    _say(connection, who, "checkin.close", season.id, round_name, {"absent": gone})
    return gone


def absent(
    connection: Connection, season: Season, round_name: str, player: str, why: str, who: str
) -> None:
    """Somebody did not come, or went before the game; his seat stays until another takes it."""
    find(connection, season.id, round_name, player)
    _set(connection, season.id, round_name, player, ABSENT, None)
    _say(connection, who, "absent", season.id, round_name, {"player": player}, why)


def admit(
    connection: Connection, season: Season, round_name: str, player: str, why: str, who: str
) -> None:
    """The referee lets a latecomer play in this round; where it is drawn, at a free seat."""
    one = schedule.find(connection, season, round_name)
    found = find(connection, season.id, round_name, player)
    said = decisions.reason(why)
    _require_free(connection, season, [player])
    if seating.newest(connection, season.id, round_name) is not None and found.reserve is None:
        most = law_of(season.edition).table_limits(one.stage)[1]
        seating.join(connection, season, round_name, player, most, said, who)
    _set(connection, season.id, round_name, player, HERE, now_ms())
    _say(connection, who, "admit", season.id, round_name, {"player": player}, said)


def come_in(connection: Connection, season: str, round_name: str, player: str) -> None:
    """Somebody who is here comes on the list for another one."""
    connection.execute(delete(roster).where(_mine(season, round_name, player)))
    put(connection, season, round_name, [(player, None)])
    _set(connection, season, round_name, player, HERE, now_ms())


def offers(connection: Connection, season: Season, round_name: str) -> list[str]:
    """HUN-6.2a: the later rounds of the day in which a latecomer finds a free place."""
    one = schedule.find(connection, season, round_name)
    most = law_of(season.edition).table_limits(one.stage)[1]
    later = schedule.later_that_day(schedule.listing(connection, season), one)
    return arrivals.offers(
        [
            arrivals.Later(other.round, _sizes(connection, season.id, other.round, most))
            for other in later
            if not schedule.begun(connection, season.id, other.round)
        ],
        most,
    )


def move(
    connection: Connection, season: Season, round_name: str, player: str, to: str, who: str
) -> None:
    """HUN-6.2a: a latecomer plays in a later game of the day instead."""
    find(connection, season.id, round_name, player)
    if to not in offers(connection, season, round_name):
        raise Trouble("league.trouble.no_offer", round=to[:64], name=player)
    if player in seats.seated(seating.newest(connection, season.id, round_name)):
        raise Trouble("league.trouble.has_seat", name=player)
    expect(connection, season, to, [player], who)
    if seating.newest(connection, season.id, to) is not None:
        one = schedule.find(connection, season, to)
        most = law_of(season.edition).table_limits(one.stage)[1]
        seating.join(connection, season, to, player, most, "HUN-6.2a", who)
    _set(connection, season.id, round_name, player, MOVED, now_ms())
    _set(connection, season.id, to, player, HERE, now_ms())
    detail = {"player": player, "to": to}
    _say(connection, who, "latecomer.move", season.id, round_name, detail, "HUN-6.2a")


def lose_right(
    connection: Connection, season: Season, round_name: str, player: str, why: str, who: str
) -> None:
    """HUN-6.2a: he may lose his right to play: it is lost by the referee's word, with a reason,
    and only where no later game of the day has a place for him.
    """
    one = schedule.find(connection, season, round_name)
    found = find(connection, season.id, round_name, player)
    if not law_of(season.edition).loses_right(one.stage) or found.state not in (LATE, ABSENT):
        raise Trouble("league.trouble.keeps_right", name=player)
    free = offers(connection, season, round_name)
    if free:
        raise Trouble("league.trouble.offer_first", name=player, round=free[0])
    decisions.decide(connection, season.id, "right", player, decisions.LOST, why, who)
    _set(connection, season.id, round_name, player, LOST, found.at_ms)


def call_reserve(
    connection: Connection, season: Season, round_name: str, gone: str, who: str
) -> str:
    """HUN-3.3: the wealthiest reserve who is here comes in for one who did not appear."""
    schedule.find(connection, season, round_name)
    if find(connection, season.id, round_name, gone).state not in (ABSENT, LATE):
        raise Trouble("league.trouble.is_here", name=gone)
    waiting = [
        arrivals.Reserve(one.player, one.reserve)
        for one in listing(connection, season.id, round_name)
        if one.reserve is not None and one.state == HERE
    ]
    comes = arrivals.next_reserve(waiting)
    if comes is None:
        raise Trouble("league.trouble.no_reserve", round=round_name)
    connection.execute(
        update(roster).where(_mine(season.id, round_name, comes)).values(reserve=None)
    )
    # Whose place was taken is not absent any more in the sense that somebody is missing for him.
    _set(connection, season.id, round_name, gone, MOVED, None)
    outcome = seating.newest(connection, season.id, round_name)
    if outcome is not None and gone in seats.seated(outcome):
        seating.replace(connection, season, round_name, (gone, comes), "HUN-3.3", who)
    detail = {"absent": gone, "reserve": comes}
    _say(connection, who, "reserve", season.id, round_name, detail, "HUN-3.3")
    return comes


def _sizes(connection: Connection, season: str, round_name: str, most: int) -> list[int]:
    outcome = seating.newest(connection, season, round_name)
    if outcome is not None:
        return [len(table["seats"]) for table in outcome["tables"]]
    awaited = [
        one
        for one in listing(connection, season, round_name)
        if one.reserve is None and one.state in (EXPECTED, HERE)
    ]
    return arrivals.sizes_for(len(awaited), most)


def _require_free(connection: Connection, season: Season, players: Collection[str]) -> None:
    """Nobody whom the referee excluded, or whose right to play is lost, is awaited or seated."""
    for name in players:
        if not is_text(name, LONGEST_PLAYER):
            raise Trouble("league.trouble.name", most=LONGEST_PLAYER)
    excluded = decisions.subjects(connection, season.id, "player", decisions.EXCLUDED)
    lost = decisions.subjects(connection, season.id, "right", decisions.LOST)
    for name in players:
        if name in excluded:
            rule = law_of(season.edition).excludes
            raise Trouble("league.trouble.is_excluded", name=name, rule=rule)
        if name in lost:
            raise Trouble("league.trouble.right_lost", name=name)


def _require_stage(
    connection: Connection, season: Season, stage: str, players: Collection[str]
) -> None:
    law = law_of(season.edition)
    if not players or stage == law.stages[0]:
        return
    played: dict[str, set[str]] = {}
    for result in counted(connection, season).values():
        if "stage" in result.facts:
            played.setdefault(str(result.facts["player"]), set()).add(str(result.facts["stage"]))
    for name in players:
        refusal = law.may_join(stage, played.get(name, set()))
        if refusal is not None:
            raise AgainstRules(name, refusal)


def _mine(season: str, round_name: str, player: str) -> ColumnElement[bool]:
    return (
        (roster.c.season == season) & (roster.c.round == round_name) & (roster.c.player == player)
    )


def _set(
    connection: Connection,
    season: str,
    round_name: str,
    player: str,
    state: str,
    at_ms: int | None,
) -> None:
    connection.execute(
        update(roster).where(_mine(season, round_name, player)).values(state=state, at_ms=at_ms)
    )


def _say(
    connection: Connection,
    who: str,
    what: str,
    season: str,
    round_name: str,
    detail: Mapping[str, object],
    why: str = "",
) -> None:
    note(connection, who, what, f"{season}/{round_name}", why[:255], detail)
