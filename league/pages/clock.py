"""The director's page of a tournament's clock: where it stands, who follows, and the buttons."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from litestar import Request, Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from sqlalchemy import Connection, select

from league import hallclock, halls, live, seasons
from league.clockacts import ACTS
from league.errors import UserError
from league.families.hall import OVER, PLAYING
from league.guards import acting, needs
from league.hallclock import instant
from league.live import LiveTable
from league.pages.rendering import page, reader_texts
from league.pages.sent import told_to
from league.roles import Role
from league.seasons import Season
from league.service import Service
from league.tables import audit
from league.troubles import Trouble
from rules.casino.timeline import structure_mark
from rules.casino.view import Phase

HAND: Final = "hand"
FOLLOWS: Final = ("away", "entries", "over", "levels", "alone", "late", "paused", "follows")
"""How it is with a table."""
SHOWN: Final = 20
"""So many lines of what was done stand below."""
MOST_MINUTES: Final = 1440

HtmlRequest = Request[Any, Any, Any]


@get("/seasons/{season_id:str}/clock", include_in_schema=False, **needs(Role.REFEREE))
async def clock_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """The clock of `?round=`, else of the round that is played or was moved last."""
    return await _shown(request, service, season_id)


@post(
    "/seasons/{season_id:str}/clock/{act:str}",
    include_in_schema=False,
    status_code=303,
    **needs(Role.REFEREE),
)
async def move_clock(
    request: HtmlRequest, service: Service, season_id: str, act: str
) -> Response[Any]:
    """One act of the director; then the page again."""
    if act not in (*ACTS, HAND):
        raise NotFoundException(f"nothing called {act!r} is done to a clock")
    form = await request.form()
    round_name = str(form.get("round", "")).strip()
    reason = str(form.get("reason", "")).strip()
    minutes = str(form.get("minutes", "")).strip()
    who = acting(request)

    def job(connection: Connection) -> None:
        season = seasons.find(connection, service.settings, season_id)
        if act == HAND:
            _next_hand(connection, season, round_name, reason, who)
            return
        number = _minutes(minutes) if act == "stakes" else None
        hallclock.act(connection, season, round_name, act, who, reason=reason, minutes=number)

    try:
        await service.write(job)
    except UserError as error:
        return await _shown(
            request, service, season_id, told_to(reader_texts(request), error), 422, round_name
        )
    asked = {"round": round_name}
    if request.query_params.get("lang"):
        asked["lang"] = request.query_params["lang"]
    return Redirect(f"/seasons/{season_id}/clock?{urlencode(asked)}", status_code=303)


@get("/seasons/{season_id:str}/clock/{act:str}", include_in_schema=False, **needs(Role.REFEREE))
async def moved(request: HtmlRequest, season_id: str, act: str) -> Redirect:
    """Who changes the language where a form was sent to."""
    asked = f"?{request.url.query}" if request.url.query else ""
    return Redirect(f"/seasons/{season_id}/clock{asked}", status_code=302)


async def _shown(
    request: HtmlRequest,
    service: Service,
    season_id: str,
    trouble: str = "",
    status: int = 200,
    round_name: str = "",
) -> Response[str]:
    wanted = round_name or request.query_params.get("round", "")

    def work(connection: Connection) -> dict[str, Any]:
        season = seasons.find(connection, service.settings, season_id)
        return _facts(connection, season, wanted)

    facts = await service.read(work)
    facts |= {"trouble": trouble, "who": acting(request).partition(":")[2]}
    return page(request, "clock.html", status=status, **facts)


def _facts(connection: Connection, season: Season, wanted: str) -> dict[str, Any]:
    tables = [one for one in live.tables(connection) if one.state.season == season.id]
    played = [one for one in tables if one.state.board and one.state.phase not in OVER]
    known = [*dict.fromkeys([one.state.round for one in played])]
    known += [one for one in hallclock.rounds(connection, season.id) if one not in known]
    name = wanted or next(iter(known), "")
    clock = hallclock.find(connection, season, name) if name else None
    hand = halls.together(connection, season.id, name)
    now = instant()
    told = None if clock is None else clock.told(now)
    view = None if clock is None or told is None else hallclock.view_at(clock, told["at_ms"])
    coming = None if told is None else told["next"]
    mark = "" if view is None else structure_mark(view.plan.levels, view.plan.breaks)
    return {
        "season": season,
        "rounds": known,
        "round": name,
        "clock": told and told["clock"],
        "coming": coming,
        "in_ms": 0 if told is None or coming is None else coming["from_ms"] - told["at_ms"],
        "view": view,
        "may": _may(view, coming is not None),
        "last_is_level": clock is not None and clock.acts[-1].fields["do"] == "level",
        "tables": [one for one in played if one.state.round == name],
        "follows": lambda table, clock: _follows(table, clock, mark),
        "hand": hand,
        "board": None if clock is None else halls.board(connection, clock, hand, now),
        "done": _done(connection, season, name),
    }


def _may(view: Any, is_coming: bool) -> dict[str, bool]:
    """Which buttons mean something now; while an act is on its way none of the quick ones does."""
    running = view is not None and view.phase is Phase.PLAY
    over = view is not None and view.phase not in (Phase.PLAY, Phase.ENTRY)
    free = not is_coming
    number = view.level.number if running and view.level else 0
    return {
        "start": free and not running and not over,
        "resume": free and running and view.paused,
        "level": free and running and (view.on_break or view.next_level is not None),
        "break": free and running and not view.on_break and number in view.plan.breaks,
        "more": view is not None and not over,
    }


def _follows(table: LiveTable, clock: dict[str, Any] | None, mark: str = "") -> str:
    """How it is with a table: a word of `FOLLOWS`. `mark`: of the levels that the clock runs by."""
    board = table.state.board
    if not table.fresh or board is None:
        return "away"
    if board.structure and mark and board.structure != mark:
        return "levels"
    if table.state.phase == "entry":
        return "entries"
    if table.state.phase != PLAYING:
        return "over"
    if not board.hall:
        return "alone"
    if clock is not None and board.hall != clock["number"]:
        return "late"
    return "paused" if board.paused and clock and not clock["paused"] else "follows"


def _next_hand(
    connection: Connection, season: Season, round_name: str, reason: str, who: str
) -> None:
    """RAY-PAY-1: the director waits no longer for a table."""
    hand = halls.together(connection, season.id, round_name)
    if not hand:
        raise Trouble("league.trouble.no_hand")
    if not reason:
        raise Trouble("league.trouble.no_reason")
    halls.set_hand(connection, season.id, round_name, hand + 1, who, reason)


def _minutes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= MOST_MINUTES):
        raise Trouble("league.trouble.number", text=text[:20])
    return int(text)


def _done(connection: Connection, season: Season, round_name: str) -> list[Any]:
    """What was done to this clock, the newest first; from the audit log."""
    rows = connection.execute(
        select(audit.c.at_ms, audit.c.who, audit.c.what, audit.c.why, audit.c.detail)
        .where(audit.c.what.like("clock.%"), audit.c.subject == season.id)
        .order_by(audit.c.id.desc())
        .limit(SHOWN * 5)
    ).all()
    return [row for row in rows if f'"round":"{round_name}"' in row.detail][:SHOWN]


clock_pages = Router("/", route_handlers=[clock_page, move_clock, moved])
