"""Pages of a competition: what waits, entries, schedule, rounds and games, who goes on, the judge.

The organiser's and the referee's pages are theirs alone; news, seats and the entry form are
everybody's. `competitionforms.py` is what the buttons do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from litestar import Request, Response, Router, get
from sqlalchemy import Connection

from league import incidents, prizeboard
from league.audit import last_mark, now_ms
from league.competition import (
    advancing,
    decisions,
    disputes,
    entries,
    games,
    notices,
    rosters,
    schedule,
    seating,
    seats,
)
from league.competition.attention import Round, attention, rounds_of
from league.competition.laws import hall_time, law_of
from league.families import family_of
from league.guards import caller, everybody, may, needs
from league.ids import day_of
from league.pages.rendering import page, reader_texts
from league.roles import PersonCaller, Role
from league.seasons import Season, find
from league.service import Service
from league.tablenames import named, table_name
from league.troubles import said

HtmlRequest = Request[Any, Any, Any]
Facts = Mapping[str, Any]


class Kind(NamedTuple):
    """A page: its template and what it shows."""

    template: str
    facts: Callable[[Connection, Season, HtmlRequest], Facts]


def _attention(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    return {"items": attention(connection, season), "rounds": rounds_of(connection, season)}


def _entries(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    law = law_of(season.edition)
    return {
        "entries": entries.listing(connection, season.id),
        "form": law.form,
        "dates": entries.DATES,
        "rounds": schedule.listing(connection, season),
        "today": day_of(now_ms()),
    }


def _schedule(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    return {
        "rounds": schedule.listing(connection, season),
        "stages": law_of(season.edition).stages,
        "officials": seating.officials(connection, season.id),
        "offices": law_of(season.edition).offices,
        "pairs": seating.apart(connection, season.id),
        "today": day_of(now_ms()),
    }


def _round(connection: Connection, season: Season, request: HtmlRequest) -> Facts:
    rounds = rounds_of(connection, season)
    found = chosen(rounds, request.query_params.get("round"))
    if found is None:
        return {"rounds": [], "round": None}
    law, one = law_of(season.edition), found.one
    awaited = {one.player for one in found.awaited}
    outcome = found.outcome
    return {
        "rounds": rounds,
        "round": found,
        "offers": {
            late.player: rosters.offers(connection, season, one.round)
            for late in found.awaited
            if late.state == rosters.LATE
        },
        "loses_right": law.loses_right(one.stage),
        "stands_in": law.stands_in,
        # a later stage's list is written from its results
        "others": [e.player for e in entries.listing(connection, season.id)
                   if e.player not in awaited and one.stage == law.stages[0]],
        "before": _before(rounds, found),
        "limits": law.table_limits(one.stage),
        "each": law.officials(one.stage),
        "quality": seating.quality(connection, season, one.round, outcome) if outcome else None,
        "history": seating.history(connection, season.id, one.round),
        "seated": sorted(seats.seated(outcome)),
        "places": {p.player: p.name for p in seats.places(outcome)}
        if outcome
        else {},
        "officials": [name for name, _ in seating.officials(connection, season.id)],
        "hour": lambda at_ms: hall_time(at_ms, one.zone)[1],
        "now": now_ms(),
        "table_name": table_name,
        "named": named(connection, season.id),
    }  # fmt: skip


def _games(connection: Connection, season: Season, request: HtmlRequest) -> Facts:
    rounds = rounds_of(connection, season)
    return {
        "rounds": rounds,
        "round": chosen(rounds, request.query_params.get("round")),
        "ruled": decisions.newest(connection, season.id, "aside"),
        "replaced": games.replaced(connection, season),
    }


def _sheet(connection: Connection, season: Season, request: HtmlRequest) -> Facts:
    game = request.query_params.get("game", "")[:64]
    family = family_of(season.edition)
    rows = games.sheet(connection, season, game)
    # What names a row is not changed by correcting it.
    return {"game": game, "rows": rows, "columns": list(family.FORM.columns),
            "fixed": set(family.FORM.key)}  # fmt: skip


def _goes_on(connection: Connection, season: Season, request: HtmlRequest) -> Facts:
    rounds = schedule.listing(connection, season)
    known = list(advancing.stages(season))
    played = [stage for stage in known if any(one.stage == stage for one in rounds)]
    asked = request.query_params.get("stage")
    stage = asked if asked in known else (played[0] if played else known[0])
    found = advancing.outlook(connection, season, stage)
    return {
        "stages": known,
        "found": found,
        "targets": [one.round for one in rounds if one.stage == found.next],
    }


def _judge(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    rounds = rounds_of(connection, season)
    excluded = decisions.newest(connection, season.id, "player")
    return {
        "disputes": disputes.listing(connection, season.id),
        "rounds": rounds,
        "items": [one for one in attention(connection, season)
                  if one.kind in ("late", "tie", "verdict", "strangers", "aside")],
        "people": sorted({one.player for found in rounds for one in found.awaited}),
        "excluded": [one for one in excluded.values() if one.verdict == decisions.EXCLUDED],
        "history": decisions.history(connection, season.id),
        "referees": [name for name, office in seating.officials(connection, season.id)
                     if office == "referee"],
        "excludes": law_of(season.edition).excludes,
        "office": law_of(season.edition).offices[0],
        "lost": [one for one in decisions.newest(connection, season.id, "right").values()
                 if one.verdict == decisions.LOST],
    }  # fmt: skip


def _timetable(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    """The rounds by day; a day that is over comes last."""
    today = day_of(now_ms())
    rounds = rounds_of(connection, season)
    return {"coming": [one for one in rounds if one.one.day >= today],
            "past": [one for one in rounds if one.one.day < today]}  # fmt: skip


def _incidents(connection: Connection, season: Season, request: HtmlRequest) -> Facts:
    query = request.query_params
    names = {name: query.get(name, "")[:64] for name in ("round", "table", "kind")}
    names["kind"] = names["kind"] if names["kind"] in incidents.KINDS else ""
    skip = query.get("skip", "0")
    asked = incidents.Asked(**names, skip=int(skip) if skip.isascii() and skip.isdigit() else 0)
    found = incidents.look(connection, request.app.state.service.settings, season, asked)
    rounds, tables = incidents.where(connection, season.id)
    return {
        "asked": asked,
        "sifted": urlencode({name: value for name, value in names.items() if value}),
        "games": found.games,
        "skip": found.skip,
        "rounds_known": rounds,
        "tables_known": tables,
        "kinds": tuple(incidents.KINDS),
        "ruled": decisions.newest(connection, season.id, "incident"),
    }


def _prizes(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    return {"boards": prizeboard.boards(connection, season)}


def _news(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    return {
        "news": notices.listing(connection, season.id),
        "stand": notices.rules_stand(connection, season),
        "edition": season.edition.name,
    }


def _seats(connection: Connection, season: Season, request: HtmlRequest) -> Facts:
    rounds = [Round(one, (), None, (), 0) for one in schedule.listing(connection, season)]
    asked, today = request.query_params.get("round"), day_of(now_ms())
    found = next((one for one in rounds if one.one.round == asked), None)
    if found is None:
        coming = [one for one in rounds if one.one.day >= today]
        found = coming[0] if coming else (rounds[-1] if rounds else None)
    if found is not None:
        outcome = seating.newest(connection, season.id, found.one.round)
        found = replace(found, outcome=outcome)
    return {"rounds": rounds, "round": found, "table_name": table_name}


def _enter(connection: Connection, season: Season, _: HtmlRequest) -> Facts:
    today = day_of(now_ms())
    law = law_of(season.edition)
    rounds = [one for one in schedule.listing(connection, season)
              if one.stage == law.stages[0] and one.day >= today]  # fmt: skip
    return {
        "form": law.form,
        "dates": entries.DATES,
        "rounds": rounds,
        "edition": season.edition.name,
        "entered": "",
        "filled": {},
    }


RUN: Final[Mapping[str, Kind]] = {
    "attention": Kind("run/attention.html", _attention),
    "entries": Kind("run/entries.html", _entries),
    "schedule": Kind("run/schedule.html", _schedule),
    "round": Kind("run/round.html", _round),
    "games": Kind("run/games.html", _games),
    "sheet": Kind("run/sheet.html", _sheet),
    "goes_on": Kind("run/goes_on.html", _goes_on),
}
"""The organiser's."""
KINDS: Final[Mapping[str, Kind]] = {
    **RUN,
    "judge": Kind("run/judge.html", _judge),
    "incidents": Kind("run/incidents.html", _incidents),
    "timetable": Kind("run/timetable.html", _timetable),
    "prizes": Kind("run/prizes.html", _prizes),
    "news": Kind("run/news.html", _news),
    "seats": Kind("run/seats.html", _seats),
    "enter": Kind("run/enter.html", _enter),
}
PUBLIC: Final = ("timetable", "seats", "prizes", "news", "enter")


def chosen(rounds: Sequence[Round], asked: str | None) -> Round | None:
    """The round that was asked for, else the first that is not over, else the last."""
    found = next((one for one in rounds if one.one.round == asked), None)
    if found is None:
        found = next((one for one in rounds if not one.is_over), rounds[-1] if rounds else None)
    return found


def _before(rounds: Sequence[Round], found: Round) -> str | None:
    """The round before it, of the same stage, in which somebody was here."""
    earlier = [one for one in rounds[: rounds.index(found)] if one.one.stage == found.one.stage
               and any(a.state == rosters.HERE for a in one.awaited)]  # fmt: skip
    return earlier[-1].one.round if earlier else None


async def show(
    request: HtmlRequest,
    service: Service,
    season_id: str,
    kind: str,
    trouble: str = "",
    status: int = 200,
    **more: Any,
) -> Response[str]:
    """A page of a competition, with what went wrong on top where something did."""

    def work(connection: Connection) -> tuple[Season, Facts]:
        drawn = last_mark(connection)
        season = find(connection, service.settings, season_id)
        return season, {"drawn": drawn, **KINDS[kind].facts(connection, season, request)}

    season, facts = await service.read(work)
    text = reader_texts(request)
    base = f"/seasons/{season_id}"
    is_public = kind in PUBLIC
    who = None if is_public else caller(request)
    lang = request.query_params.get("lang")

    def to(path: str) -> str:
        """An address of this season, in the reader's language."""
        sign = "&" if "?" in path else "?"
        return f"{base}/{path}{sign}lang={lang}" if lang else f"{base}/{path}"

    shown: dict[str, Any] = {
        "season": season_id,
        "game_kind": season.edition.game,
        "kind": kind,
        "who": who.name if isinstance(who, PersonCaller) else None,
        "organises": not is_public and may(request, Role.ORGANISER, season_id),
        "trouble": trouble,
        "base": base,
        "to": to,
        "refusal": lambda found: said(found, text.language),
        "stage_name": lambda stage: _stage(text, stage),
        **facts,
        **more,
    }
    return page(request, KINDS[kind].template, status=status, **shown)


def _stage(text: Any, stage: str) -> str:
    key = f"league.stage.{stage}"
    return str(text(key)) if text.has(key) else stage


@get("/seasons/{season_id:str}/run", include_in_schema=False, **needs(Role.ORGANISER))
async def run_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """What waits, for the organiser: the address to keep."""
    return await show(request, service, season_id, "attention")


@get("/seasons/{season_id:str}/run/{kind:str}", include_in_schema=False, **needs(Role.ORGANISER))
async def run_kind(
    request: HtmlRequest, service: Service, season_id: str, kind: str
) -> Response[str]:
    """A page of the organiser."""
    return await show(request, service, season_id, kind if kind in RUN else "attention")


@get("/seasons/{season_id:str}/judge", include_in_schema=False, **needs(Role.REFEREE))
async def judge_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """Protests, latecomers, lots and exclusions, for the referee."""
    return await show(request, service, season_id, "judge")


@get("/seasons/{season_id:str}/timetable", include_in_schema=False, **everybody())
async def timetable_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """When and where the rounds are played, for everybody."""
    return await show(request, service, season_id, "timetable")


@get("/seasons/{season_id:str}/incidents", include_in_schema=False, **needs(Role.REFEREE))
async def incidents_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """What happened at the tables, with the lines of the records behind it, for the referee."""
    return await show(request, service, season_id, "incidents")


@get("/seasons/{season_id:str}/prizes", include_in_schema=False, **everybody())
async def prizes_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """What can be won, and who has it, for everybody."""
    return await show(request, service, season_id, "prizes")


@get("/seasons/{season_id:str}/news", include_in_schema=False, **everybody())
async def news_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """HUN-17: news and changes of the rules, for everybody."""
    return await show(request, service, season_id, "news")


@get("/seasons/{season_id:str}/seats", include_in_schema=False, **everybody())
async def seats_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """HUN-16: who sits where; names and nothing else."""
    return await show(request, service, season_id, "seats")


@get("/seasons/{season_id:str}/enter", include_in_schema=False, **everybody())
async def enter_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """HUN-1: the entry form."""
    return await show(request, service, season_id, "enter")


competition_pages = Router(
    "/",
    route_handlers=[
        run_page,
        run_kind,
        judge_page,
        incidents_page,
        timetable_page,
        prizes_page,
        news_page,
        seats_page,
    ],
)
