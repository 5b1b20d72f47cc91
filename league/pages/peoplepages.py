"""Pages of people: my account, who has which role, the audit log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from litestar import Response, Router, get, post
from litestar.response import Redirect
from sqlalchemy import Connection

from league import auditbook, people, sessions
from league.accesstables import EVERY_SEASON
from league.guards import needs, signed_in
from league.pages.office import (
    Form,
    HtmlRequest,
    both,
    done,
    known_season,
    office_page,
    person,
)
from league.pages.rendering import reader_texts
from league.pages.signin import begun
from league.rates import SIGN_IN_NAME, address_of
from league.roles import ROLES, Role
from league.secret import LEAST_PASSWORD, password_fits
from league.service import Service
from league.troubles import Trouble

LINES: Final = 50
_PEOPLE: Final = both("/people")


@get("/account", include_in_schema=False, **signed_in())
async def account(request: HtmlRequest, service: Service) -> Response[str]:
    """Who I am, my roles, where I am signed in, my password."""
    return await _account(request, service)


@post("/account", include_in_schema=False, status_code=303, **signed_in())
async def end_session(request: HtmlRequest, service: Service) -> Response[Any]:
    """End one of my sessions, or all others."""

    def work(form: Form) -> None:
        mine = person(request).session
        if form.text("session") == "others":
            others = [one.number for one in sessions.listing(form.connection, form.name)]
        else:
            others = [form.whole("session")]
        for number in others:
            if number != mine:
                sessions.end(form.connection, form.name, number, f"person:{form.name}")

    return await done(request, service, work, _account)


@post("/account/password", include_in_schema=False, status_code=303, **signed_in())
async def change_password(request: HtmlRequest, service: Service) -> Response[Any]:
    """Another password, for who knows the present one; every session but a new one here ends."""
    form, name = await request.form(), person(request).name
    key = f"{address_of(request)} {name}"
    service.rates.look(SIGN_IN_NAME, key)
    kept = await service.read(lambda c: people.kept_password(c, name))
    now, new, again = (str(form.get(field, "")) for field in ("now", "password", "again"))
    try:
        if kept is not None and not await service.on_thread(
            lambda: password_fits(kept, people.typed(now))
        ):
            service.rates.take(SIGN_IN_NAME, key)
            raise Trouble("league.trouble.sign_in")
        if new != again:
            raise Trouble("league.trouble.password_twice")
        hashed = await service.on_thread(lambda: people.fit_password(new))
    except Trouble as trouble:
        return await _account(
            request, service, trouble=trouble.text(reader_texts(request)), status=422
        )
    await service.write(lambda c: people.set_password(c, name, hashed, f"person:{name}"))
    return await begun(request, service, name, "/account")


@get("/account/password", include_in_schema=False, **signed_in())
async def after_password(request: HtmlRequest) -> Redirect:
    """Who changes the language where a form was sent to."""
    return Redirect("/account", status_code=302)


@get(_PEOPLE, include_in_schema=False, **needs(Role.ORGANISER))
async def all_people(request: HtmlRequest, service: Service) -> Response[str]:
    """Everybody who can sign in, or has a role in a season."""
    return await _people(request, service)


@post(_PEOPLE, include_in_schema=False, status_code=303, **needs(Role.ORGANISER))
async def change_people(request: HtmlRequest, service: Service) -> Response[Any]:
    """Give or take a role, invite, close out."""
    return await done(request, service, _change, _people)


@get("/audit", include_in_schema=False, **needs(Role.ORGANISER))
async def whole_audit(request: HtmlRequest, service: Service) -> Response[str]:
    """Who did what, and why, in the whole league."""
    return await _audit(request, service)


@get("/seasons/{season_id:str}/audit", include_in_schema=False, **needs(Role.REFEREE))
async def season_audit(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """Who did what, and why, in a season."""
    return await _audit(request, service)


async def _account(
    request: HtmlRequest, service: Service, trouble: str = "", status: int = 200
) -> Response[str]:
    me = person(request)

    def work(connection: Connection) -> tuple[list[sessions.Session], bool]:
        kept = people.kept_password(connection, me.name)
        return sessions.listing(connection, me.name), kept is not None

    mine, has_password = await service.read(work)
    return office_page(
        request,
        "office/account.html",
        status=status,
        trouble=trouble,
        sessions=mine,
        has_password=has_password,
        least=LEAST_PASSWORD,
        offices=_offices(me.roles),
        browser=browser,
    )


async def _people(
    request: HtmlRequest,
    service: Service,
    trouble: str = "",
    secret: str = "",
    status: int = 200,
) -> Response[str]:
    def work(connection: Connection) -> list[people.Person]:
        season = known_season(connection, request)
        return people.listing(connection, season or None)

    return office_page(
        request,
        "office/people.html",
        status=status,
        trouble=trouble,
        people=await service.read(work),
        roles=ROLES,
        invitation=f"{service.settings.public_url.rstrip('/')}/welcome/{secret}" if secret else "",
    )


async def _audit(request: HtmlRequest, service: Service) -> Response[str]:
    asked = {name: request.query_params.get(name, "").strip() for name in ("who", "what", "before")}
    before = int(asked["before"]) if _is_number(asked["before"]) else None

    def work(connection: Connection) -> list[auditbook.Line]:
        season = known_season(connection, request)
        wanted = auditbook.Asked(season, asked["who"][:128], asked["what"][:32], before)
        return auditbook.lines(connection, wanted, LINES + 1)

    lines = await service.read(work)
    older = ""
    if len(lines) > LINES:
        kept = {name: value for name, value in request.query_params.items() if value}
        older = "?" + urlencode({**kept, "before": lines[LINES - 1].id})
    return office_page(request, "office/audit.html", lines=lines[:LINES], asked=asked, older=older)


def _grant(form: Form) -> str | None:
    name = form.text("name")
    is_new = not people.is_known(form.connection, name)
    if is_new:
        people.add(form.connection, name, form.who)
    people.grant(
        form.connection, name, form.text("role"), form.season, form.who, form.text("why")[:255]
    )
    return people.invite(form.connection, name, form.who) if is_new else None


def _withdraw(form: Form) -> None:
    name, role = form.text("name"), form.text("role")
    if name == form.name and role == Role.ORGANISER:
        raise Trouble("league.trouble.own_role")
    people.withdraw(form.connection, name, role, form.season, form.who, form.text("why")[:255])


def _invite(form: Form) -> str:
    """A new password for somebody: for an organiser of one season only where nothing is his yet,
    or he could sign in as an organiser of the league.
    """
    name = form.text("name")
    if form.season != EVERY_SEASON:
        known = {one.name: one for one in people.listing(form.connection)}.get(name)
        elsewhere = known is not None and any(where != form.season for where, _ in known.roles)
        if known is None or known.has_password or known.has_token or elsewhere:
            raise Trouble("league.trouble.invite_elsewhere", name=name)
    return people.invite(form.connection, name, form.who)


def _end(form: Form) -> None:
    _league_only(form)
    if form.text("name") == form.name:
        raise Trouble("league.trouble.own_role")
    people.end(form.connection, form.text("name"), form.who, form.text("why")[:255])


def _again(form: Form) -> str:
    _league_only(form)
    people.again(form.connection, form.text("name"), form.who)
    return people.invite(form.connection, form.text("name"), form.who)


ACTS: Final[Mapping[str, Callable[[Form], str | None]]] = {
    "grant": _grant,
    "withdraw": _withdraw,
    "invite": _invite,
    "end": _end,
    "again": _again,
}


def _change(form: Form) -> str | None:
    act = ACTS.get(form.text("act"))
    if act is None:
        raise Trouble("league.trouble.number", text=form.text("act")[:20])
    return act(form)


def _league_only(form: Form) -> None:
    if form.season != EVERY_SEASON:
        raise Trouble("league.trouble.league_only")


def _offices(roles: tuple[tuple[str, Role], ...]) -> list[tuple[str, str, Role]]:
    """Where a person's pages begin, the season, and his highest role there."""
    found: dict[str, Role] = {}
    for where, role in roles:
        if where not in found or ROLES.index(role) > ROLES.index(found[where]):
            found[where] = role
    return [(f"/seasons/{where}" if where else "", where, role) for where, role in found.items()]


def browser(agent: str) -> str:
    """A browser as its owner knows it: `Firefox, Android`."""
    names = {"Edg": "Edge", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
    found = [
        next((name for mark, name in names.items() if mark in agent), ""),
        next((system for system in systems if system in agent), ""),
    ]
    return ", ".join(part for part in found if part) or agent[:40] or "?"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


people_pages = Router(
    "/",
    route_handlers=[
        account,
        end_session,
        change_password,
        after_password,
        all_people,
        change_people,
        whole_audit,
        season_audit,
    ],
)
