"""No other site changes anything in our reader's name.

This stands before every route of the application, those that are still to be written too. A request
that changes something must say that it comes from a page of ours: browsers say so themselves
(`Sec-Fetch-Site`, where they trust the connection, else `Origin`), and no page can make them lie.
A session's cookie is not sent along with another site's form in the first place (SameSite=Lax).
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.exceptions import PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler

SAFE: Final = ("GET", "HEAD", "OPTIONS")

AnyConnection = ASGIConnection[Any, Any, Any, Any]


def method_of(connection: AnyConnection) -> str:
    """What the request wants to do; a socket, which has no method, counts as none of the safe."""
    return str(connection.scope.get("method", ""))


def refuse_other_sites(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """HTTPException 403 for a form or script of another site that would change something.

    A program sends its token itself and nothing of the three: no browser adds a token unasked.
    """
    if method_of(connection) in SAFE or _is_ours(connection):
        return
    raise PermissionDeniedException("this form came from another site")


def _is_ours(connection: AnyConnection) -> bool:
    said = connection.headers.get("sec-fetch-site")
    if said is not None:  # the browser's own word; it holds behind any proxy
        return said in ("same-origin", "none")
    origin = connection.headers.get("origin")
    if origin is None:  # a browser that sends no Origin with a form sends the page it was on
        origin = connection.headers.get("referer")
    if origin is None:  # no browser: it must not have a browser's cookies either
        return "cookie" not in connection.headers
    mine = {connection.headers.get("host", "")}
    if public := connection.app.state.service.settings.public_url:
        mine.add(urlsplit(public).netloc)
    return urlsplit(origin).netloc in mine - {""}
