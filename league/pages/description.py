"""The description of the API: who may ask, what is answered when something is wrong."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final

from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from league.guards import everybody
from league.roles import OPT, SCOPES, Access

_TEXT: Final = """Results, standings and live tables of a league, for other programs.

A program sends `Authorization: Bearer TOKEN`: a table the token of its enrolment, any other program
one of `league token` (scopes: {scopes}), an organiser his own. A browser that is signed in may ask
the same as its person. Lists come in pages: `next` of one is the `cursor` of the one after it.
"""


_STRINGS: Final = {"type": "array", "items": {"type": "string"}}
_WRONG: Final = {
    "type": "object",
    "description": "What was refused: each reason as a sentence and as a code.",
    "required": ["error", "reasons", "codes"],
    "properties": {"error": {"type": "string"}, "reasons": _STRINGS, "codes": _STRINGS},
}
_ALWAYS: Final = {
    "400": "The address or the body is not as it is described here.",
    "404": "There is no such thing.",
    "429": "Too often; `Retry-After` says when to try again.",
    "503": "The database is busy; try again.",
}
_ASKED: Final = {"401": "Nobody who is known asks.", "403": "Who asks may not do this."}
_CHANGED: Final = {
    "408": "The body did not come in time.",
    "409": "It is not so any more, or something else is stored under this name.",
    "413": "The body is too large.",
    "422": "The body says what cannot be; each reason is named.",
}


def openapi_config() -> OpenAPIConfig:
    """The head of the description, and how to send a token."""
    scheme = SecurityScheme(
        type="http", scheme="bearer", description="a table's, a program's or an organiser's token"
    )
    return OpenAPIConfig(
        title="Tableside league",
        version=version("tableside"),
        use_handler_docstrings=True,
        description=_TEXT.format(scopes=", ".join(SCOPES)),
        components=Components(security_schemes={"bearer": scheme}),
        openapi_router=Router(
            "/openapi", route_handlers=[], include_in_schema=False, **everybody()
        ),
        render_plugins=[JsonRenderPlugin(path="/openapi-plugin.json")],
    )


def described(app: Litestar) -> dict[str, Any]:
    """The whole description: what Litestar knows, who may ask, and bodies it cannot know of."""
    schema = app.openapi_schema.to_schema()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            access = _access(app, path, method)
            if access is not None and not access.everybody:
                operation["x-access"] = _said(access)
            if body := _BODIES.get((method, path)):
                operation["requestBody"] = body
            if path.startswith("/api/"):
                operation["responses"] |= _refusals(access, method)
            for status, answer in _ANSWERS.get((method, path), {}).items():
                operation["responses"][status] = answer
    schema["components"].setdefault("schemas", {})["Wrong"] = _WRONG
    return schema


def _refusals(access: Access | None, method: str) -> dict[str, Any]:
    """What a route of the API may answer besides what it is asked for."""
    told = dict(_ALWAYS)
    if access is not None and not access.everybody:
        told |= _ASKED
    if method != "get":
        told |= _CHANGED
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Wrong"}}}
    return {status: {"description": text, "content": content} for status, text in told.items()}


def _said(access: Access) -> str:
    parts = [f"role {access.role} or higher" if access.role else ""]
    parts += [f"token with scope {access.scope}" if access.scope else ""]
    parts += ["table" if access.table else "", "signed in" if access.signed_in else ""]
    return ", ".join(part for part in parts if part)


def _access(app: Litestar, path: str, method: str) -> Access | None:
    for route in app.routes:
        if getattr(route, "path_format", None) != path:
            continue
        for handler in getattr(route, "route_handlers", ()):
            if method.upper() in handler.http_methods:
                return handler.opt.get(OPT)  # type: ignore[no-any-return]
    return None


def _raw(media_type: str, text: str) -> dict[str, Any]:
    return {
        "required": True,
        "description": text,
        "content": {media_type: {"schema": {"type": "string"}}},
    }


def _answer(media_type: str, text: str) -> dict[str, Any]:
    return {"description": text, "content": {media_type: {"schema": {"type": "string"}}}}


_STORED: Final = {
    "description": "Stored before: the first answer again.",
    "content": {"application/json": {"schema": {"type": "object"}}},
}
_ANSWERS: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("post", "/api/v1/games"): {"200": _STORED},
    ("get", "/api/v1/games/{game}"): {
        "200": _answer("application/jsonl", "The stored bytes; `ETag` is their sha256."),
        "304": {"description": "They are the ones that are known by `If-None-Match`."},
    },
    ("post", "/api/v1/tables/{table}/live"): {"204": {"description": "Heard; nothing to tell."}},
    ("get", "/seasons/{season_id}/calendar.ics"): {
        "200": _answer("text/calendar", "The feed (RFC 5545)."),
        "404": _answer("text/html", "There is no such season."),
    },
    ("get", "/api/v1/events"): {
        "200": _answer("text/event-stream", "Events as long as somebody listens.")
    },
}
_BODIES: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("post", "/api/v1/games"): _raw("application/jsonl", "The sealed record, the file's bytes."),
    ("post", "/api/v1/seasons/{season_id}/results"): _raw(
        "text/csv", "A result file of the season's edition; docs/league.md has its columns."
    ),
}
