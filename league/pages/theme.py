"""Bright hall or dark hall: what a browser asked for, by its cookie, or an address for a board.

Who asked for neither gets what his device prefers. The page says it itself (`data-theme`), so no
page is drawn in the wrong one first, and none needs a script or an account for it.
"""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.datastructures import Cookie

THEMES: Final = ("bright", "dark")
COOKIE: Final = "tableside_theme"
QUERY: Final = "theme"
LASTS_S: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""

AnyRequest = Request[Any, Any, Any]


def asked(request: AnyRequest) -> str:
    """What this address asks for, as a board's does; empty: nothing that there is."""
    found = request.query_params.get(QUERY, "")
    return found if found in THEMES else ""


def theme_of(request: AnyRequest) -> str:
    """`bright`, `dark`, or empty: as the device prefers."""
    kept = request.cookies.get(COOKIE, "")
    return asked(request) or (kept if kept in THEMES else "")


def kept(theme: str) -> Cookie:
    """The cookie that keeps a choice; an empty one forgets it."""
    known = theme in THEMES
    return Cookie(
        COOKIE,
        value=theme if known else "",
        max_age=LASTS_S if known else 0,
        httponly=True,
        samesite="lax",
    )
