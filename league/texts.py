"""Texts of the pages, by key, in the language of the reader; compiled from `locale/*/league.po`.

A text that a language lacks comes in English, one that English lacks as its key.
"""

from __future__ import annotations

import gettext
import io
from functools import lru_cache
from pathlib import Path
from typing import Final

LOCALE: Final = Path(__file__).resolve().parent.parent / "locale"
FALLBACK: Final = "en"
NAMES: Final = {"en": "English", "hu": "Magyar", "da": "Dansk", "ru": "Русский", "sv": "Svenska"}
COMPLETE: Final = ("en", "hu")
"""The languages that have every text."""
OFFERED: Final = (*COMPLETE, "da", "ru", "sv")
"""The languages that pages are offered in; a text that one lacks comes in English."""


class Texts:
    """The texts of one language."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __call__(self, key: str, count: int | None = None, **values: object) -> str:
        """The text of `key` with its placeholders filled; `count` chooses the plural form."""
        if count is None:
            found = self._catalogue.gettext(key)
        else:
            found = self._catalogue.ngettext(key, key, count)
            values.setdefault("n", count)
        return found.format(**values) if values and found != key else found

    def has(self, key: str) -> bool:
        """Whether there is a text for `key`."""
        return self._catalogue.gettext(key) != key


@lru_cache(maxsize=8)
def texts(language: str) -> Texts:
    """The texts of a language; English for one that pages are not offered in."""
    chosen = language if language in OFFERED else FALLBACK
    catalogue = _catalogue(chosen)
    if chosen != FALLBACK:
        catalogue.add_fallback(_catalogue(FALLBACK))
    return Texts(chosen, catalogue)


@lru_cache(maxsize=8)
def rule_texts(language: str) -> Texts:
    """The texts of the rules themselves, as the tables have them: why something is refused."""
    chosen = language if language in NAMES else FALLBACK
    catalogue = _catalogue(chosen, "rules")
    if chosen != FALLBACK:
        catalogue.add_fallback(_catalogue(FALLBACK, "rules"))
    return Texts(chosen, catalogue)


def preferred(asked: str | None, header: str) -> str:
    """The language of a reader: what the address says, else the first one the browser accepts."""
    if asked in OFFERED:
        return str(asked)
    weighed: list[tuple[float, int, str]] = []
    for place, part in enumerate(header.split(",")):
        tag, _, parameters = part.strip().partition(";")
        weighed.append((-_weight(parameters), place, tag.split("-")[0].lower()))
    return next((tag for _, _, tag in sorted(weighed) if tag in OFFERED), FALLBACK)


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def _catalogue(language: str, domain: str = "league") -> gettext.NullTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    path = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
    if not path.exists():
        return gettext.NullTranslations()
    with path.open("rb") as file:
        messages = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
