"""Templates and what every page has: language, numbers, times of a game."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import MediaType, Request, Response

from league.figures import day, day_and_time, game_time, number
from league.pages.theme import asked as theme_asked
from league.pages.theme import theme_of
from league.texts import NAMES, OFFERED, Texts, preferred, texts

TEMPLATES: Final = Path(__file__).resolve().parent.parent / "templates"
_SIGNS: Final = {
    "NOT SAVING": "league.sign.not_saving",
    "SIMULATED": "league.sign.simulated",
    "CLOCK NOT SET": "league.sign.clock_not_set",
    "UNDER-VOLTAGE": "league.sign.under_voltage",
    "NO SOUND": "league.sign.no_sound",
    "BAUD RATE?": "league.sign.baud_rate",
    "LOGIN PAGE?": "league.sign.login_page",
    "CERTIFICATE?": "league.sign.certificate",
    "OTHER LEAGUE?": "league.sign.other_league",
    "LINK DOWN": "league.sign.link_down",
    "NOT ENROLLED": "league.sign.not_enrolled",
    "PINS": "league.sign.pins",
    "KEYPAD LOST": "league.sign.keypad_lost",
    "KEYPAD LOCKED": "league.sign.keypad_locked",
    "NO DICE": "league.sign.no_dice",
}
_NUMBERED: Final = re.compile(r" \(\d{1,6}\)$")
_COUNTED: Final = re.compile(r"NOT SENT \((?P<count>\d{1,6})\)")


HEADERS: Final = {"Vary": "Accept-Language, Cookie", "Cache-Control": "no-cache"}
"""Of every page."""


def page(
    request: Request[Any, Any, Any], name: str, status: int = 200, **context: Any
) -> Response[str]:
    """A page in the reader's language."""
    asked = request.query_params.get("lang")
    language = preferred(asked, request.headers.get("accept-language", ""))
    text = texts(language)
    kept = _kept(asked, theme_asked(request))
    html = (
        _environment()
        .get_template(name)
        .render(
            t=text,
            lang=text.language,
            lang_asked=asked if asked in OFFERED else None,
            languages=[(code, NAMES[code]) for code in OFFERED],
            path=request.url.path,
            theme=theme_of(request),
            link=lambda path: f"{path}{kept}",
            number=lambda value: number(text, value),
            sign=lambda word: sign(text, word),
            day=lambda date, form="medium": day(text, date, form),
            **context,
        )
    )
    return Response(html, status_code=status, media_type=MediaType.HTML, headers=dict(HEADERS))


def _kept(language: str | None, theme: str) -> str:
    """What an address asked for and each link of its page asks for again."""
    wanted = {"lang": language if language in OFFERED else "", "theme": theme}
    said = urlencode({name: value for name, value in wanted.items() if value})
    return f"?{said}" if said else ""


def reader_texts(request: Request[Any, Any, Any]) -> Texts:
    """The texts in the reader's language."""
    asked = request.query_params.get("lang")
    return texts(preferred(asked, request.headers.get("accept-language", "")))


def sign(text: Texts, word: str) -> str:
    """What a table's sign says, in the reader's language; as the table wrote it if unknown."""
    found = _COUNTED.fullmatch(word)
    if found:
        return text("league.sign.not_sent", int(found["count"]))
    key = _SIGNS.get(_NUMBERED.sub("", word))
    return text(key) if key else word


def clock(remaining_ms: float) -> str:
    """Time left, as the table's screen shows it: rounded up, never below nothing."""
    return game_time(max(0, -(-int(remaining_ms) // 1000)))


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "game_time": game_time,
        "clock": clock,
        "day_and_time": day_and_time,
        "grouped": lambda value, text: number(text, value),
    }
    return environment
