"""In which line of a TOML text a key stands. `tomllib` reads the values but keeps no lines.

A path is a tuple of keys and list positions: `("timers_s", "game")`, `("changes", 0, "rule")`.
The text must have been read by tomllib without an error before: nothing is checked here.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_STRINGS: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\])*"' r"|'[^']*'", re.DOTALL
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_AT_LINE: Final = re.compile(r"\(at line (\d+)")
_LONG: Final = re.compile(r"[0-9][0-9_]{4299,}")
_SHORT: Final = MappingProxyType(
    {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
)


def key_lines(text: str) -> dict[Path, int]:
    """The line of every table and key, counted from 1; inline tables and lists included."""
    return _Scanner(text).run()


def no_toml(text: str, error: Exception) -> tuple[int, str]:
    """The line of what tomllib refuses, and in words why.

    tomllib says the line inside its sentence; not where a number or a nesting is too much for the
    interpreter, whose own words would tell a person to change the interpreter.
    """
    if isinstance(error, RecursionError):
        deepest = max(text.splitlines(), key=_opened, default="")
        return text[: text.find(deepest)].count("\n") + 1, "nested too deep"
    long = _LONG.search(text) if "integer string conversion" in str(error) else None
    if long is not None:
        return text.count("\n", 0, long.start()) + 1, "a number with too many digits"
    found = _AT_LINE.search(str(error))
    last = len(text.rstrip().splitlines()) or 1
    return int(found[1]) if found else last if "end of document" in str(error) else 1, str(error)


def _opened(line: str) -> int:
    return line.count("[") + line.count("{") + line.count(".")


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of the key, or of the nearest table above it; line 1 for the file itself."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 1


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._lines: dict[Path, int] = {}
        self._rows: dict[Path, int] = {}  # how many [[tables]] of this name were seen
        self._table: Path = ()

    def run(self) -> dict[Path, int]:
        self._skip_blank()
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                self._header()
            else:
                self._pair(self._table)
            self._skip_blank()
        return self._lines

    def _header(self) -> None:
        line = self._line()
        is_row = self._text.startswith("[[", self._at)
        self._at += 2 if is_row else 1
        path = self._inside(self._keys())
        for length in range(1, len(path)):
            self._lines.setdefault(path[:length], line)
        self._at += 2 if is_row else 1
        if is_row:
            self._lines.setdefault(path, line)
            self._rows[path] = self._rows.get(path, -1) + 1
            path = (*path, self._rows[path])
        self._lines.setdefault(path, line)
        self._table = path

    def _inside(self, keys: list[str]) -> Path:
        """A dotted table name under a [[table]] means its last row."""
        path: Path = ()
        for index, key in enumerate(keys):
            path = (*path, key)
            if index < len(keys) - 1 and path in self._rows:
                path = (*path, self._rows[path])
        return path

    def _pair(self, table: Path) -> None:
        line = self._line()
        path = table
        for key in self._keys():
            path = (*path, key)
            self._lines.setdefault(path, line)
        self._at += 1  # the "="
        self._value(path)

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip_blank()
            keys.append(self._key())
            self._skip_blank()
            if self._text[self._at] != ".":
                return keys
            self._at += 1

    def _key(self) -> str:
        quote = self._text[self._at]
        found = (_STRINGS if quote in "\"'" else _BARE).match(self._text, self._at)
        if found is None:  # not TOML: tomllib has refused it before
            raise ValueError(f"no key in line {self._line()}")
        self._at = found.end()
        if quote == '"':
            return _ESCAPE.sub(_unescaped, found[0][1:-1])
        return found[0][1:-1] if quote == "'" else found[0]

    def _value(self, path: Path) -> None:
        self._skip_blank()
        first = self._text[self._at]
        if first in "\"'":
            found = _STRINGS.match(self._text, self._at)
            self._at = found.end() if found else len(self._text)
        elif first == "[":
            self._items(path)
        elif first == "{":
            self._inline(path)
        else:
            while self._at < len(self._text) and self._text[self._at] not in ",]}#\n":
                self._at += 1

    def _items(self, path: Path) -> None:
        self._at += 1
        index = 0
        while self._next_item("]"):
            self._lines.setdefault((*path, index), self._line())
            self._value((*path, index))
            index += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        while self._next_item("}"):
            self._pair(path)

    def _next_item(self, close: str) -> bool:
        self._skip_blank()
        while self._text[self._at] == ",":
            self._at += 1
            self._skip_blank()
        if self._text[self._at] != close:
            return True
        self._at += 1
        return False

    def _skip_blank(self) -> None:
        while self._at < len(self._text):
            if self._text[self._at] == "#":
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end
            elif self._text[self._at].isspace():
                self._at += 1
            else:
                return

    def _line(self) -> int:
        return self._text.count("\n", 0, self._at) + 1


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _SHORT.get(found[3], found[3])
