"""What the buttons of a tournament's pages do: read the form, enter a line, show the page again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from litestar import Request, Response, Router, get, post
from litestar.datastructures import FormMultiDict
from litestar.exceptions import NotFoundException
from litestar.response import Redirect
from sqlalchemy import Connection

from league.draws import checked_seed
from league.errors import UserError
from league.guards import acting, everybody, needs
from league.ids import person
from league.pages.rendering import reader_texts
from league.pages.sent import Sent, told_to
from league.pages.tournament import (
    KINDS,
    casino_season,
    log,
    show,
    show_all,
    tournament,
    tournaments,
)
from league.roles import Role
from league.service import Service
from league.tablenames import name_tables
from league.tournaments import book as books
from league.tournaments import handing
from league.tournaments.book import Book
from league.troubles import Trouble
from rules.casino.tournament.outcome import deal_of

HtmlRequest = Request[Any, Any, Any]


@dataclass(frozen=True)
class Asked(Sent):
    """A form that the director sent about a tournament."""

    book: Book

    def numbers(self, prefix: str) -> dict[str, int]:
        """What was typed beside each player, by name; who has nothing is left out."""
        names = [str(key).removeprefix(prefix) for key in self.form if str(key).startswith(prefix)]
        found = {name: self.whole_or_none(prefix + name) for name in names}
        return {name: number for name, number in found.items() if number is not None}

    def tell(self, do: str, **fields: Any) -> Asked:
        """Enter a line."""
        line = {"do": do, **{key: one for key, one in fields.items() if one not in (None, "")}}
        return replace(self, book=books.tell(self.connection, self.book, line, self.who))


def _enter(asked: Asked) -> None:
    names = [name for line in asked.text("names").splitlines() if (name := person(line))]
    if not names:
        raise Trouble("league.trouble.no_name")
    for name in names:
        asked = asked.tell("enter", player=name)


def _buy(asked: Asked) -> None:
    what, player = "addon" if asked.text("what") == "addon" else "rebuy", asked.text("player")
    rebuy = asked.book.state.plan.rebuy
    if asked.text("told") and what == "rebuy" and rebuy is not None and rebuy.when == "zero":
        known = asked.book.state.players.get(person(player))
        if known is not None and known.playing:  # as the table saw to before it sold
            asked = asked.tell("chips", points={player: 0})
    asked.tell(what, player=player)


def _hand_over(asked: Asked) -> None:
    source, goal = asked.text("from"), asked.book.round
    give = handing.carry if asked.text("what") == "carry" else handing.grant
    give(asked.connection, asked.book.season, source, goal, asked.who)


def _draw(asked: Asked) -> None:
    name_tables(asked.connection, asked.book.season.id, asked.text("tables"), asked.who)
    book = books.find(asked.connection, asked.book.season, asked.book.round)
    asked = replace(asked, book=book)
    asked.tell("draw", seed=checked_seed(asked.whole_or_none("seed")))


def _balance(asked: Asked) -> None:
    asked.tell("balance", seed=checked_seed(None))


def _table(asked: Asked) -> None:
    """The button of a table, or that a round has been played there."""
    number = asked.whole_or_none("table")
    if asked.text("what") == "round":
        asked.tell("round", table=number)
    else:
        asked.tell("button", table=number, seat=asked.whole_or_none("seat"))


def _move(asked: Asked) -> None:
    table, _, seat = asked.text("to").partition("-")
    numbers = {"table": int(table or 0), "seat": int(seat or 0)} if (table + seat).isdigit() else {}
    asked.tell("move", player=asked.text("player"), **numbers, reason=asked.text("reason"))


def _penalty(asked: Asked) -> None:
    fields = {name: asked.whole_or_none(name) for name in ("minutes", "rounds")}
    asked.tell("penalty", player=asked.text("player"), **fields, reason=asked.text("reason"))


def _disqualify(asked: Asked) -> None:
    points = asked.whole_or_none("points")
    if points is None:
        raise Trouble("league.trouble.points_missing")
    asked.tell(
        "disqualify", player=asked.text("player"), points=points, reason=asked.text("reason")
    )


def _bust(asked: Asked) -> None:
    names = asked.several("out")
    if not names:
        raise Trouble("league.trouble.nobody_chosen")
    before = {name: one for name, one in asked.numbers("before.").items() if name in names}
    said = asked.text("left_ms")  # by the button of what a table says
    left_ms = int(said) if said.isascii() and said.isdigit() and len(said) < 15 else None
    hand = asked.whole_or_none("hand")
    asked.tell("bust", players=names, points=before or None, hand=hand, left_ms=left_ms)


def _chips(asked: Asked) -> None:
    found = asked.numbers("points.")
    if not found:
        raise Trouble("league.trouble.points_missing")
    asked.tell("chips", points=found)


def _deal(asked: Asked) -> None:
    by, rest = asked.text("by"), asked.whole_or_none("rest")
    prizes = asked.numbers("prize.")
    shares = deal_of(asked.book.state)
    if by in ("icm", "points") and not isinstance(shares, str):
        prizes = {one.player: one.icm_whole if by == "icm" else one.points_whole for one in shares}
    asked.tell("deal", prizes=prizes, by=by, rest=rest)


def _window(asked: Asked) -> None:
    asked.tell("window", to=asked.text("to"))


def _plainly(do: str) -> Callable[[Asked], None]:
    def act(asked: Asked) -> None:
        asked.tell(do)

    return act


ACTS: Final[Mapping[str, Callable[[Asked], None]]] = {
    "enter": _enter, "buy": _buy, "window": _window, "hand_over": _hand_over, "draw": _draw,
    "start": _plainly("start"), "balance": _balance, "table": _table, "move": _move,
    "penalty": _penalty, "disqualify": _disqualify, "bust": _bust, "chips": _chips, "deal": _deal,
    "end": _plainly("end"), "undo": _plainly("undo"),
}  # fmt: skip


@post(
    "/seasons/{season_id:str}/tournaments/{round_name:str}/{kind:str}/{act:str}",
    include_in_schema=False,
    status_code=303,
    **needs(Role.ORGANISER),
)
async def act(
    request: HtmlRequest, service: Service, season_id: str, round_name: str, kind: str, act: str
) -> Response[Any]:
    """One act of the director; then the page it came from."""
    work = ACTS.get(act)
    if work is None or kind not in KINDS:
        raise NotFoundException(f"nothing called {act!r} is done on {kind!r}")
    form = await request.form()

    def job(connection: Connection) -> None:
        season = casino_season(connection, service, season_id)
        book = books.find(connection, season, round_name)
        # Two devices, or a tap twice: what was asked on an old page is not done to a new one.
        if str(form.get("lines", len(book.kept))) != str(len(book.kept)):
            raise Trouble("league.trouble.page_is_old")
        work(Asked(connection, form, acting(request), book))

    try:
        await service.write(job)
    except UserError as error:
        told = told_to(reader_texts(request), error)
        return await show(request, service, season_id, round_name, kind, told, 422)
    here = f"/seasons/{season_id}/tournaments/{round_name}/{kind}"
    return Redirect(f"{here}{_language(request)}{_anchor(form)}", status_code=303)


@get(
    "/seasons/{season_id:str}/tournaments/{round_name:str}/{kind:str}/{act:str}",
    include_in_schema=False,
    **everybody(),
)
async def done(
    request: HtmlRequest, season_id: str, round_name: str, kind: str, act: str
) -> Redirect:
    """Who changes the language, or comes back, where a form was sent to."""
    here = f"/seasons/{season_id}/tournaments/{round_name}/{kind if kind in KINDS else 'entries'}"
    return Redirect(f"{here}{_language(request)}", status_code=302)


@post(
    "/seasons/{season_id:str}/tournaments",
    include_in_schema=False,
    status_code=303,
    **needs(Role.ORGANISER),
)
async def open_one(request: HtmlRequest, service: Service, season_id: str) -> Response[Any]:
    """RAY-STRUCT-1: open a tournament with the season's instructions and what differs."""
    form = await request.form()
    name = str(form.get("round", "")).strip()

    def job(connection: Connection) -> None:
        season = casino_season(connection, service, season_id)
        books.open_book(connection, season, name, _structure(form), acting(request))

    try:
        await service.write(job)
    except UserError as error:
        told = told_to(reader_texts(request), error)
        return await show_all(request, service, season_id, told, 422)
    here = f"/seasons/{season_id}/tournaments/{name}"
    return Redirect(f"{here}{_language(request)}", status_code=303)


_NUMBERS: Final = ("fee", "house_share", "start_points", "table_size", "satellite_price",
                   "satellite_seats", "carry_pct")  # fmt: skip


def _structure(form: FormMultiDict) -> dict[str, Any]:
    """What was typed; the rules say whether it can be. The whole as JSON goes on top."""
    found: dict[str, Any] = {}
    for key in _NUMBERS:
        text = str(form.get(key, "")).strip()
        if text:
            found[key] = int(text) if text.isascii() and text.isdigit() else text
    shares = str(form.get("prize_pct", "")).replace(",", " ").split()
    if shares:
        found["prize_pct"] = shares
    whole = str(form.get("structure", "")).strip()
    if whole:
        try:
            more = json.loads(whole)
        except (ValueError, RecursionError):
            raise Trouble("league.trouble.no_json") from None
        if not isinstance(more, dict):
            raise Trouble("league.trouble.no_json")
        found |= more
    return found


def _language(request: HtmlRequest) -> str:
    asked = request.query_params.get("lang")
    return "?" + urlencode({"lang": asked}) if asked else ""


def _anchor(form: FormMultiDict) -> str:
    anchor = str(form.get("anchor", ""))
    return f"#{anchor}" if anchor.isalnum() else ""


tournament_pages = Router("/", route_handlers=[tournaments, tournament, log, open_one, act, done])
"""All pages and forms: a path's readers and writers must be of one router."""
