"""The director's pages of a casino tournament: entries, seats, who is out, prizes, what adds up.

They are the organiser's alone; `tournamentforms.py` is what their buttons do. What everybody may
see of it is the hall's board and the season's standings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from sqlalchemy import Connection

from league.audit import last_mark, now_ms
from league.errors import UserError
from league.guards import acting, needs
from league.pages.rendering import page, reader_texts
from league.roles import Role
from league.seasons import Season, find
from league.service import Service
from league.texts import Texts
from league.tournaments import book as books
from league.tournaments import handing
from league.tournaments.book import Book
from league.tournaments.tables import bought_by_tables, out_by_tables, panel, unconfirmed
from league.tournaments.told import stage_of
from rules.casino.limits import no_addon, no_rebuy
from rules.casino.payout import answer
from rules.casino.seating import gap, sizes
from rules.casino.state import Window
from rules.casino.structure import TYPES
from rules.casino.tournament import outcome
from rules.casino.tournament.accounts import OFF, kept, taken
from rules.casino.tournament.fold import BUYING
from rules.casino.tournament.state import Player, place_of
from rules.kinds import Refusal

HtmlRequest = Request[Any, Any, Any]
Facts = Mapping[str, Any]
SHOWN_LINES: Final = 200


class Kind(NamedTuple):
    """A page: its template and what it shows."""

    template: str
    facts: Callable[[Connection, Book, Texts], Facts]


def _entries(connection: Connection, book: Book, _: Texts) -> Facts:
    state, plan = book.state, book.state.plan
    others = [name for name in books.names(connection, book.season.id) if name != book.round]
    ended = [books.find(connection, book.season, name) for name in others]
    givers = [one for one in ended if one.state.ended_ms is not None]
    return {
        "people": sorted(state.players.values(), key=lambda one: (not one.playing, one.name)),
        "seat_of": lambda name: place_of(state, name),
        "may_rebuy": lambda one: _may_rebuy(book, one),
        "may_addon": lambda one: (
            one.playing and no_addon(plan, state.window, one.held, one.addon) is None
        ),
        "next_window": _next_window(book),
        "carries": [
            (one.round, outcome.money(one.state).carry)
            for one in givers
            if outcome.money(one.state).carry and one.round not in state.carried
        ],
        "satellites": [
            (one.round, winners)
            for one in givers
            if (winners := [w for w in outcome.seat_winners(one.state) if w not in state.players])
        ],
        "twice": handing.twice(connection, book),
        "told_bought": bought_by_tables(connection, book),
        "types": TYPES,
    }


def _seats(connection: Connection, book: Book, _: Texts) -> Facts:
    state, now = book.state, now_ms()
    wanted = sizes(len(state.playing), state.size)
    return {
        "gap": gap(state.tables),
        "breakable": not isinstance(wanted, Refusal) and len(state.tables) > len(wanted),
        "moves": state.moves[::-1][:SHOWN_LINES],
        "newest": {one.move.player: at for at, one in enumerate(state.moves)},
        "unconfirmed": unconfirmed(connection, book),
        "away": [
            (one, place_of(state, one.name), [p for p in one.penalties if p.serving(now)])
            for one in state.playing
            if any(p.serving(now) for p in one.penalties)
        ],
        "serving": {
            one.name for one in state.playing if any(p.serving(now) for p in one.penalties)
        },
        "minutes_left": lambda penalty: max(0, -(-(penalty.until_ms - now) // 60_000)),
        "people": sorted(one.name for one in state.playing),
        "free": [
            (table.number, seat)
            for table in state.tables
            for seat, name in enumerate(table.seats, 1)
            if name is None
        ],
    }


def _out(connection: Connection, book: Book, _: Texts) -> Facts:
    state = book.state
    order = outcome.left_orders(state)
    groups: dict[int, list[Player]] = {}
    for one in state.players.values():
        if one.name in order and not one.disqualified:
            groups.setdefault(order[one.name], []).append(one)
    place = len(state.playing) + 1
    places = []
    for number in sorted(groups, reverse=True):
        places.append((place, sorted(groups[number], key=lambda one: one.name)))
        place += len(groups[number])
    return {
        "places": places,
        "told": out_by_tables(connection, book),
        "by_points": state.plan.bust_rule == "points_before_hand",
        "disqualified": [one.name for one in state.players.values() if one.disqualified],
    }


def _prizes(_: Connection, book: Book, __: Texts) -> Facts:
    state, prizes = book.state, outcome.board(book.state)
    shares = outcome.deal_of(state)
    done = outcome.paid(state, book.tie)
    return {
        "prizes": prizes,
        "shares": [f"{float(one * 100):.2f}".rstrip("0").rstrip(".") for one in
                   state.plan.prizes.shares],
        "pool": outcome.money(state),
        "taken": taken(state),
        "kept": kept(state),
        "results": outcome.results(state, book.tie) if prizes is not None else [],
        "lots": answer(done).get("lots"),
        "people": sorted(state.playing, key=lambda one: (-one.held, one.name)),
        "in_play": outcome.in_play(state),
        "deal": shares if not isinstance(shares, str) else (),
        "no_deal": shares if isinstance(shares, str) else "",
        "to_share": sum(outcome.left_to_share(state)),
        "cents": lambda exact: f"{float(exact):.2f}",
    }  # fmt: skip


def _check(connection: Connection, book: Book, _: Texts) -> Facts:
    found = panel(connection, book)
    return {
        "checks": found,
        "off": [one for one in found if one.state == OFF],
        "log": book.kept[::-1][:SHOWN_LINES],
    }


KINDS: Final[Mapping[str, Kind]] = {
    "entries": Kind("tournament/entries.html", _entries),
    "seats": Kind("tournament/seats.html", _seats),
    "out": Kind("tournament/out.html", _out),
    "prizes": Kind("tournament/prizes.html", _prizes),
    "check": Kind("tournament/check.html", _check),
}


async def show(
    request: HtmlRequest,
    service: Service,
    season_id: str,
    round_name: str,
    kind: str,
    trouble: str = "",
    status: int = 200,
) -> Response[str]:
    """A page of a tournament, with what went wrong on top where something did."""
    wanted, text = KINDS[kind], reader_texts(request)

    def work(connection: Connection) -> tuple[Book, dict[str, Any]]:
        book = books.find(connection, casino_season(connection, service, season_id), round_name)
        facts = wanted.facts(connection, book, text)
        off = panel(connection, book)
        return book, {
            **facts,
            "drawn": last_mark(connection),
            "named": book.named,
            # On a page that speaks of tables by number, as the director does.
            "called": lambda number: book.name_of(number) if book.named else number,
            "anything_off": sum(one.state == OFF for one in off),
        }

    try:
        book, facts = await service.read(work)
    except UserError as error:
        raise NotFoundException(str(error)) from None
    return page(
        request,
        wanted.template,
        status=status,
        season=season_id,
        round=round_name,
        kind=kind,
        kinds=tuple(KINDS),
        who=acting(request).partition(":")[2],
        trouble=trouble,
        base=f"/seasons/{season_id}",
        here=f"/seasons/{season_id}/tournaments/{round_name}",
        book=book,
        state=book.state,
        plan=book.state.plan,
        stage=stage_of(book.state),
        board=outcome.board(book.state),
        points=outcome.in_play(book.state),
        **facts,
    )


async def show_all(
    request: HtmlRequest, service: Service, season_id: str, trouble: str = "", status: int = 200
) -> Response[str]:
    """The tournaments of a season, and the form that opens one."""

    def work(connection: Connection) -> tuple[list[Book], Season]:
        season = casino_season(connection, service, season_id)
        names = books.names(connection, season.id)
        return [books.find(connection, season, name) for name in names], season

    found, season = await service.read(work)
    return page(
        request,
        "tournament/list.html",
        status=status,
        season=season_id,
        kind="list",
        who=acting(request).partition(":")[2],
        trouble=trouble,
        base=f"/seasons/{season_id}",
        books=found,
        stage_of=stage_of,
        usual=season.edition.values["structure"],
        type=season.edition.text("type"),
    )


def casino_season(connection: Connection, service: Service, season_id: str) -> Season:
    """A casino's season of tournaments at tables; no page for any other."""
    season = find(connection, service.settings, season_id)
    if season.edition.game != "casino" or season.edition.text("type") == "slots":
        raise NotFoundException(f"season {season_id}: has no tournaments at tables")
    return season


def _may_rebuy(book: Book, player: Player) -> bool:
    """Whether it is worth asking; of who has not been counted nobody knows his points."""
    state = book.state
    if player.disqualified or state.started_ms is None or state.ended_ms is not None:
        return False
    limit = no_rebuy(state.plan, state.window, player.held, player.rebuys)
    return limit is None or (limit.why == "too_many_points" and not player.counted)


def _next_window(book: Book) -> str:
    """What can be closed: the rebuys (the add-on's time begins), then everything."""
    state = book.state
    if state.started_ms is None or state.window not in BUYING:
        return ""
    addon = state.plan.addon is not None and state.window is not Window.ADDON
    return "addon" if addon else "over"


@get(
    "/seasons/{season_id:str}/tournaments",
    include_in_schema=False,
    **needs(Role.ORGANISER),
)
async def tournaments(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """Those there are."""
    return await show_all(request, service, season_id)


@get(
    [
        "/seasons/{season_id:str}/tournaments/{round_name:str}",
        "/seasons/{season_id:str}/tournaments/{round_name:str}/{kind:str}",
    ],
    include_in_schema=False,
    **needs(Role.ORGANISER),
)
async def tournament(
    request: HtmlRequest, service: Service, season_id: str, round_name: str, kind: str = "entries"
) -> Response[str]:
    """A page of one."""
    if kind not in KINDS:
        raise NotFoundException(f"tournament {round_name}: no page {kind!r}")
    return await show(request, service, season_id, round_name, kind)


@get(
    "/seasons/{season_id:str}/tournaments/{round_name:str}/log.json",
    include_in_schema=False,
    **needs(Role.ORGANISER),
)
async def log(service: Service, season_id: str, round_name: str) -> list[dict[str, Any]]:
    """The whole log: whoever has it and the instructions comes to the same tournament."""

    def work(connection: Connection) -> list[dict[str, Any]]:
        season = casino_season(connection, service, season_id)
        return books.lines_of(books.find(connection, season, round_name))

    return await service.read(work)
