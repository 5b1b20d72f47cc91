"""An organiser in a browser: his token in a cookie that no script and no other site can use.

The cookie is not sent with a form of another site (SameSite=Lax); where a browser says from where
a form comes, that must be this site, too.
"""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import PermissionDeniedException
from litestar.response import Redirect
from sqlalchemy import Connection

from league.auth import OrganiserCaller, caller_of
from league.club.refused import Trouble
from league.pages.rendering import page, reader_texts
from league.refusals import Refused
from league.service import Service

COOKIE: Final = "tableside_organiser"
LASTS_S: Final = 200 * 24 * 3600
"""From September to the final."""

HtmlRequest = Request[Any, Any, Any]


def organiser(connection: Connection, request: HtmlRequest) -> str | None:
    """The name of the organiser who asks, by cookie or bearer token; None for anybody else."""
    token = request.cookies.get(COOKIE)
    header = f"Bearer {token}" if token else request.headers.get("authorization")
    try:
        caller = caller_of(connection, header)
    except Refused:
        return None
    return caller.name if isinstance(caller, OrganiserCaller) else None


def require_same_site(request: HtmlRequest) -> None:
    """HTTPException 403 for a form that another site sends in our reader's name."""
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None:  # the browser's own word; it holds behind any proxy
        is_ours = site in ("same-origin", "none")
    else:
        host = request.headers.get("host", "")
        is_ours = origin is None or origin.partition("://")[2] == host
    if not is_ours:
        raise PermissionDeniedException("this form came from another site")


def sign_in_page(request: HtmlRequest, status: int = 200, trouble: str = "") -> Response[str]:
    """What who is no organiser sees in place of an organiser's page."""
    back = request.url.path
    return page(request, "signin.html", status=status, trouble=trouble, back=back)


@get("/sign-in", include_in_schema=False)
async def sign_in_form(request: HtmlRequest) -> Response[str]:
    """The form alone."""
    return page(request, "signin.html", trouble="", back="/")


@post("/sign-in", include_in_schema=False, status_code=303)
async def sign_in(request: HtmlRequest, service: Service) -> Response[Any]:
    """Keep the token in the browser if it is an organiser's."""
    require_same_site(request)
    form = await request.form()
    token, back = str(form.get("token", "")).strip(), _inside(str(form.get("back", "/")))
    if not await service.read(lambda c: _is_organiser(c, token)):
        said = Trouble("league.trouble.token").text(reader_texts(request))
        return page(request, "signin.html", status=403, trouble=said, back=back)
    cookie = Cookie(
        COOKIE,
        value=token,
        max_age=LASTS_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return Redirect(back, status_code=303, cookies=[cookie])


@post("/sign-out", include_in_schema=False, status_code=303)
async def sign_out(request: HtmlRequest) -> Redirect:
    """Forget the token."""
    require_same_site(request)
    return Redirect("/", status_code=303, cookies=[Cookie(COOKIE, value="", max_age=0)])


def _is_organiser(connection: Connection, token: str) -> bool:
    try:
        return isinstance(caller_of(connection, f"Bearer {token}"), OrganiserCaller)
    except Refused:
        return False


def _inside(path: str) -> str:
    """A path of ours; anything else leads home."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"


signing = Router("/", route_handlers=[sign_in_form, sign_in, sign_out])
