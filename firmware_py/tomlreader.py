"""Reads the tables of a pin map; refuses a wrong key with file, line, key, found, allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from firmware_py.errors import PinMapError
from firmware_py.pinlines import shown
from firmware_py.tomlplace import line_of, refused

Path = tuple[str, ...]

_KINDS: Final = {int: "a whole number", float: "a number", str: "a text"}


class TomlReader:
    """One parse: the text, its parsed form, and how to refuse a key of it."""

    def __init__(self, text: str, name: str) -> None:
        self.name: Final = name
        self._text = text

    def parsed(self) -> dict[str, Any]:
        """The whole file."""
        try:
            return tomllib.loads(self._text)
        except (ValueError, RecursionError) as error:
            line, why = refused(self._text, error)
            raise PinMapError(self.name, line, "the file", why, "TOML") from None

    def refusal(self, path: Path, found: str, allowed: str, rule: str = "E25") -> PinMapError:
        """The error for this key."""
        line = line_of(self._text, path)
        return PinMapError(self.name, line, ".".join(path), found, allowed, rule)

    def only(self, table: Mapping[str, Any], path: Path, keys: tuple[str, ...]) -> None:
        """Refuses any other key than these (E25)."""
        for key in table:
            if key not in keys:
                raise self.refusal((*path, key), "an unknown key", ", ".join(keys))

    def table(self, owner: Mapping[str, Any], path: Path, key: str) -> dict[str, Any]:
        """The table under this key; empty if it is left out."""
        table = owner.get(key, {})
        if not isinstance(table, dict):
            raise self.refusal((*path, key), shown(table), "a table")
        return table

    def word(
        self, table: Mapping[str, Any], path: Path, key: str, words: tuple[str, ...], default: str
    ) -> str:
        """One of these words."""
        word = table.get(key, default)
        if not isinstance(word, str) or word not in words:
            raise self.refusal((*path, key), shown(word), ", ".join(words))
        return word

    def fact(self, value: object, path: Path, wanted: type) -> Any:
        """A whole number, a number or a text; numbers are 0 or more."""
        fits = type(value) in (int, float) if wanted is float else type(value) is wanted
        if not fits or (wanted is not str and value < 0):  # type: ignore[operator]
            more = "" if wanted is str else ", 0 or more"
            raise self.refusal(path, shown(value), _KINDS[wanted] + more)
        return value

    def needed(
        self, table: Mapping[str, Any], path: Path, key: str, wanted: type, rule: str
    ) -> Any:
        """A fact that must be stated: the rule that wants it is in the error."""
        if key not in table:
            raise self.refusal(path, f"no {key}", _KINDS[wanted], rule)
        return self.fact(table[key], (*path, key), wanted)
