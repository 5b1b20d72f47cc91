"""What is printed, as PDF: a game's result sheet, all of a round, standings, seats, table cards.

A paper is for whom the page with the same facts is for; the cards are the organiser's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

from litestar import Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from sqlalchemy import Connection

from league import seasons, sheets
from league.guards import everybody, needs
from league.pages.rendering import reader_texts
from league.paper.papers import Paper
from league.paper.resultsheets import papers_of_round, result_paper
from league.paper.seatlists import seats_paper
from league.paper.standingsheets import standings_paper
from league.paper.tablecards import card_papers
from league.rates import PAPERS, address_of
from league.roles import Role
from league.seasons import Season
from league.service import Service
from league.texts import Texts

PDF: Final = "application/pdf"
PdfRequest = Request[Any, Any, Any]
Round = Annotated[str, Parameter(max_length=64)]
Papers = Callable[[Connection, Season, Texts], Sequence[Paper]]


@get("/games/{game:str}/sheet.pdf", include_in_schema=False, **everybody())
async def game_paper(request: PdfRequest, service: Service, game: str) -> Response[bytes]:
    """HUN-8: a game's result sheet on paper."""
    text = reader_texts(request)

    def work(connection: Connection) -> list[Paper]:
        found = sheets.game_sheet(connection, game)
        if found is None:
            raise NotFoundException(f"game {game!r} is not stored here")
        season = seasons.find(connection, service.settings, found.season)
        return [result_paper(connection, season, found, text)]

    return await _pdf(request, service, ("game", game), text, work, f"{game}.pdf")


@get("/seasons/{season_id:str}/standings.pdf", include_in_schema=False, **everybody())
async def standings_pdf(
    request: PdfRequest,
    service: Service,
    season_id: str,
    stage: Annotated[str | None, Parameter()] = None,
) -> Response[bytes]:
    """The standings on paper; with `stage` who goes on after it."""
    name = f"{season_id}-{stage or 'standings'}.pdf"
    return await _of_season(
        request, service, season_id, ("standings", stage), name,
        lambda connection, season, text: [standings_paper(connection, season, stage, text)],
    )  # fmt: skip


@get("/seasons/{season_id:str}/seats.pdf", include_in_schema=False, **everybody())
async def seats_pdf(
    request: PdfRequest, service: Service, season_id: str, round: Round
) -> Response[bytes]:
    """HUN-16: who sits where, to hang at the door; names and nothing else."""
    return await _of_season(
        request, service, season_id, ("seats", round), f"{season_id}-{round}-seats.pdf",
        lambda connection, season, text: [seats_paper(connection, season, round, text)],
    )  # fmt: skip


@get("/seasons/{season_id:str}/results.pdf", include_in_schema=False, **needs(Role.BANKER))
async def results_pdf(
    request: PdfRequest, service: Service, season_id: str, round: Round
) -> Response[bytes]:
    """HUN-8: all result sheets of a round, to file them."""

    def papers(connection: Connection, season: Season, text: Texts) -> list[Paper]:
        found = papers_of_round(connection, season, round, text)
        if not found:
            raise NotFoundException(f"round {round!r}: no result is stored yet")
        return found

    name = f"{season_id}-{round}-results.pdf"
    return await _of_season(request, service, season_id, ("results", round), name, papers)


@get("/seasons/{season_id:str}/cards.pdf", include_in_schema=False, **needs(Role.ORGANISER))
async def cards_pdf(
    request: PdfRequest, service: Service, season_id: str, round: Round
) -> Response[bytes]:
    """A card for each table of a round, two a page."""
    base = service.settings.public_url or str(request.base_url)
    address = f"{base.rstrip('/')}/seasons/{season_id}"
    return await _of_season(
        request, service, season_id, ("cards", round, address),
        f"{season_id}-{round}-cards.pdf",
        lambda connection, season, text: card_papers(
            connection, season, round, address, text
        ),
    )  # fmt: skip


async def _of_season(
    request: PdfRequest,
    service: Service,
    season_id: str,
    key: tuple[str | None, ...],
    name: str,
    papers: Papers,
) -> Response[bytes]:
    text = reader_texts(request)
    return await _pdf(
        request,
        service,
        (season_id, *key),
        text,
        lambda connection: papers(
            connection, seasons.find(connection, service.settings, season_id), text
        ),
        name,
    )


async def _pdf(
    request: PdfRequest,
    service: Service,
    key: tuple[str | None, ...],
    text: Texts,
    work: Callable[[Connection], Sequence[Paper]],
    name: str,
) -> Response[bytes]:
    """The PDF, made once as long as nothing changes."""

    def look(connection: Connection) -> tuple[dict[str, bytes], Sequence[Paper]]:
        kept: dict[str, bytes] = service.kept.get(connection, ("pdf", text.language, *key), dict)
        return kept, () if "pdf" in kept else work(connection)

    kept, papers = await service.read(look)
    if "pdf" not in kept:
        service.rates.take(PAPERS, address_of(request))
        kept["pdf"] = await service.printing.pdf(papers, text)
    said = f'inline; filename="{name}"'.encode("ascii", "replace").decode()
    headers = {
        "Vary": "Accept-Language",
        "Cache-Control": "no-cache",
        "Content-Disposition": said,
    }
    return Response(kept["pdf"], media_type=PDF, headers=headers)


papers_pages = Router(
    "/", route_handlers=[game_paper, standings_pdf, seats_pdf, results_pdf, cards_pdf]
)
