"""The one place where a request is let in: every route says who may use it, with one of these.

    @get("/seasons/{season_id:str}/lots", include_in_schema=False, **needs(Role.REFEREE))
    async def lots(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
        who = acting(request)  # "referee:Anna", for the audit log

| on a route | who gets through |
|---|---|
| `**everybody()` | all; nobody is asked who he is |
| `**signed_in()` | every person who signed in |
| `**needs(Role.BANKER)` | who has this role or a higher one, for the whole league or for the season in the path (`{season_id:str}`); without one in the path: for the whole league |
| `**needs(role, scope="import")` | and programs with a token of this scope |
| `**needs(role, anywhere=True)` | a role in any season opens it; the handler narrows it with `may(request, role, season)` |
| `**needs(role, table=True)`, `**tables_only()` | and tables; only tables |
| `**handled(Access(...))` | whom the handler itself lets in, where asking twice would cost too much |

Roles, low to high: viewer, banker, referee, organiser. Nobody known: 401, on a page with the form to
sign in; known, but not allowed: 403. The guard runs before path, query and body are looked at. A
route without one of these fails `tests/league/test_roles.py`, and the table of roles and routes in
`docs/roles.md` (`.venv/bin/python docs/roles.py`) is made from them. A form needs nothing of its own
against other sites: `crosssite.py` stands before every request that changes something.

On a page that is open to all, `caller_on(connection, request)` says who looks at it, for what only
some are shown.
"""  # noqa: E501 - a table

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from sqlalchemy import Connection

from league import sessions
from league.auth import Caller, TableCaller, caller_of
from league.rates import WRONG_TOKENS, address_of
from league.refusals import Reason, Refused
from league.roles import OPT, Access, PersonCaller, Role, TokenCaller

LARGEST: Final = 2**53
"""Numbers in an address are smaller; JSON's are, too."""
_CALLER: Final = "caller"
_SEASON: Final = "season_id"

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]


def everybody() -> dict[str, Any]:
    """For a route that is open to all."""
    return {"opt": {OPT: Access(everybody=True)}}


def signed_in() -> dict[str, Any]:
    """For a route of every person who signed in, whatever he may do."""
    return _guarded(Access(signed_in=True))


def needs(
    role: Role, *, scope: str | None = None, table: bool = False, anywhere: bool = False
) -> dict[str, Any]:
    """For a route of a role (and those above it), of tokens with `scope`, of tables if `table`."""
    return _guarded(Access(role=role, scope=scope, table=table, anywhere=anywhere))


def tables_only() -> dict[str, Any]:
    """For a route of enrolled tables; which table it is the handler asks `table_of`."""
    return _guarded(Access(table=True))


def handled(access: Access) -> dict[str, Any]:
    """For a route whose handler asks itself; `access` says whom it lets in."""
    return {"opt": {OPT: replace(access, itself=True)}, "security": [{"bearer": []}]}


def refuse_unnamed(_: AnyConnection, handler: BaseRouteHandler) -> None:
    """Refused 403 on a route that says of nobody that he may use it: forgotten is not open."""
    if OPT not in handler.opt and "OPTIONS" not in getattr(handler, "http_methods", ()):
        raise Refused(403, Reason("not_allowed", "nobody may use this: the route has no guard"))


def refuse_nonsense(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Refused 400 for what no database can look for: a NUL in a name, a number without end."""
    texts = (connection.scope["path"], connection.scope["query_string"].decode("latin-1").lower())
    numbers = [one for one in connection.path_params.values() if isinstance(one, int)]
    if "\x00" in texts[0] or "%00" in texts[1] or any(abs(one) >= LARGEST for one in numbers):
        raise Refused(400, Reason("nonsense", "the address holds what cannot be looked for"))


def caller(request: AnyConnection) -> Caller:
    """Who a guarded route was opened for."""
    found = request.scope["state"].get(_CALLER)
    if found is None:
        raise LookupError("no guard stands on this route: nobody was asked who he is")
    return found  # type: ignore[no-any-return]


def acting(request: AnyConnection) -> str:
    """Who acts, as the audit log writes it: `referee:Anna`, `table:T3`, `token:club-site`."""
    found = caller(request)
    if isinstance(found, TableCaller):
        return f"table:{found.table}"
    if isinstance(found, TokenCaller):
        return f"token:{found.name}"
    return f"{found.role_in(_season(request)) or found.highest() or 'person'}:{found.name}"


def may(request: AnyConnection, role: Role, season: str | None, scope: str | None = None) -> bool:
    """Whether who a route was opened for has a role, or its scope, for this season."""
    found = caller(request)
    if isinstance(found, PersonCaller):
        return found.has(role, season)
    return isinstance(found, TokenCaller) and scope is not None and found.has(scope, season)


def table_of(request: AnyConnection, table: str | None = None) -> TableCaller:
    """The table that asks; Refused 403 if it is not `table`, or no table at all."""
    found = caller(request)
    if not isinstance(found, TableCaller):
        raise Refused(403, Reason("no_table", "this is for tables with their own token"))
    if table is not None and found.table != table:
        raise Refused(403, Reason("other_table", f"this token does not speak for table {table}"))
    return found


def caller_on(connection: Connection, request: AnyConnection) -> Caller | None:
    """Who asks: by the `Authorization` header, else by cookie; None for nobody in particular.

    Refused 401 for a header whose token is not known; a cookie that ended is nobody's.
    """
    header = request.headers.get("authorization")
    if header is not None:
        return caller_of(connection, header)
    return sessions.person_by_cookies(connection, request.cookies)


def admits(access: Access, found: Caller | None, season: str | None) -> bool:
    """Whether a route with this `Access` lets a caller in."""
    if access.everybody:
        return True
    if isinstance(found, TableCaller):
        return access.table
    if isinstance(found, TokenCaller):
        anywhere = access.anywhere
        return access.scope is not None and found.has(access.scope, season, anywhere=anywhere)
    if isinstance(found, PersonCaller):
        if access.signed_in:
            return True
        return access.role is not None and found.has(access.role, season, anywhere=access.anywhere)
    return False


def _guarded(access: Access) -> dict[str, Any]:
    kept: dict[str, Any] = {"opt": {OPT: access}, "guards": [_guard(access)]}
    if access.table or access.scope:
        kept["security"] = [{"bearer": []}]
    return kept


def _guard(access: Access) -> Callable[[AnyConnection, BaseRouteHandler], Awaitable[None]]:
    async def guard(connection: AnyConnection, _: BaseRouteHandler) -> None:
        service = connection.app.state.service
        found = await _identified(connection)
        if found is None:
            raise Refused(
                401, Reason("no_token", "no bearer token: send `Authorization: Bearer TOKEN`")
            )
        if not admits(access, found, _season(connection)):
            raise Refused(403, Reason("not_allowed", f"this is for {_allowed(access)}"))
        connection.scope["state"][_CALLER] = found
        await sessions.keep_alive(service, found)

    return guard


async def _identified(connection: AnyConnection) -> Caller | None:
    """Who asks; whoever sends one unknown token after the other is not looked up any more."""
    service, address = connection.app.state.service, address_of(connection)
    service.rates.look(WRONG_TOKENS, address)
    try:
        return await service.read(lambda database: caller_on(database, connection))  # type: ignore[no-any-return]
    except Refused:
        service.rates.take(WRONG_TOKENS, address)
        raise


def _season(connection: AnyConnection) -> str | None:
    return connection.path_params.get(_SEASON)


def _allowed(access: Access) -> str:
    people = f"the role {access.role} or a higher one" if access.role else ""
    tokens = f"tokens with the scope {access.scope!r}" if access.scope else ""
    tables = "tables with their own token" if access.table else ""
    return ", ".join(part for part in (people, tokens, tables) if part) or "who signed in"
