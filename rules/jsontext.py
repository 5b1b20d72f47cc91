"""JSON as scripts and records use it: one object a line, read strictly, written one way.

Read strictly: no key twice, no NaN, and a number with more decimals than a float shows stays a
Decimal, so that "at most 3 decimals" is checked on what was written.
"""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NoReturn

from rules.shown import shown

MOST_DECIMALS: Final = 3
DEEPEST: Final = 24


def read_object(text: str) -> dict[str, Any]:
    """The object on one line, or alone in a file; raises ValueError with one sentence that says
    what is wrong and where.
    """
    whole, text = text, text.strip(" \t\r\n")
    try:
        found, end = _read(text)
    except json.JSONDecodeError as error:
        why = error.msg.removesuffix(" at")
        raise ValueError(f"no JSON: {why} at {_place(whole, text, error.pos)}") from None
    except RecursionError:
        raise ValueError("no JSON: nested too deep") from None
    except ValueError as error:
        if "integer string conversion" not in str(error):
            raise
        raise ValueError("no JSON: a number with too many digits") from None
    if end != len(text):
        raise ValueError(f"no JSON: more text after the object at {_place(whole, text, end)}")
    if not isinstance(found, dict):
        raise ValueError(f"found {shown(found)}, allowed an object {{...}}")
    if text.count("{") + text.count("[") > DEEPEST:
        _check_depth(found)
    if "\\u" in text:
        _check_characters(found)
    return found


def _place(whole: str, text: str, at: int) -> str:
    """Where it stands; the line, too, where there is more than one (a line of a record is none)."""
    before = whole[: whole.find(text)] + text[:at]
    column = len(before) - before.rfind("\n")
    return (
        f"line {before.count(chr(10)) + 1}, column {column}" if "\n" in text else f"column {column}"
    )


def _check_depth(found: Any) -> None:
    """What is nested without end would break whoever writes or shows it again."""
    level = [found]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise ValueError("no JSON: nested too deep")


def _check_characters(found: dict[str, Any]) -> None:
    """JSON may escape half a character, which no file can hold."""
    try:
        _PLAIN.encode(found).encode()
    except UnicodeEncodeError:
        raise ValueError("no JSON: half a character (a lone surrogate)") from None


def _number(text: str) -> float | Decimal:
    _, _, decimals = text.partition(".")
    if len(decimals) <= MOST_DECIMALS and decimals.isdigit():
        return float(text)
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(f"no number: {shown(text)}") from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"no JSON: {text} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"key {shown(twice)}: found twice, allowed once")
    return found


_read: Final = json.JSONDecoder(
    parse_float=_number, parse_constant=_no_number, object_pairs_hook=_once
).raw_decode
_PLAIN: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=str
)
_SORTED: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True, default=str
)

# `default`: a Decimal is nothing we ever write; a forged summary that holds one is only to differ.

write: Final = _PLAIN.encode
"""One line, no spaces, keys in the order given: what a record's line holds."""

canonical: Final = _SORTED.encode
"""One line, no spaces, keys sorted: what is signed and compared."""
