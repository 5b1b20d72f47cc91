"""Signing in: a name with a password, or an organiser's token; then a session in a cookie."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect
from sqlalchemy import Connection

from league import people, sessions
from league.auth import caller_of
from league.guards import caller_on, everybody
from league.pages.rendering import page, reader_texts
from league.rates import (
    SIGN_IN_ADDRESS,
    SIGN_IN_ANYWHERE,
    SIGN_IN_NAME,
    WRONG_CODES,
    Rate,
    address_of,
)
from league.refusals import Refused
from league.roles import PersonCaller, Role
from league.secret import password_fits
from league.service import Service
from league.sessions import COOKIE, LASTS_MS, TOKEN_COOKIE
from league.settings import Settings
from league.troubles import Trouble

HtmlRequest = Request[Any, Any, Any]
HOME: Final = "/"


def organiser(connection: Connection, request: HtmlRequest, season: str) -> str | None:
    """The name of the organiser of this season who looks at a page that is open to all."""
    try:
        found = caller_on(connection, request)
    except Refused:
        return None
    is_his = isinstance(found, PersonCaller) and found.has(Role.ORGANISER, season)
    return found.name if isinstance(found, PersonCaller) and is_his else None


def sign_in_page(request: HtmlRequest, status: int = 200, trouble: str = "") -> Response[str]:
    """What who is not known sees in place of a page that is not for all."""
    back = request.url.path
    return page(request, "signin.html", status=status, trouble=trouble, back=back)


@get("/sign-in", include_in_schema=False, **everybody())
async def sign_in_form(request: HtmlRequest) -> Response[str]:
    """The form alone."""
    return page(request, "signin.html", trouble="", back=HOME)


@post("/sign-in", include_in_schema=False, status_code=303, **everybody())
async def sign_in(request: HtmlRequest, service: Service) -> Response[Any]:
    """Begin a session for who knows his password, or has an organiser's token."""
    form = await request.form()
    said = {key: str(form.get(key, "")).strip() for key in ("name", "token", "back")}
    password = people.typed(str(form.get("password", "")))
    back = inside(said["back"])
    limits = _limits(address_of(request), said["name"])
    for rate, key in limits:
        service.rates.look(rate, key)
    name = await service.read(lambda c: _who(c, said["name"], password, said["token"]))
    if name is None:
        for rate, key in limits:
            service.rates.take(rate, key)
        wrong = "league.trouble.token" if said["token"] else "league.trouble.sign_in"
        told = Trouble(wrong).text(reader_texts(request))
        return page(request, "signin.html", status=403, trouble=told, back=back)
    return await begun(request, service, name, back)


@post("/sign-out", include_in_schema=False, status_code=303, **everybody())
async def sign_out(request: HtmlRequest, service: Service) -> Redirect:
    """End the session, here and on the server."""
    found = await service.read(lambda c: sessions.person_by_cookies(c, request.cookies))
    if found is not None and (number := found.session) is not None:
        who = f"person:{found.name}"
        await service.write(lambda c: sessions.end(c, found.name, number, who))
    return Redirect(HOME, status_code=303, cookies=_forgotten(COOKIE, TOKEN_COOKIE))


@get("/welcome/{code:str}", include_in_schema=False, **everybody())
async def welcome(request: HtmlRequest, service: Service, code: str) -> Response[str]:
    """Who was invited chooses his password."""
    return await _welcome(request, service, code)


@post("/welcome/{code:str}", include_in_schema=False, status_code=303, **everybody())
async def accept(request: HtmlRequest, service: Service, code: str) -> Response[Any]:
    """Keep the password, use the code up, sign in."""
    form = await request.form()
    password, again = (str(form.get(key, "")) for key in ("password", "again"))
    try:
        if password != again:
            raise Trouble("league.trouble.password_twice")
        kept = await service.on_thread(lambda: people.fit_password(password))
        name = await service.write(lambda c: people.accept(c, code, kept))
    except Trouble as trouble:
        return await _welcome(request, service, code, trouble.text(reader_texts(request)))
    return await begun(request, service, name, "/account")


async def begun(request: HtmlRequest, service: Service, name: str, back: str) -> Redirect:
    """A new session for this browser, in place of the one that it had."""
    before = await service.read(lambda c: sessions.person_by_cookies(c, request.cookies))
    browser = request.headers.get("user-agent", "")

    def work(connection: Connection) -> str:
        if before is not None and before.session is not None:
            sessions.end(connection, before.name, before.session, f"person:{before.name}")
        return sessions.begin(connection, name, browser)

    token = await service.write(work)
    cookies = [*_forgotten(TOKEN_COOKIE), session_cookie(request, service.settings, token)]
    return Redirect(back, status_code=303, cookies=cookies)


def session_cookie(request: HtmlRequest, settings: Settings, token: str) -> Cookie:
    """A cookie that no script reads and that no other site's form brings along."""
    encrypted = request.url.scheme == "https" or settings.public_url.startswith("https://")
    return Cookie(
        COOKIE,
        value=token,
        max_age=LASTS_MS // 1000,
        httponly=True,
        samesite="lax",
        secure=encrypted,
    )


async def _welcome(
    request: HtmlRequest, service: Service, code: str, trouble: str = ""
) -> Response[str]:
    address = address_of(request)
    service.rates.look(WRONG_CODES, address)
    name = await service.read(lambda c: people.invited(c, code))
    if name is None:
        service.rates.take(WRONG_CODES, address)
        trouble = Trouble("league.trouble.invitation").text(reader_texts(request))
    status = 404 if name is None else 422 if trouble else 200
    shown = page(request, "welcome.html", status=status, trouble=trouble, person=name)
    shown.headers["Cache-Control"] = "no-store"
    return shown


def _who(connection: Connection, name: str, password: str, token: str) -> str | None:
    """The person whose token or password this is."""
    if not token:
        kept = people.kept_password(connection, name)
        return name if password_fits(kept, password) else None
    try:
        found = caller_of(connection, f"Bearer {token}")
    except Refused:
        return None
    return found.name if isinstance(found, PersonCaller) else None


def _limits(address: str, name: str) -> list[tuple[Rate, str]]:
    limits = [(SIGN_IN_ADDRESS, address)]
    if name:
        limits += [(SIGN_IN_NAME, f"{address} {name}"), (SIGN_IN_ANYWHERE, name)]
    return limits


def _forgotten(*names: str) -> list[Cookie]:
    return [Cookie(name, value="", max_age=0) for name in names]


def inside(path: str) -> str:
    """A path of ours; anything else leads home."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else HOME


signing = Router("/", route_handlers=[sign_in_form, sign_in, sign_out, welcome, accept])
