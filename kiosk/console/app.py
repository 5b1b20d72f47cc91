"""The routes of the official's page, and who may ask for them.

Only the local network may ask at all, only the paired tablet sees anything, and what changes
something carries a key that no other site's page can know. Nothing is fetched from elsewhere.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Final

from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.datastructures import Cookie, MutableScopeHeaders, State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.response import Redirect, ServerSentEvent, ServerSentEventMessage
from litestar.types import Message, Scope

from kiosk.config import Config
from kiosk.console import rendering
from kiosk.console.link import Heard, Link
from kiosk.console.logbook import Logbook
from kiosk.console.pairing import Pairing, form_key
from kiosk.errors import RunError

log = logging.getLogger(__name__)

COOKIE: Final = "console"
LANGUAGE: Final = "language"
KEEP_S: Final = 30 * 24 * 3600
BEAT_S: Final = 1.0
LEAST_S: Final = 0.1
"""A page is told at most ten times a second."""
ANSWERS_KEPT: Final = 64
FONTS: Final = Path("/usr/share/fonts/truetype/roboto/unhinted")
"""Those of the table's own screen (`fonts-roboto-unhinted`)."""
STATIC: Final = Path(__file__).resolve().parent / "static"
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FONTS: Final = {
    "condensed-bold.ttf": "RobotoCondensed-Bold.ttf",
    "condensed.ttf": "RobotoCondensed-Regular.ttf",
    "regular.ttf": "RobotoTTF/Roboto-Regular.ttf",
}
_SECURITY: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
_HERE: Final = ("localhost",)
_ENDINGS: Final = (".local", ".lan", ".home.arpa", ".internal")

Asking = Request[Any, Any, Any]


class Desk:
    """What the routes share: the way to the table, the tablet, the log, answers given."""

    def __init__(self, link: Link, pairing: Pairing, logbook: Logbook, config: Config) -> None:
        self.link, self.pairing, self.logbook, self.config = link, pairing, logbook, config
        self._answers: OrderedDict[str, Mapping[str, Any]] = OrderedDict()
        self.stopping = False

    async def say(self, number: str, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """The table's answer; the same for the same number, so that a repeated touch is one."""
        found = self._answers.get(number)
        if found is None:
            found = await self.link.say(asked)
            if not found.get("away") and found.get("why") not in ("pin_wanted", "pin_wrong"):
                self._answers[number] = found
                while len(self._answers) > ANSWERS_KEPT:
                    self._answers.popitem(last=False)
        return found

    async def log(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """What stands in the record of the game on the table."""
        return await asyncio.to_thread(self.logbook.of, facts["game"])


def create_app(link: Link, pairing: Pairing, logbook: Logbook, config: Config) -> Litestar:
    """The console of one table; opens nothing."""

    async def before_send(message: Message, _: Scope) -> None:
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in _SECURITY.items():
                headers[name] = value

    return Litestar(
        route_handlers=[index, pair, unpair, events, do, static_file, font, healthz],
        state=State({"desk": Desk(link, pairing, logbook, config)}),
        before_request=only_local,
        before_send=[before_send],
        exception_handlers={HTTPException: _http_error, Exception: _fault},
        request_max_body_size=65_536,
        openapi_config=None,
        logging_config=None,
    )


@get("/", include_in_schema=False)
async def index(request: Asking) -> Response[str]:
    """The official's page, or the one that pairs this tablet."""
    desk: Desk = request.app.state.desk
    text = rendering.texts(_language(request))
    token = request.cookies.get(COOKIE)
    if not desk.pairing.knows(token):
        desk.pairing.need_code()
        return _html(rendering.page("pair.html", text, wrong=None, was=token is not None))
    return _html(rendering.page("console.html", text, form_key=form_key(str(token))), request)


@post("/pair", include_in_schema=False, status_code=200)
async def pair(request: Asking) -> Response[Any]:
    """A code was typed."""
    desk: Desk = request.app.state.desk
    _same_site(request)
    typed = str((await request.form()).get("code", ""))
    text = rendering.texts(_language(request))
    try:
        tried = await asyncio.to_thread(desk.pairing.pair, typed[:40])
    except RunError as error:
        log.error("%s", error)
        return _html(rendering.page("pair.html", text, wrong="pin_broken", was=False), status=503)
    if tried.token is None:
        desk.pairing.need_code()
        wrong = "wait" if tried.wait_s else "wrong"
        shown = rendering.page("pair.html", text, wrong=wrong, wait_s=tried.wait_s, was=False)
        return _html(shown, status=403)
    log.warning("a tablet at %s is paired", _peer(request))
    answer = Redirect("/", status_code=303)
    answer.set_cookie(
        Cookie(COOKIE, value=tried.token, max_age=KEEP_S, httponly=True, samesite="strict")
    )
    return answer


@post("/unpair", include_in_schema=False, status_code=200)
async def unpair(request: Asking) -> Response[Any]:
    """The tablet is put away."""
    desk = _paired(request, changes=True)
    desk.pairing.end()
    answer = Response({"ended": True}, media_type=MediaType.JSON)
    answer.delete_cookie(COOKIE)
    return answer


@get("/events", include_in_schema=False)
async def events(request: Asking) -> ServerSentEvent:
    """What the table tells: `state` with the parts that changed, `beat`, `lost`."""
    desk = _paired(request)
    token = str(request.cookies.get(COOKIE))
    return ServerSentEvent(_events(desk, token, _language(request)))


@post("/do", include_in_schema=False, status_code=200)
async def do(request: Asking) -> Response[Any]:
    """A touch of the official: an entry, or a key of the judge's box."""
    desk = _paired(request, changes=True)
    try:
        found = json.loads(await request.body())
        number = str(found["number"])[:64]
        asked = {key: found[key] for key in ("do", "hand", "pin", "takes") if key in found}
    except (ValueError, RecursionError, KeyError, TypeError):
        raise HTTPException(status_code=400, detail="no entry") from None
    told = await desk.say(number, asked)
    said = rendering.answer(rendering.texts(_language(request)), told)
    return Response(said, media_type=MediaType.JSON, headers={"Cache-Control": "no-store"})


@get("/static/{name:str}", include_in_schema=False, sync_to_thread=True)
def static_file(name: str) -> Response[bytes]:
    """A file of ours."""
    path = STATIC / name
    if path.parent != STATIC or path.suffix not in _KINDS or not path.is_file():
        raise NotFoundException()
    return Response(path.read_bytes(), media_type=_KINDS[path.suffix], headers=_kept())


@get("/fonts/{name:str}", include_in_schema=False, sync_to_thread=True)
def font(name: str) -> Response[bytes]:
    """A font of the table's own screen."""
    path = FONTS / _FONTS.get(name, "")
    if not path.is_file():
        raise NotFoundException()
    return Response(path.read_bytes(), media_type="font/ttf", headers=_kept())


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def healthz() -> str:
    """The server answers."""
    return "ok\n"


async def only_local(request: Asking) -> Response[str] | None:
    """Nobody from outside the hall, and no page of another name that leads here."""
    peer = _peer(request)
    if _is_local(peer) and _is_ours(request.headers.get("host", "")):
        return None
    log.warning("refused: %s asked for %s", peer, request.headers.get("host", "")[:80])
    return Response("only from the local network\n", status_code=403, media_type=MediaType.TEXT)


async def _events(desk: Desk, token: str, language: str) -> AsyncIterator[ServerSentEventMessage]:
    text, sent = rendering.texts(language), dict[str, str]()
    revision, told_log, told_words, told_number = None, None, None, -1
    async for heard in desk.link.all_news(BEAT_S):
        if desk.stopping:
            return
        if not desk.pairing.knows(token):
            yield ServerSentEventMessage(event="ended", data="{}")
            return
        if not heard.up or heard.facts is None:
            yield _message("lost", {"heard_s": _silent_s(heard)})
            revision = None
            continue
        if heard.number == told_number:  # nothing new is no sign of the table's life
            yield ServerSentEventMessage(comment="still here")
            continue
        told_number, facts = heard.number, heard.facts
        log = await desk.log(facts)
        if facts["revision"] == revision and log is told_log:
            yield _message("beat", _clock(heard))
            continue
        revision, told_log = facts["revision"], log
        made = rendering.parts(text, facts, log)
        deeds = desk.logbook.deeds(facts["edition"])
        told: dict[str, Any] = {
            "parts": {name: html for name, html in made.items() if sent.get(name) != html},
            "data": rendering.data(text, facts, log, deeds),
            "clock": _clock(heard),
        }
        if told_words != rendering.family(facts):
            told_words = rendering.family(facts)
            told["words"] = rendering.wordbook(text, facts)
        sent = made
        yield _message("state", told)
        await asyncio.sleep(LEAST_S)


def _clock(heard: Heard) -> dict[str, Any]:
    """What counts down by itself: what the last beat said, else the facts."""
    facts, beat = heard.facts or {}, heard.beat
    question, view = facts.get("question"), facts.get("view") or {}
    left_s = beat.get("remaining_s", facts.get("remaining_s"))
    return {
        "now_ms": beat.get("now_ms", facts.get("now_ms", 0)),
        "left_ms": None if left_s is None else int(left_s * 1000),
        "runs": left_s is not None and not view.get("ended_at"),
        "verb_left_ms": beat.get("verb_left_ms", facts.get("verb_left_ms")),
        "question_left_ms": beat.get("question_left_ms", question and question["left_ms"]),
    }


def _silent_s(heard: Heard) -> int | None:
    """How long the table has been silent; None: it was never heard."""
    if heard.facts is None:
        return None
    return max(0, int(asyncio.get_running_loop().time() - heard.at_s))


def _message(event: str, told: Mapping[str, Any]) -> ServerSentEventMessage:
    return ServerSentEventMessage(event=event, data=json.dumps(told, ensure_ascii=False))


def _paired(request: Asking, *, changes: bool = False) -> Desk:
    """The desk, for the paired tablet only; 401 for everybody else."""
    desk: Desk = request.app.state.desk
    token = request.cookies.get(COOKIE)
    if token is None or not desk.pairing.knows(token):
        raise HTTPException(status_code=401, detail="not paired")
    if changes:
        _same_site(request)
        if request.headers.get("x-form-key") != form_key(token):
            raise HTTPException(status_code=403, detail="no form key")
    return desk


def _same_site(request: Asking) -> None:
    """The request comes from a page of this very address."""
    origin = request.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != request.headers.get("host"):
        raise HTTPException(status_code=403, detail="another site")


def _language(request: Asking) -> str:
    """What the page asked for, else the settings' language."""
    desk: Desk = request.app.state.desk
    asked = request.query_params.get("lang") or request.cookies.get(LANGUAGE)
    facts = desk.link.heard.facts or {}
    wanted = asked or desk.config.console_language or facts.get("language")
    return str(wanted or desk.config.language)


def _html(html: str, request: Asking | None = None, status: int = 200) -> Response[str]:
    headers = {"Cache-Control": "no-store"}
    answer = Response(html, status_code=status, media_type=MediaType.HTML, headers=headers)
    asked = None if request is None else request.query_params.get("lang")
    if asked in rendering.LANGUAGES:
        answer.set_cookie(Cookie(LANGUAGE, value=asked, max_age=KEEP_S, samesite="strict"))
    return answer


def _kept() -> dict[str, str]:
    return {"Cache-Control": "max-age=300"}


def _peer(request: Asking) -> str:
    return request.client.host if request.client else ""


def _is_local(peer: str) -> bool:
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    found = mapped or address
    return bool(found.is_private or found.is_loopback or found.is_link_local)


def _is_ours(host: str) -> bool:
    """An address in figures or a name of the local network: no name that anybody can buy."""
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    name = name.strip("[]").lower()
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in _HERE or name.endswith(_ENDINGS) or (bool(name) and "." not in name)
    return True


def _http_error(_: Asking, error: HTTPException) -> Response[dict[str, str]]:
    return Response(
        {"error": error.detail}, status_code=error.status_code, media_type=MediaType.JSON
    )


def _fault(request: Asking, error: Exception) -> Response[dict[str, str]]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response({"error": "fault"}, status_code=500, media_type=MediaType.JSON)
