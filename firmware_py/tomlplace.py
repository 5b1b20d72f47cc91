"""Where in a TOML text a key stands: `tomllib` tells what a file says, not on which line."""

from __future__ import annotations

import re
from typing import Final

Path = tuple[str, ...]

_KEY: Final = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED: Final = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*")
_LONG: Final = re.compile(r"[0-9][0-9_]{4299,}")
_PART: Final = re.compile(_KEY)
_ERROR_LINE: Final = re.compile(r"\(at (?:line (\d+), column \d+|end of document)\)")


def line_of(text: str, path: Path) -> int:
    """The line (from 1) of the key, else of the nearest table round or in it, else 1."""
    found, depth, within = 1, 0, 0
    table: Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith("["):
            table = _keys(stripped.lstrip("["))
            here = table
        elif (match := _DOTTED.match(line)) and line[match.end() :].startswith("="):
            here = table + _keys(match.group(1))
        else:
            continue
        if len(here) > depth and path[: len(here)] == here:
            found, depth = number, len(here)
        if not within and here[: len(path)] == path:
            within = number
    return found if depth else within or 1


def refused(text: str, error: Exception) -> tuple[int, str]:
    """The line of what tomllib refuses, and in words why; it names no line where a number or a
    nesting is too much for the interpreter.
    """
    message = str(error)
    if isinstance(error, RecursionError):
        deepest = max(text.splitlines(), key=_opened, default="")
        return text[: text.find(deepest)].count("\n") + 1, "nested too deep"
    long = _LONG.search(text) if "integer string conversion" in message else None
    if long is not None:
        return text.count("\n", 0, long.start()) + 1, "a number with too many digits"
    return _error_line(text, message), message


def _opened(line: str) -> int:
    return line.count("[") + line.count("{") + line.count(".")


def _error_line(text: str, message: str) -> int:
    match = _ERROR_LINE.search(message)
    if match is not None and match.group(1):
        return int(match.group(1))
    return max(1, len(text.splitlines()))


def _keys(dotted: str) -> Path:
    match = _DOTTED.match(dotted)
    if match is None:
        return ()
    return tuple(part.strip("\"'") for part in _PART.findall(match.group(1)))
