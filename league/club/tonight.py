"""One evening of the club on one page: who came, tables and lots, places, what is still missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from league.audit import now_ms
from league.club import calendar, members
from league.club.members import Member
from league.club.outlook import said_out
from league.club.standing import rounds_played
from league.draws import checked_seed, draw, newest
from league.ids import day_of
from league.results import counted
from league.rounds import stage_of
from league.seasons import Season
from league.standings import past_of
from league.tablenames import named
from league.troubles import AgainstRules, Trouble
from rules.kinds import Refusal, RuleId
from rules.matador import members as eligible
from rules.matador.contenders import contenders
from rules.matador.evenings import Evening
from rules.matador.seating import ONE_TABLE

EVENING_ENDS_MS = 6 * 3600 * 1000
"""An evening goes on after midnight: until six in the morning (UTC) the day before counts."""


class Guest(NamedTuple):
    """A member on the list of who came; `refused` says the rule that keeps him from playing."""

    name: str
    here: bool
    refused: Any
    points: int


class Board(NamedTuple):
    """A table of the evening; `places` by player, as far as they are known."""

    division: int | None
    players: Sequence[str]
    places: Mapping[str, int]
    record: str | None
    """The game whose record said so; None where places were typed, or none are known."""
    name: str = ""
    """What the table is called, where somebody said so before the draw."""


class Tonight(NamedTuple):
    """The evening's page."""

    evening: Evening
    evenings: Sequence[Evening]
    guests: Sequence[Guest]
    here: Sequence[str]
    saved: bool
    """Who came was said; else the list is that of the evening before."""
    boards: Sequence[Board]
    lots: Sequence[str]
    seed: int | None
    by: str | None
    proposed: Sequence[str]
    """Who can still win the cup, as the rules work it out for who is here (RAMK-3.1B)."""
    known: Mapping[str, int]
    """The places of who is out already, as somebody said."""
    stale: bool
    """Others are here than were drawn."""
    named: Sequence[str] = ()
    """What the season's tables are called, where somebody said so."""


def today() -> str:
    """The day on which the present evening began."""
    return day_of(type(now_ms())(now_ms() - EVENING_ENDS_MS))


def chosen(connection: Connection, season: Season, round_name: str | None) -> Evening | None:
    """The evening that was asked for, else today's, the next, the last; None without a calendar."""
    if round_name:
        return calendar.find(connection, season.id, round_name)
    evenings = calendar.listing(connection, season.id)
    now = today()
    coming = [one for one in evenings if one.date >= now]
    return coming[0] if coming else (evenings[-1] if evenings else None)


def tonight(connection: Connection, season: Season, one: Evening) -> Tonight:
    """Everything of one evening."""
    evenings = calendar.listing(connection, season.id)
    came = calendar.everybody_who_came(connection, season.id)
    saved = one.round in came
    here = _here(connection, season, one, came)
    rounds = rounds_played(connection, season, but=one.round)
    points = _points(connection, season, one.round)
    guests = [
        _guest(member, one, rounds, here, points, season)
        for member in members.listing(connection, season.id)
    ]
    here = [guest.name for guest in guests if guest.here]
    drawn = newest(connection, season.id, one.round)
    boards = _boards(connection, season, one.round, drawn)
    seated = {player for board in boards for player in board.players}
    return Tonight(
        evening=one,
        evenings=evenings,
        guests=sorted(guests, key=lambda guest: (-guest.points, guest.name)),
        here=here,
        saved=saved,
        boards=boards,
        lots=drawn["lots"] if drawn else (),
        seed=drawn["seed"] if drawn else None,
        by=drawn["by"] if drawn else None,
        proposed=_proposed(connection, season, one, here),
        known=said_out(connection, season.id, one.round),
        stale=saved and drawn is not None and seated != set(here),
        named=named(connection, season.id),
    )


def seat(
    connection: Connection,
    season: Season,
    round_name: str,
    confirmed: Sequence[str] | None,
    who: str,
) -> Mapping[str, Any]:
    """RAMK-3.1: draw the tables of who came; in the final with the list that was confirmed."""
    here = calendar.came(connection, season.id, round_name)
    if not here:
        raise Trouble("league.trouble.nobody_here", round=round_name)
    least, most = season.edition.whole("players_least"), 2 * season.edition.whole("players_most")
    if not least <= len(here) <= most:
        details = (("players", len(here)), ("least", least), ("most", most))
        raise AgainstRules(round_name, Refusal(RuleId("RAMK-3.1A"), "cannot_be_seated", details))
    if stage_of(connection, season.id, round_name) != "final":
        confirmed = None
    seed = checked_seed(None)
    return draw(connection, season, round_name, here, seed, (), who, confirmed)


def openings(
    connection: Connection, season: Season, one: Evening, tables: Sequence[str]
) -> list[dict[str, Any]]:
    """The `open` lines of an evening's games, a table each (docs/rules/actions.md); `tables`: of a
    season whose tables were given no names.
    """
    drawn = newest(connection, season.id, one.round)
    found = []
    for index, table in enumerate(drawn["tables"] if drawn else ()):
        name = table.get("name") or (tables[index] if index < len(tables) else f"T{index + 1}")
        opening: dict[str, Any] = {
            "edition": season.edition.id,
            "season": season.id,
            "round": one.round,
            "game": f"{season.id}-{one.round}-{name}"[:64],
            "table": name,
            "final": one.final,
            "seats": [
                {"seat": seat["seat"], "player": seat["player"], "name": seat["player"]}
                for seat in table["seats"]
            ],
            "options": {"free_pass_evening": one.free_pass, "loan_evening": one.loan},
        }
        if table["division"] is not None:
            opening["division"] = table["division"]
        found.append({"open": opening})
    return found


def _here(
    connection: Connection, season: Season, one: Evening, came: Mapping[str, Sequence[str]]
) -> Sequence[str]:
    """Who came, as was said; else who has a result of the evening, or came to the one before."""
    if one.round in came:
        return came[one.round]
    played: dict[tuple[str, str], list[str]] = {}
    for result in counted(connection, season).values():
        facts = result.facts
        played.setdefault((facts["date"], facts["round"]), []).append(facts["player"])
    days = dict(played)
    for other in calendar.listing(connection, season.id):
        if other.round in came:
            days[other.date, other.round] = list(came[other.round])
    now = [players for (_, round_name), players in days.items() if round_name == one.round]
    before = [days[key] for key in sorted(days) if key[0] < one.date]
    return now[0] if now else (before[-1] if before else [])


def _guest(
    member: Member,
    one: Evening,
    rounds: Mapping[str, int],
    here: Sequence[str],
    points: Mapping[str, int],
    season: Season,
) -> Guest:
    refusal = eligible.may_play(member.born, member.of_age, one.date, season.edition)
    if refusal is None and one.final:
        played = rounds.get(member.name, 0)
        refusal = eligible.may_play_final(member.paid, played, season.edition)
    is_here = member.name in here and refusal is None
    return Guest(member.name, is_here, refusal, points.get(member.name, 0))


def _points(connection: Connection, season: Season, but: str) -> dict[str, int]:
    """What everybody sits down with: the points before this evening (RAMK-3.1A)."""
    from league.families.matador import plain_results
    from rules.matador.season import standings

    past = past_of(connection, season)
    results = [one for one in plain_results(past.results) if one.round != but]
    by_net = season.edition.text("seeding_basis") == "net"
    rows = standings(results, season.edition, past.carried)
    return {row.player: row.points if by_net else row.gross for row in rows}


def _proposed(
    connection: Connection, season: Season, one: Evening, here: Sequence[str]
) -> list[str]:
    if not one.final:
        return []
    from league.families.matador import plain_results

    past = past_of(connection, season)
    results = [found for found in plain_results(past.results) if found.round != one.round]
    return contenders(results, here, season.edition, past.carried)


def _boards(
    connection: Connection, season: Season, round_name: str, drawn: Mapping[str, Any] | None
) -> list[Board]:
    """The tables as drawn; where nothing was drawn, as results have them."""
    tables: dict[int | None, list[str]] = {}
    places: dict[int | None, dict[str, int]] = {}
    records: dict[int | None, str | None] = {}
    for result in counted(connection, season).values():
        facts = result.facts
        if facts["round"] != round_name:
            continue
        division = int(facts["division"]) if facts["division"] else None
        places.setdefault(division, {})[facts["player"]] = facts["place"]
        records[division] = result.game if result.sha256 is not None else None
    called = {one["division"]: one.get("name", "") for one in drawn["tables"]} if drawn else {}
    if drawn is not None and drawn["by"] == ONE_TABLE:
        called = {None: drawn["tables"][0].get("name", "")}
        tables[None] = [seat["player"] for seat in drawn["tables"][0]["seats"]]
    elif drawn is not None:
        for table in drawn["tables"]:
            tables[table["division"]] = [seat["player"] for seat in table["seats"]]
    else:
        for division, found in places.items():
            tables[division] = sorted(found, key=lambda player: (found[player], player))
    return [
        Board(
            division,
            players,
            {one: places[division][one] for one in players if one in places.get(division, {})},
            records.get(division),
            called.get(division, ""),
        )
        for division, players in sorted(tables.items(), key=lambda item: item[0] or 0)
    ]
