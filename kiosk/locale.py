"""Texts by key, from the compiled catalogues in `locale/`; numbers and times as a language writes
them.

A key's domain is its first word (`kiosk.phase.play` -> kiosk.mo). A text missing in a language
comes in English, a text missing there too comes as its key, so that a screen is never empty. A
folder in `locale/` is a language: a club can drop in its own.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from kiosk.screens.errors import TextsError

LOCALE_DIR: Final = Path(__file__).resolve().parent.parent / "locale"
FALLBACK: Final = "en"
DOMAINS: Final = ("kiosk", "rules", "console")


class Domain(Protocol):
    """What is asked of a catalogue of gettext."""

    def gettext(self, message: str) -> str:
        """The text of a key; the key itself where there is none."""

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """The same in the form for a number."""


class Texts:
    """The texts of one language. Catalogues are read when their first text is wanted: a table in
    play needs neither the rule book nor what is said by the console.
    """

    def __init__(self, language: str, read: Callable[[str, str], Domain]) -> None:
        """`read` gives a domain's catalogue in a language; it keeps what it has read."""
        self.language = language
        self._read = read
        self._thousands = self.text("kiosk.format.thousands")
        self._decimal = self.text("kiosk.format.decimal")

    def text(self, key: str, count: int | None = None, /, **params: str | int) -> str:
        """The text of `key`, in the plural form for `count`; ints are written as `number` does.

        `{n}` is `count`. A missing key or placeholder shows the key.
        """
        found = self._found(key, count)
        if found == key:
            return key
        shown = {name: self._shown(value) for name, value in params.items()}
        if count is not None:
            shown.setdefault("n", self.number(count))
        try:
            return found.format_map(shown)
        except (KeyError, IndexError, ValueError):
            return key

    def has(self, key: str) -> bool:
        """Whether the key has a text here or in the fallback."""
        return self._found(key, None) != key

    def _found(self, key: str, count: int | None) -> str:
        name = key.partition(".")[0]
        if name not in DOMAINS:
            return key
        for language in (self.language, FALLBACK):
            domain = self._read(name, language)
            found = domain.gettext(key) if count is None else domain.ngettext(key, key, count)
            if found != key:
                break
        return found

    def number(self, value: int) -> str:
        """Digits grouped by three: 1 642 in Hungarian, 1,642 in English."""
        grouped = f"{abs(value):,}".replace(",", self._thousands)
        return f"−{grouped}" if value < 0 else grouped

    def tenths(self, ms: int) -> str:
        """Seconds with one decimal, rounded down: 1,2."""
        return f"{ms // 1000}{self._decimal}{ms % 1000 // 100}"

    def hundredths(self, value: int) -> str:
        """Points with their sign, without empty decimals: +1,25, −2, 0."""
        whole, rest = divmod(abs(value), 100)
        tail = f"{self._decimal}{rest:02}".rstrip("0") if rest else ""
        sign = "+" if value > 0 else "−" if value < 0 else ""
        return f"{sign}{whole}{tail}"

    def _shown(self, value: str | int) -> str:
        return value if isinstance(value, str) else self.number(value)


class Catalogue:
    """Every language of a locale folder, loaded when asked for."""

    def __init__(self, folder: Path = LOCALE_DIR) -> None:
        self._folder = folder
        self._texts: dict[str, Texts] = {}
        self._domains: dict[tuple[str, str], gettext.GNUTranslations] = {}

    def languages(self) -> tuple[str, ...]:
        """Codes of the languages that have a kiosk catalogue, English first."""
        found = {path.parent.parent.name for path in self._folder.glob("*/LC_MESSAGES/kiosk.*o")}
        return tuple(sorted(found, key=lambda code: (code != FALLBACK, code)))

    def texts(self, language: str) -> Texts:
        """The texts of a language; raises TextsError while its catalogue is not compiled."""
        found = self._texts.get(language)
        if found is None:
            for name in DOMAINS:
                if not self._path(name, language).is_file():
                    raise TextsError(str(self._path(name, language)))
            found = self._texts[language] = Texts(language, self._read)
        return found

    def _path(self, domain: str, language: str) -> Path:
        return self._folder / language / "LC_MESSAGES" / f"{domain}.mo"

    def _read(self, domain: str, language: str) -> gettext.GNUTranslations:
        found = self._domains.get((domain, language))
        if found is None:
            path = self._path(domain, language)
            try:
                with path.open("rb") as file:
                    found = self._domains[domain, language] = gettext.GNUTranslations(file)
            except OSError as error:
                raise TextsError(str(path)) from error
        return found


def clock_text(seconds: int) -> str:
    """m:ss below an hour, h:mm:ss from there on: 61 is 1:01, 3600 is 1:00:00."""
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minutes}:{second:02}"


def minutes_text(seconds: int) -> str:
    """mm:ss without hours, for a clock of a fixed length in minutes: 5400 is 90:00."""
    minutes, second = divmod(seconds, 60)
    return f"{minutes}:{second:02}"
