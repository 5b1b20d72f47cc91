"""Pages for everybody: seasons and live tables, standings, result sheets. Names only (HUN-16)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

from litestar import MediaType, Request, Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Redirect
from sqlalchemy import Connection

from league import dicebook, live, seasons, sheets
from league.charts import drawing
from league.figures import chance
from league.guards import everybody
from league.pages.etag import etag_of, names
from league.pages.rendering import HEADERS, page, reader_texts
from league.pages.signin import inside
from league.pages.theme import kept, theme_of
from league.service import Service
from league.sessions import COOKIE, TOKEN_COOKIE
from league.sheetfigures import FIGURES, stage_of
from league.sheets import GameSheet

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FONTS: Final = {
    "RobotoCondensed-Bold.ttf": "RobotoCondensed-Bold.ttf",
    "RobotoCondensed-Regular.ttf": "RobotoCondensed-Regular.ttf",
    "Roboto-Regular.ttf": "RobotoTTF/Roboto-Regular.ttf",
}
"""Where Debian's package has each of them."""

HtmlRequest = Request[Any, Any, Any]


@get("/", include_in_schema=False, **everybody())
async def index(request: HtmlRequest, service: Service) -> Response[str]:
    """Live tables and seasons."""
    tables, listed = await service.read(lambda c: (live.tables(c), seasons.listing(c)))
    return page(request, "index.html", tables=tables, seasons=listed)


@get("/tables", include_in_schema=False, **everybody())
async def tables_part(request: HtmlRequest, service: Service) -> Response[str]:
    """The live tables alone, for a page that is open already."""
    return page(request, "_tables.html", tables=await service.read(live.tables))


@get("/seasons/{season_id:str}", include_in_schema=False, **everybody())
async def season_page(
    request: HtmlRequest,
    service: Service,
    season_id: str,
    stage: Annotated[str | None, Parameter()] = None,
) -> Response[Any]:
    """The standings, each row with what decided and the games it came from."""

    def work(connection: Connection) -> Response[Any]:
        season = seasons.find(connection, service.settings, season_id)
        drawn, sheet = service.kept.marked(
            connection,
            ("sheet", season_id, stage),
            lambda: sheets.season_sheet(connection, season, stage),
            season,
        )
        if any(name in request.cookies for name in (COOKIE, TOKEN_COOKIE)):
            return page(request, "season.html", sheet=sheet, drawn=drawn)
        text, theme = reader_texts(request), theme_of(request)
        asked = (season_id, stage, text.language, theme, request.url.query)

        def make() -> tuple[bytes, str]:
            body = page(request, "season.html", sheet=sheet, drawn=drawn).content.encode()
            return body, etag_of(body)

        _, (body, etag) = service.kept.marked(connection, ("page", *asked), make, season)
        has_it = names(request.headers.get("if-none-match", ""), etag)
        return Response(
            b"" if has_it else body,
            status_code=304 if has_it else 200,
            media_type=MediaType.HTML,
            headers=HEADERS | {"ETag": etag},
        )

    return await service.read(work)


@get("/seasons/{season_id:str}/dice", include_in_schema=False, **everybody())
async def dice_page(request: HtmlRequest, service: Service, season_id: str) -> Response[str]:
    """How often each face fell, by die set and seat. What a player's dice did is the organiser's
    to look up (`league dice --by player`): nobody is called a cheat on a public page.
    """

    def work(connection: Connection) -> dicebook.DiceSheet:
        return dicebook.dice_sheet(
            connection, seasons.find(connection, service.settings, season_id)
        )

    drawn, sheet = await service.read(
        lambda connection: service.kept.marked(
            connection, ("dice", season_id), lambda: work(connection)
        )
    )
    sizes = (drawing.PHONE, drawing.WIDE)
    faces = [] if sheet.whole is None else [drawing.faces(sheet.whole, size) for size in sizes]
    return page(
        request, "dice.html", sheet=sheet, faces=faces, season=season_id, chance=chance, drawn=drawn
    )


@get("/games/{game:str}", include_in_schema=False, **everybody())
async def game_page(request: HtmlRequest, service: Service, game: str) -> Response[str]:
    """A result sheet and the record behind it."""

    def work(connection: Connection) -> tuple[GameSheet, str]:
        found = sheets.game_sheet(connection, game)
        if found is None:
            raise NotFoundException(f"game {game!r} is not stored here")
        if found.summary is None:  # its season may not be there yet
            return found, ""
        return found, seasons.find(connection, service.settings, found.season).edition.game

    found, family = await service.read(work)
    stage = stage_of(found, family, reader_texts(request))
    figures = FIGURES.get(family, ())
    return page(request, "game.html", sheet=found, stage=stage, figures=figures)


@post("/theme", include_in_schema=False, status_code=303, **everybody())
async def choose_theme(request: HtmlRequest) -> Redirect:
    """Bright hall, dark hall or what the device prefers, for this browser from now on."""
    form = await request.form()
    chosen, back = str(form.get("theme", "")), inside(str(form.get("back", "/")))
    return Redirect(back, status_code=303, cookies=[kept(chosen)])


@get("/static/{name:str}", include_in_schema=False, sync_to_thread=True, **everybody())
def static_file(name: str) -> Response[bytes]:
    """A file of ours; nothing comes from elsewhere."""
    path = STATIC / name
    if path.parent != STATIC or path.suffix not in _KINDS or not path.is_file():
        raise NotFoundException(f"no file {name!r}")
    headers = {"Cache-Control": "max-age=300"}
    return Response(path.read_bytes(), media_type=_KINDS[path.suffix], headers=headers)


@get("/fonts/{name:str}", include_in_schema=False, sync_to_thread=True, **everybody())
def font_file(service: Service, name: str) -> Response[bytes]:
    """A font of the system, for readers who have none like it."""
    path = service.settings.fonts / _FONTS.get(name, name)
    if name not in _FONTS or not path.is_file():
        raise NotFoundException(f"no font {name!r}")
    headers = {"Cache-Control": "max-age=604800"}
    return Response(path.read_bytes(), media_type="font/ttf", headers=headers)


def not_found_page(request: HtmlRequest, detail: str) -> Response[str]:
    """What a reader sees at an address that is none."""
    return page(request, "missing.html", status=404, detail=detail)


def refused_page(request: HtmlRequest, status: int, headers: dict[str, str]) -> Response[str]:
    """What a reader sees who is known and may not, or who tries too often."""
    key = "league.refused.often" if status == 429 else "league.refused.role"
    shown = page(request, "refused.html", status=status, key=key)
    shown.headers.update(headers)
    return shown


pages = Router(
    "/",
    route_handlers=[
        index,
        tables_part,
        season_page,
        dice_page,
        game_page,
        choose_theme,
        static_file,
        font_file,
    ],
)
