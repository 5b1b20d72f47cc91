"""What the official sees: the parts of the page, made from what the table told.

Each part is a template of its own, so that an open page is told the parts that changed. Words come
from the catalogues; a page knows no text. Nothing here decides anything.
"""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from kiosk.console.family import FIRST, console_of
from kiosk.console.plain import plain
from kiosk.console.verbs import allowed, as_data, verbs
from kiosk.console.wording import Told, ago, announced, details, do_text, game_time, line_text
from kiosk.locale import Catalogue, Texts, minutes_text

HERE: Final = Path(__file__).resolve().parent
LANGUAGES: Final = {
    "en": "English", "hu": "Magyar", "da": "Dansk", "ru": "Русский", "sv": "Svenska",
}  # fmt: skip
"""The languages that pages are offered in."""
PARTS: Final = ("head", "now", "ask", "private", "seats", "check")
"""The parts that every page has; a family's lists come besides (`FamilyConsole.logs`)."""
DICE_SHOWN: Final = 60
LINES_SHOWN: Final = 40
_CATALOGUE: Final = Catalogue()


def texts(language: str) -> Texts:
    """The texts of a language that pages are offered in; English for another one."""
    return _CATALOGUE.texts(language if language in LANGUAGES else "en")


def family(facts: Told) -> str:
    """Whose verbs and templates the page has; without a game those of the first family."""
    return str(facts["game_kind"] or FIRST)


def page(name: str, text: Texts, **context: Any) -> str:
    """A whole page."""
    return _environment().get_template(name).render(_tools(text) | context)


def parts(text: Texts, facts: Told, log: Told) -> dict[str, str]:
    """Every part of an open page, by its id: a family's own template, else everybody's."""
    kind = family(facts)
    own = console_of(kind)
    known = {"facts": facts, "view": facts["view"], "log": log}
    known["game_time"] = partial(game_time, from_s=own.counts_from_s(facts))
    context = {**_tools(text), **known, **own.tools(text, facts, log)}
    choose = _environment().select_template
    templates = {
        name: choose([f"{kind}/_{name}.html", f"_{name}.html"]) for name in (*PARTS, *own.logs)
    }
    return {name: template.render(context).strip() for name, template in templates.items()}


def data(text: Texts, facts: Told, log: Told, deeds: list[dict[str, Any]]) -> dict[str, Any]:
    """What the keys of the page need to know, beside the parts that are read."""
    own = console_of(family(facts))
    seats = (facts["view"] or {}).get("seats", [])
    following = own.next_key(text, facts, log) if facts["view"] else None
    return {
        **own.data(facts),
        "cloth": own.cloth if facts["game_kind"] else "ink",
        "phase": facts["phase"],
        "game": facts["game"],
        "next": following and plain(following),
        "seats": [
            {
                "seat": seat["seat"],
                "name": seat["name"],
                "out": seat["mark"] in ("out", "removed"),
                **own.seat(seat),
            }
            for seat in seats
        ],
        "allowed": allowed(family(facts)).get(facts["phase"], ()),
        "undo": [
            {
                "back": one["back"],
                "takes": one["text"],
                "said": line_text(text, one["text"]),
                "age": ago(text, one["age_ms"]),
            }
            for one in facts["undoable"]
        ],
        "question": bool(facts["question"]),
        "asks_digits": bool(facts["question"])
        and str(facts["question"]["text"]["key"]).startswith("kiosk.clock."),
        "deeds": [deed | {"label": own.deed_label(deed)} for deed in deeds],
    }


def wordbook(text: Texts, facts: Told) -> dict[str, Any]:
    """The verbs with their texts, for the page's keys."""
    keys = []
    for verb in (one for one in verbs(family(facts)) if not one.reckons):
        key = as_data(verb) | {"label": text.text(f"console.verb.{verb.word}")}
        if verb.grave:
            key["warning"] = text.text(f"console.grave.{verb.word}")
        for step in key["steps"]:
            step["question"] = text.text(f"console.ask.{step['ask']}")
            step["labels"] = [
                text.text(f"console.word.{step['field']}.{word}") for word in step["words"]
            ]
        keys.append(key)
    return {
        "verbs": keys,
        "groups": [
            {"group": group, "label": text.text(f"console.group.{group}")}
            for group in dict.fromkeys(verb["group"] for verb in keys)
        ],
        "logs": [
            {"log": log, "label": text.text(f"console.log.{log}")}
            for log in console_of(family(facts)).logs
        ],
        "say": {word: _unfilled(text, f"console.say.{word}") for word in SAID},
    }


SAID: Final = (
    "add_reason", "asked", "away", "bank", "cancel", "cards", "cash", "clear", "dice_of", "done",
    "else", "expired", "hotel", "houses", "left", "more", "mortgaged", "no", "none",
    "nothing_to_undo", "ok", "other_seat", "pin", "pin_broken", "pin_wait", "pin_wanted",
    "pin_wrong", "silent", "skip", "sure", "undo", "undo_changed", "unreachable",
)  # fmt: skip
"""Texts that the page's own keys use."""


def _unfilled(text: Texts, key: str) -> str:
    """A text whose placeholders the page fills."""
    return text.text(key, seat="{seat}", wait="{wait}")


def answer(text: Texts, told: Told) -> dict[str, Any]:
    """An answer of the table in words, for the page."""
    said = {key: told[key] for key in ("accepted", "asked", "why", "wait_s") if key in told}
    if told.get("away") or told.get("silent"):
        said["why"] = "away" if told.get("away") else "silent"
    if told.get("rule"):
        said["rule"] = told["rule"]
    if told.get("text"):
        said["text"] = line_text(text, told["text"])
    elif told.get("error"):
        said["text"] = told["error"]
    elif "why" in said:
        said["text"] = text.text(f"console.say.{said['why']}", wait=str(told.get("wait_s", 0)))
    return said


def _phase(text: Texts, word: str) -> str:
    key = f"console.phase.{word}"
    return text.text(key) if text.has(key) else word


def _die(value: int) -> Markup:
    """A die as it lies on the table; its figure for those who hear the page."""
    return Markup('<span class="die d{0}"><span>{0}</span></span>').format(escape(str(value)))


def _tools(text: Texts) -> dict[str, Any]:
    return {
        "t": text.text,
        "lang": text.language,
        "languages": LANGUAGES,
        "line_text": lambda line: line_text(text, line),
        "details": lambda fields: details(text, fields),
        "phase": lambda word: _phase(text, word),
        "do": lambda word: do_text(text, word),
        "announced": lambda announcement: announced(text, announcement),
        "ago": lambda ms: ago(text, ms),
        "number": text.number,
        "points": text.hundredths,
        "game_time": game_time,
        "minutes": lambda ms: minutes_text(ms // 1000),
        "die": _die,
        "dice_shown": DICE_SHOWN,
        "lines_shown": LINES_SHOWN,
    }


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
