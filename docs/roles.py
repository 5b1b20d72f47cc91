"""Writes `docs/roles.md`: every route of the league's server, and who gets through.

`python docs/roles.py` writes it anew from what the routes themselves say, `--check` only compares.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from litestar import Litestar
from sqlalchemy.engine import make_url

from league.app import create_app
from league.db import make_engine
from league.roles import OPT, RANK, ROLES, SCOPES, Access
from league.settings import load_settings

FILE: Final = Path(__file__).parent / "roles.md"
HEAD: Final = """# Roles and routes

Made by `docs/roles.py` from the routes themselves; `tests/league/test_roles.py` asks the running
server for each of them as everybody who is in this table, and fails where a route is missing.

A role holds for the whole league or for one season, and may do what those left of it may. `●`:
gets through. `s`: with the role in any season, and then what is that season's. *table*: with the
token of its enrolment. *scope*: with a token of `league token`. Who is not known gets 401 (on a
page: the form to sign in), who is known and may not, 403. Routes with a season in them ask for the
role in that season.

"""


def routes(app: Litestar) -> Iterator[tuple[str, str, Access | None]]:
    """Method, path and `Access` of every route, in order; None where a route has no guard."""
    found = {
        (handler_path(route), method): handler.opt.get(OPT)
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        for method in handler.http_methods
        if method != "OPTIONS"
    }
    for path, method in sorted(found):
        yield method, path, found[path, method]


def handler_path(route: object) -> str:
    """A route's path as it is written down: `/seasons/{season_id}`."""
    return str(getattr(route, "path_format", "")) or "/"


def table(app: Litestar) -> str:
    """The whole document."""
    columns = ["all", "signed in", *ROLES, "table", "scope"]
    lines = [f"| | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for method, path, access in routes(app):
        if access is None:
            raise LookupError(f"{method} {path}: has no guard; see league/guards.py")
        lines.append(f"| `{method} {path}` | {' | '.join(_cells(access))} |")
    scopes = "\n".join(f"* `{name}`: {text}" for name, text in SCOPES.items())
    return f"{HEAD}{chr(10).join(lines)}\n\n## Scopes\n\n{scopes}\n"


def _cells(access: Access) -> list[str]:
    if access.everybody:
        return ["●", *[""] * (len(ROLES) + 3)]
    mark = "s" if access.anywhere else "●"
    roles = [
        mark if access.role is not None and RANK[role] >= RANK[access.role] else ""
        for role in ROLES
    ]
    is_table = "●" if access.table else ""
    return ["", "●" if access.signed_in else "", *roles, is_table, access.scope or ""]


def application() -> Litestar:
    """The server's application; nothing is opened."""
    url = "sqlite:///nowhere.sqlite"
    return create_app(load_settings(url), make_engine(make_url(url)))


def main(words: list[str]) -> int:
    """0 if the file is what the routes say, or was written."""
    text = table(application())
    if "--check" in words:
        is_fresh = FILE.exists() and FILE.read_text(encoding="utf-8") == text
        sys.stdout.write("" if is_fresh else "docs/roles.md is stale: run python docs/roles.py\n")
        return 0 if is_fresh else 1
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
